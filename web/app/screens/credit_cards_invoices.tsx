// /credit_cards/:id/invoices/:number: an invoice, how it comes to what it is, and paying it.
import { useSignal } from "@preact/signals";
import { useRoute } from "preact-iso";
import { write } from "../api.ts";
import { Dialog, Empty, Field, FormProblem, Icon, Loading, Money, ownRefusal, Screen, useData, useSending } from "../parts.tsx";
import { Days } from "../rows.tsx";
import { dayOf, invoiceMonth, monthName, shortDay } from "../rules/days.ts";
import { formatCents, parseCents } from "../rules/money.ts";
import type { Account, Card, Explanation, FullInvoice } from "../rules/records.ts";
import { message } from "../state.ts";
import { language, words } from "../words.ts";
import { Status } from "./credit_cards.tsx";

export function CreditCardsInvoices() {
  const { params } = useRoute();
  const number = Number(params.number);
  const base = `/credit_cards/${encodeURIComponent(params.id ?? "")}/invoices`;
  const path = `${base}/${number}`;
  const invoice = useData<FullInvoice>(path);
  const card = useData<Card[]>("/credit_cards").data?.find(({ id }) => String(id) === params.id);
  const { invoice: text } = words;
  return (
    <Screen
      title={text.title(card?.name ?? "")}
      tools={
        <div class="month-switcher">
          <a class="button quiet" href={`${base}/${number - 1}`} aria-label={text.previous} data-key="[">
            <Icon name="left" />
          </a>
          <strong aria-live="polite">{monthName(invoiceMonth(number), language)}</strong>
          <a class="button quiet" href={`${base}/${number + 1}`} aria-label={text.next} data-key="]">
            <Icon name="right" />
          </a>
        </div>
      }
    >
      <Loading from={invoice} path={path}>
        {(found) => <Shown key={found.id} invoice={found} card={card} path={path} />}
      </Loading>
    </Screen>
  );
}

function Shown({ invoice, card, path }: { invoice: FullInvoice; card: Card | undefined; path: string }) {
  const pays = useSignal(false);
  const explains = useSignal(false);
  const { invoice: text, cards } = words;
  const owed = invoice.balance_cents < 0;
  return (
    <>
      <section class="panel bill">
        <p>
          <Status status={invoice.status} />{" "}
          <span class="hint">
            {`${cards.closes(shortDay(invoice.closing_date, language))} · ${cards.isDue(shortDay(invoice.date, language))}`}
          </span>
        </p>
        <dl class="sum">
          {[
            [text.carried, invoice.previous_balance_cents],
            [text.purchases, invoice.amount_cents],
            [text.payments, -invoice.payment_amount_cents],
          ].map(([label, cents]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money cents={cents as number} plain />
              </dd>
            </div>
          ))}
          <div class="total">
            <dt>{invoice.balance_cents > 0 ? text.credit : text.owed}</dt>
            <dd>
              <Money cents={Math.abs(invoice.balance_cents)} plain />
            </dd>
          </div>
        </dl>
        <div class="acts">
          {owed && invoice.status !== "partial" && (
            <button type="button" class="main" onClick={() => (pays.value = true)}>
              {text.pay}
            </button>
          )}
          <button type="button" onClick={() => (explains.value = true)}>
            {text.why}
          </button>
        </div>
      </section>
      {invoice.transactions.length === 0 ? (
        <div class="panel">
          <Empty text={text.empty} />
        </div>
      ) : (
        <Days rows={invoice.transactions} />
      )}
      {invoice.payments.length > 0 && (
        <section>
          <h2 class="between">{text.payments}</h2>
          <Days rows={invoice.payments} />
        </section>
      )}
      {pays.value && <Pay invoice={invoice} card={card} path={path} onClose={() => (pays.value = false)} />}
      {explains.value && <Why path={`${path}/explain`} onClose={() => (explains.value = false)} />}
    </>
  );
}

function Pay({
  invoice,
  card,
  path,
  onClose,
}: {
  invoice: FullInvoice;
  card: Card | undefined;
  path: string;
  onClose: () => void;
}) {
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const usual = card?.payment_account_id ?? accounts.find((each) => each.default)?.id ?? accounts[0]?.id;
  const amount = useSignal(formatCents(-invoice.balance_cents, language).replace(/^R\$\s/, ""));
  const account = useSignal("");
  const date = useSignal(dayOf(new Date()));
  const { form, send, at, sending, problem } = useSending();
  const { invoice: text, entry } = words;
  const save = () =>
    send(async () => {
      const cents = parseCents(amount.value);
      if (!cents || cents < 0) throw ownRefusal({ amount_cents: entry.badAmount });
      const body = { amount_cents: cents, account_id: Number(account.value || usual), date: date.value };
      const { undo } = await write("POST", `${path}/payments`, body);
      message.value = { text: text.paid, undo };
      onClose();
    });
  return (
    <Dialog title={text.pay} onClose={onClose}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormProblem problem={problem.value} />
        <Field label={text.payAmount} problem={at("amount_cents")}>
          {(props) => (
            <input
              {...props}
              class="amount"
              inputMode="decimal"
              value={amount.value}
              onInput={(event) => (amount.value = event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="pair">
          <Field label={text.payFrom} problem={at("account_id")}>
            {(props) => (
              <select
                {...props}
                value={account.value || String(usual ?? "")}
                onChange={(event) => (account.value = event.currentTarget.value)}
              >
                {accounts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={entry.date} problem={at("date")}>
            {(props) => (
              <input
                {...props}
                type="date"
                value={date.value}
                onInput={(event) => (date.value = event.currentTarget.value || dayOf(new Date()))}
              />
            )}
          </Field>
        </div>
        <div class="acts">
          <button class="main" type="submit" disabled={sending}>
            {text.pay}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Why({ path, onClose }: { path: string; onClose: () => void }) {
  const explanation = useData<Explanation>(path);
  return (
    <Dialog title={words.invoice.why} onClose={onClose}>
      <p class="hint">{words.invoice.whyHint}</p>
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
