// /credit_cards/:id/invoices/:number: an invoice, how its amount comes about, and its payment.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { useKeys } from "../../keyboard/keys.ts";
import { focusedId, LIST_NAVIGATION } from "../../keyboard/list_navigation.ts";
import { language } from "../../language.ts";
import { holds, useInvoices } from "../../ledger/invoice_field.tsx";
import { Money } from "../../ledger/money.tsx";
import { Categories, Days } from "../../ledger/rows.tsx";
import { whyWords } from "../../ledger/why_words.ts";
import { monthName } from "../../rules/day_names.ts";
import { addDays, invoiceMonth } from "../../rules/days.ts";
import type { Key } from "../../rules/keys.ts";
import type { Card, Explanation, FullInvoice } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { InvoiceCheck, moveToNext } from "./credit_cards_invoices_check.tsx";
import { InvoiceAhead } from "./invoice_ahead.tsx";
import { InvoiceCategories } from "./invoice_categories.tsx";
import { InvoiceHead } from "./invoice_head.tsx";
import { invoiceWords } from "./invoice_words.ts";
import { PayInvoice } from "./pay_invoice.tsx";

export function CreditCardsInvoices() {
  const { params } = here.value;
  const number = Number(params.number);
  const base = `/credit_cards/${encodeURIComponent(params.id ?? "")}/invoices`;
  const path = `${base}/${number}`;
  const invoice = useData<FullInvoice>(path);
  const card = useData<Card[]>("/credit_cards").data?.find(({ id }) => String(id) === params.id);
  const today = currentDay();
  return (
    <Screen
      title={invoiceWords.title(card?.name ?? "")}
      tools={
        <div class="month-switcher">
          <a class="button quiet" href={`${base}/${number - 1}`} aria-label={invoiceWords.previous} data-key="[">
            <Icon name="left" />
          </a>
          <strong aria-live="polite">{monthName(invoiceMonth(number), language)}</strong>
          <a class="button quiet" href={`${base}/${number + 1}`} aria-label={invoiceWords.next} data-key="]">
            <Icon name="right" />
          </a>
          {invoice.data && !holds(invoice.data, today) && <ToCurrent cardId={params.id ?? ""} base={base} />}
        </div>
      }
    >
      <Loading from={invoice} path={path}>
        {(data) => <InvoiceView key={data.id} invoice={data} card={card} path={path} />}
      </Loading>
    </Screen>
  );
}

/** Links to the invoice of today's purchases. */
function ToCurrent({ cardId, base }: { cardId: string; base: string }) {
  const { usual } = useInvoices(cardId, currentDay());
  return usual ? (
    <a class="button small" href={`${base}/${usual.id}`} data-key="0">
      {invoiceWords.current}
    </a>
  ) : null;
}

/** The dialogs of an invoice, and its keys. */
function useInvoiceState(invoice: FullInvoice) {
  const store = useStore();
  const pays = useSignal(false);
  const explains = useSignal(false);
  const checks = useSignal(false);
  const canPay = invoice.balance_cents < 0 && invoice.status !== "partial";
  const hasRows = invoice.transactions.length > 0;
  const moveFocused = () => {
    const row = invoice.transactions.find(({ id }) => id === focusedId());
    if (row) void moveToNext(store, row);
  };
  const changes: Key[] = [
    { on: ["p"], what: invoiceWords.pay, run: () => (pays.value = canPay) },
    { on: ["v"], what: invoiceWords.check, run: () => (checks.value = hasRows && !checks.value) },
    { on: ["m"], what: invoiceWords.moveNext, run: moveFocused },
  ];
  useKeys([
    ...LIST_NAVIGATION,
    { on: ["w"], what: whyWords.why, run: () => (explains.value = true) },
    ...(store.isReadOnly.value ? [] : changes),
  ]);
  return { pays, explains, checks, canPay, hasRows };
}

/** Of older invoices what was ahead is past. */
const RECENT_DAYS = 62;

function InvoiceView({ invoice, card, path }: { invoice: FullInvoice; card: Card | undefined; path: string }) {
  const { pays, explains, checks, canPay, hasRows } = useInvoiceState(invoice);
  const isRecent = invoice.date >= addDays(currentDay(), -RECENT_DAYS);
  const figure = invoice.balance_cents > 0 ? invoiceWords.credit : invoiceWords.owed;
  const why = (
    <button type="button" class="why-button" aria-label={`${whyWords.why} ${figure}`} onClick={() => (explains.value = true)}>
      {whyWords.why}
    </button>
  );
  return (
    <>
      <section class="panel bill">
        <InvoiceHead invoice={invoice} card={card} why={why} />
        <div class="acts">
          {canPay && (
            <button type="button" class="main writes" onClick={() => (pays.value = true)}>
              {invoiceWords.pay}
            </button>
          )}
          {hasRows && (
            <button type="button" class="writes" aria-pressed={checks.value} onClick={() => (checks.value = !checks.value)}>
              {invoiceWords.check}
            </button>
          )}
        </div>
      </section>
      <div class="invoice">
        {isRecent && <InvoiceAhead invoice={invoice} />}
        <div class="invoice-rows">
          {checks.value ? (
            <InvoiceCheck invoice={invoice} path={path} />
          ) : hasRows ? (
            <Purchases rows={invoice.transactions} />
          ) : (
            <Empty text={invoiceWords.empty} />
          )}
          {invoice.payments.length > 0 && (
            <section>
              <h2 class="between">{invoiceWords.payments}</h2>
              <Days rows={invoice.payments} />
            </section>
          )}
        </div>
        {hasRows && <InvoiceCategories rows={invoice.transactions} />}
      </div>
      {pays.value && (
        <PayInvoice
          path={path}
          owedCents={-invoice.balance_cents}
          accountId={card?.payment_account_id}
          onClose={() => (pays.value = false)}
        />
      )}
      {explains.value && <Why path={`${path}/explain`} onClose={() => (explains.value = false)} />}
    </>
  );
}

function Purchases({ rows }: { rows: FullInvoice["transactions"] }) {
  const by = useSignal<"day" | "category">("day");
  return (
    <>
      <header class="invoice-rows-head">
        <h2>{invoiceWords.purchases}</h2>
        <fieldset class="segments arranged">
          <legend class="unseen">{invoiceWords.arrange}</legend>
          {(["day", "category"] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="arranged" checked={by.value === each} onChange={() => (by.value = each)} />
              <span class="choice">{invoiceWords.by[each]}</span>
            </label>
          ))}
        </fieldset>
      </header>
      {by.value === "day" ? <Days rows={rows} /> : <Categories rows={rows} />}
    </>
  );
}

function Why({ path, onClose }: { path: string; onClose: () => void }) {
  const explanation = useData<Explanation>(path);
  return (
    <Dialog title={whyWords.why} onClose={onClose}>
      <p class="hint">{invoiceWords.whyHint}</p>
      <Loading from={explanation} path={path}>
        {({ lines }) => (
          <ol class="why">
            {lines.map((line, index) => (
              <li key={`${line.rule}-${index}`}>
                <span>{line.text}</span>
                {line.amount_cents !== 0 && <Money cents={line.amount_cents} />}
              </li>
            ))}
          </ol>
        )}
      </Loading>
    </Dialog>
  );
}
