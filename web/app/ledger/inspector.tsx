// The details of one row beside its list: what it is, its instalments and its history. It follows the focused row.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { currentDay } from "../clock.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { longDay, monthName } from "../rules/day_names.ts";
import { invoiceMonth } from "../rules/days.ts";
import { isNeutral } from "../rules/figures.ts";
import { planOf } from "../rules/instalment_plan.ts";
import { authorOf } from "../rules/people.ts";
import type { Part, Transaction } from "../rules/records.ts";
import { stateOf } from "../rules/row_filter.ts";
import { seriesPath } from "../rules/series_scope.ts";
import { Icon } from "../ui/icon.tsx";
import { joinParts } from "../ui/join_parts.ts";
import { uiWords } from "../ui/words.ts";
import { amountText } from "./amount_text.ts";
import { authorWords } from "./author_words.ts";
import { BankMark } from "./bank_mark.tsx";
import { CategoryMark } from "./category_mark.tsx";
import { inspectorWords } from "./inspector_words.ts";
import { LargeMoney } from "./large_money.tsx";
import { listWords, rowActWords } from "./list_words.ts";
import { canBePaid, duplicate, markPaid } from "./row_acts.ts";
import { AuthorName } from "./row_author.tsx";
import { RowHistory } from "./row_history.tsx";
import { type Names, placeNameOf, useNames } from "./row_names.ts";
import { rowWords } from "./row_words.ts";
import type { Selection } from "./selection.tsx";
import { splitWords } from "./split_words.ts";
import { entryWords } from "./words.ts";

export function Inspector({ rows, selection }: { rows: readonly Transaction[]; selection: Selection }) {
  const row = rows.find(({ id }) => id === selection.inspected.value);
  return (
    <aside class="inspector" aria-label={inspectorWords.title}>
      <header>
        <p class="hint">{row && joinParts(kindOf(row), longDay(row.date, language, currentDay()))}</p>
        <button type="button" class="quiet small" aria-label={uiWords.close} onClick={() => void selection.inspect(undefined)}>
          <Icon name="close" />
        </button>
      </header>
      {row ? <Details row={row} /> : <p class="hint">{inspectorWords.pick}</p>}
    </aside>
  );
}

function kindOf(row: Transaction): string {
  if (row.paid_credit_card_id !== null) return listWords.payment;
  if (isNeutral(row)) return listWords.transfer;
  return row.amount_cents > 0 ? inspectorWords.income : inspectorWords.expense;
}

function Details({ row }: { row: Transaction }) {
  const store = useStore();
  const names = useNames();
  const category = names.categories.get(row.category_id);
  const isSettled = useSettled(row.id);
  return (
    <>
      <div class="inspected-head">
        <CategoryMark category={category} {...(isNeutral(row) && { icon: "transfer" as const })} />
        <div>
          <h2>{row.description}</h2>
          <p class="hint">{isNeutral(row) ? placeNameOf(names, row) : category?.name}</p>
        </div>
      </div>
      <p class="inspected-amount">
        <LargeMoney
          cents={isNeutral(row) ? row.amount_cents : Math.abs(row.amount_cents)}
          plain={row.amount_cents < 0 || isNeutral(row)}
        />
      </p>
      {isSettled && row.total_installments > 1 && <Plan key={row.id} row={row} />}
      <Facts row={row} names={names} />
      {isSettled && <RowHistory key={row.id} row={row} />}
      <div class="acts">
        <a class="button" href={`/transactions/${row.id}`}>
          {uiWords.edit}
        </a>
        {!store.isReadOnly.value && canBePaid(row) && (
          <button type="button" onClick={() => void markPaid(store, row)}>
            {row.paid ? rowActWords.markUnpaid : rowActWords.markPaid}
          </button>
        )}
        {!store.isReadOnly.value && !isNeutral(row) && (
          <button type="button" onClick={() => void duplicate(store, row)}>
            {rowWords.duplicate}
          </button>
        )}
      </div>
    </>
  );
}

/** While somebody walks through the list, nothing is requested. */
const CALM_MS = 250;

function useSettled(id: number): boolean {
  const settled = useSignal<number | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = id), CALM_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return settled.value === id;
}

function Facts({ row, names }: { row: Transaction; names: Names }) {
  const place = placeNameOf(names, row);
  const state = stateOf(row, currentDay());
  const invoice = row.credit_card_invoice_id;
  const author = authorOf(useStore().people.value, row);
  const facts: [label: string, value: ComponentChildren][] = [
    [splitWords.title, row.parts && <PartList parts={row.parts} names={names} />],
    [listWords.place, place && <WithMark name={place} />],
    [inspectorWords.invoice, invoice !== null && monthName(invoiceMonth(invoice), language)],
    [inspectorWords.state, stateText(row, state)],
    [inspectorWords.fixed, row.recurring && inspectorWords.everyMonth],
    [entryWords.tags, row.tags.map(({ name }) => `#${name}`).join(" ")],
    [entryWords.notes, row.notes],
    [authorWords.label, author && <AuthorName author={author} />],
    [inspectorWords.created, longDay(row.created_at.slice(0, 10), language, currentDay())],
  ];
  return (
    <dl class="row-facts">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function PartList({ parts, names }: { parts: readonly Part[]; names: Names }) {
  const store = useStore();
  return (
    <ul class="part-list">
      {parts.map(({ category_id: id, amount_cents: cents, description, tags }, index) => (
        <li key={index}>
          <span>{joinParts(names.categories.get(id)?.name, description, ...tags.map(({ name }) => `#${name}`))}</span>
          <span>{amountText(store, cents)}</span>
        </li>
      ))}
    </ul>
  );
}

function stateText(row: Transaction, state: "paid" | "open" | "overdue"): ComponentChildren {
  if (state === "overdue") return <span class="status overdue">{listWords.overdue}</span>;
  if (state === "paid") return inspectorWords.paid;
  return row.credit_card_id === null ? listWords.unpaid : inspectorWords.onInvoice;
}

const WithMark = ({ name }: { name: string }) => (
  <span class="with-mark">
    <BankMark name={name} />
    {name}
  </span>
);

function Plan({ row }: { row: Transaction }) {
  const store = useStore();
  const rows = useData<Transaction[]>(seriesPath(row, currentDay())).data;
  if (!rows) return null;
  const { steps, totalCents, pastCents, aheadCents } = planOf(rows, row);
  return (
    <section class="plan" aria-label={inspectorWords.plan}>
      <p>{inspectorWords.part(row.installment, row.total_installments, amountText(store, totalCents))}</p>
      <div class="plan-steps" aria-hidden="true">
        {steps.map(({ month, when }, index) => (
          <i key={`${month} ${index}`} class={when} />
        ))}
      </div>
      <p class="hint">
        <span>{inspectorWords.past(amountText(store, pastCents))}</span>
        <span>{inspectorWords.ahead(amountText(store, aheadCents))}</span>
      </p>
    </section>
  );
}
