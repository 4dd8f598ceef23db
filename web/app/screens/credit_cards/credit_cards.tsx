// /credit_cards: what each card owes, and when it is due.
import { useSignal } from "@preact/signals";
import { InvoiceChart } from "../../charts/charts.ts";
import { currentDay } from "../../clock.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { BankMark } from "../../ledger/bank_mark.tsx";
import { LargeMoney } from "../../ledger/large_money.tsx";
import { Money } from "../../ledger/money.tsx";
import { monthName, shortDay } from "../../rules/day_names.ts";
import { addMonths, invoiceMonth, lastDayOf, monthOf } from "../../rules/days.ts";
import { timeOf } from "../../rules/invoices.ts";
import type { Card, Invoice } from "../../rules/records.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { uiWords } from "../../ui/words.ts";
import { CardForm } from "./card_form.tsx";
import { NextEvent } from "./invoice_head.tsx";
import { Status } from "./invoice_status.tsx";
import { invoiceWords } from "./invoice_words.ts";
import { LimitBar } from "./limit_bar.tsx";
import { cardWords } from "./words.ts";

export function CreditCards() {
  const path = "/credit_cards";
  const cards = useData<Card[]>(path);
  const adds = useSignal(false);
  const hasCards = cards.data?.some(({ archived }) => !archived);
  const open = () => (adds.value = true);
  return (
    <Screen
      title={cardWords.title}
      tools={
        <button type="button" class={hasCards ? "main writes" : "writes"} onClick={open}>
          {cardWords.add}
        </button>
      }
    >
      <Loading from={cards} path={path}>
        {(all) => <CardList all={all} onAdd={open} />}
      </Loading>
      {adds.value && <CardForm onClose={() => (adds.value = false)} />}
    </Screen>
  );
}

function CardList({ all, onAdd }: { all: readonly Card[]; onAdd: () => void }) {
  const active = all.filter(({ archived }) => !archived);
  const archived = all.filter((each) => each.archived);
  return (
    <>
      {active.length === 0 ? (
        <div class="panel">
          <Empty text={cardWords.empty}>
            <button type="button" class="main writes" onClick={onAdd}>
              {cardWords.add}
            </button>
          </Empty>
        </div>
      ) : (
        <ul class="cards">
          {active.map((card) => (
            <CardPanel key={card.id} card={card} />
          ))}
        </ul>
      )}
      {archived.length > 0 && (
        <details class="archived">
          <summary>{cardWords.archivedOnes}</summary>
          <ul class="panel flush">
            {archived.map((card) => (
              <Archived key={card.id} card={card} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** An archived card keeps its invoices and can be used again. */
function Archived({ card }: { card: Card }) {
  const store = useStore();
  const edits = useSignal(false);
  return (
    <li class="row">
      <button type="button" class="row-button" disabled={store.isReadOnly.value} onClick={() => (edits.value = true)}>
        <BankMark name={card.name} />
        <span class="what">
          <strong>{card.name}</strong>
        </span>
        <span class="much">
          <Money cents={card.outstanding_cents} plain />
        </span>
      </button>
      {edits.value && <CardForm card={card} onClose={() => (edits.value = false)} />}
    </li>
  );
}

/** Months of invoices in the chart. */
const BEFORE = 6;
const AHEAD = 6;

function CardPanel({ card }: { card: Card }) {
  const today = currentDay();
  const month = monthOf(today);
  const [from, to] = [`${addMonths(month, 1 - BEFORE)}-01`, lastDayOf(addMonths(month, AHEAD))];
  const path = `/credit_cards/${card.id}/invoices?start_date=${from}&end_date=${to}`;
  const invoices = useData<Invoice[]>(path);
  const edits = useSignal(false);
  return (
    <li class="panel">
      <header class="panel-head bare-head">
        <div class="titled">
          <BankMark name={card.name} />
          <h2>{card.name}</h2>
        </div>
        <button
          type="button"
          class="small writes"
          aria-label={`${cardWords.edit}: ${card.name}`}
          onClick={() => (edits.value = true)}
        >
          {uiWords.edit}
        </button>
      </header>
      {edits.value && <CardForm card={card} onClose={() => (edits.value = false)} />}
      <Loading from={invoices} path={path}>
        {(list) => (
          <>
            <CardInvoices card={card} invoices={list} />
            <InvoiceChart card={card} invoices={list} />
          </>
        )}
      </Loading>
    </li>
  );
}

/** The open invoice first, then the limit, then closed ones that are not paid. */
function CardInvoices({ card, invoices }: { card: Card; invoices: readonly Invoice[] }) {
  const open = invoices.find(({ status }) => status === "open");
  const owed = invoices.filter(({ status, balance_cents: cents }) => status !== "open" && status !== "future" && cents < 0);
  return (
    <>
      {open && <OpenInvoice invoice={open} />}
      {card.available_cents === null ? (
        <p class="hint">{cardWords.noLimit}</p>
      ) : (
        <LimitBar card={card} availableCents={card.available_cents} invoiceCents={Math.max(0, -(open?.balance_cents ?? 0))} />
      )}
      {owed.length > 0 && (
        <ul class="inside">
          {owed.map((invoice) => (
            <InvoiceLine key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </>
  );
}

const hrefOf = ({ credit_card_id: card, id }: Invoice) => `/credit_cards/${card}/invoices/${id}`;

function OpenInvoice({ invoice }: { invoice: Invoice }) {
  const { balance_cents: cents } = invoice;
  return (
    <a class="open-invoice" href={hrefOf(invoice)}>
      <span class="hint">
        {cents > 0 ? invoiceWords.credit : cardWords.openInvoice} <NextEvent next={timeOf(invoice, currentDay()).next} />
      </span>
      <strong class={cents > 0 ? "money in" : undefined}>
        <LargeMoney cents={Math.abs(cents)} />
      </strong>
      <span class="hint">{cardWords.nextDue(shortDay(invoice.date, language))}</span>
    </a>
  );
}

function InvoiceLine({ invoice }: { invoice: Invoice }) {
  return (
    <li class="row">
      <a href={hrefOf(invoice)}>
        <span class="what">
          <strong>{monthName(invoiceMonth(invoice.id), language)}</strong>
          <span class="hint">
            <Status status={invoice.status} /> <NextEvent next={timeOf(invoice, currentDay()).next} />
          </span>
        </span>
        <span class="much">
          <Money cents={-invoice.balance_cents} plain />
        </span>
      </a>
    </li>
  );
}
