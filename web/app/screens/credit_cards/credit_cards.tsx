// /credit_cards: what each card owes, and when it is due.
import { useSignal } from "@preact/signals";
import { InvoiceChart } from "../../charts/charts.ts";
import { currentDay } from "../../clock.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { BankMark } from "../../ledger/bank_mark.tsx";
import { countWords } from "../../ledger/count_words.ts";
import { Money } from "../../ledger/money.tsx";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { statusWords } from "../../ledger/words.ts";
import { shortDay } from "../../rules/day_names.ts";
import { addMonths, lastDayOf, monthOf } from "../../rules/days.ts";
import { formatCents } from "../../rules/money.ts";
import type { Card, Invoice } from "../../rules/records.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { uiWords } from "../../ui/words.ts";
import { CardForm } from "./card_form.tsx";
import { Status } from "./invoice_status.tsx";
import { cardWords } from "./words.ts";

export function CreditCards() {
  const path = "/credit_cards";
  const cards = useData<Card[]>(path);
  const adds = useSignal(false);
  const open = () => (adds.value = true);
  return (
    <Screen
      title={cardWords.title}
      tools={
        <button type="button" class="writes" onClick={open}>
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
        <span class="what">
          <strong>{card.name}</strong>
        </span>
        <span class="much">
          <Money cents={-card.outstanding_cents} />
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
  const store = useStore();
  const today = currentDay();
  const month = monthOf(today);
  const [from, to] = [`${addMonths(month, 1 - BEFORE)}-01`, lastDayOf(addMonths(month, AHEAD))];
  const path = `/credit_cards/${card.id}/invoices?start_date=${from}&end_date=${to}`;
  const invoices = useData<Invoice[]>(path);
  const edits = useSignal(false);
  const hidden = store.amountsHidden.value;
  const used =
    card.available_cents === null
      ? 0
      : Math.min(100, Math.max(0, Math.round((100 * (card.limit_cents - card.available_cents)) / card.limit_cents)));
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
      {card.available_cents !== null && (
        <div class="limit">
          <meter min={0} max={100} value={used} aria-label={cardWords.limit} />
          <p class="hint">
            {hidden ? uiWords.hidden : cardWords.available(formatCents(card.available_cents, language))}{" "}
            <Why figure={cardWords.availableTitle} counts={countWords.available} totalCents={card.available_cents}>
              <WhyLine text={cardWords.limit} cents={card.limit_cents} />
              <WhyLine text={cardWords.owed} cents={card.available_cents - card.limit_cents} />
            </Why>
          </p>
        </div>
      )}
      <Loading from={invoices} path={path}>
        {(list) => (
          <>
            <ul class="inside">
              {list
                .filter(({ status, balance_cents: cents }) => status === "open" || (cents < 0 && status !== "future"))
                .map((invoice) => (
                  <InvoiceLine key={invoice.id} card={card} invoice={invoice} />
                ))}
            </ul>
            <InvoiceChart card={card} invoices={list} />
          </>
        )}
      </Loading>
    </li>
  );
}

function InvoiceLine({ card, invoice }: { card: Card; invoice: Invoice }) {
  return (
    <li class="row">
      <a href={`/credit_cards/${card.id}/invoices/${invoice.id}`}>
        <span class="what">
          <strong>{statusWords.isDue(shortDay(invoice.date, language))}</strong>
          <span class="hint">
            <Status status={invoice.status} />
            {invoice.status === "open" && ` · ${statusWords.closes(shortDay(invoice.closing_date, language))}`}
          </span>
        </span>
        <span class="much">
          <Money cents={invoice.balance_cents} />
        </span>
      </a>
    </li>
  );
}
