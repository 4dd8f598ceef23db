// Rows of money, as every list shows them.
import { useContext } from "preact/hooks";
import { Money, useData } from "./parts.tsx";
import { dayName } from "./rules/days.ts";
import { byDay, isNeutral, partOf } from "./rules/ledger.ts";
import type { Account, Card, Category, Transaction } from "./rules/records.ts";
import { SelectionContext, Tick } from "./selection.tsx";
import { language, words } from "./words.ts";

export function Days({ rows }: { rows: readonly Transaction[] }) {
  return (
    <div class="panel flush">
      {byDay(rows).map((day) => (
        <section class="day" key={day.date} aria-label={dayName(day.date, language)}>
          <h2>
            <span>{dayName(day.date, language)}</span>
            <Money cents={day.sumCents} plain />
          </h2>
          <ul>
            {day.rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export function Row({ row }: { row: Transaction }) {
  const categories = useData<Category[]>("/categories").data;
  const category = categories?.find(({ id }) => id === row.category_id);
  const place = usePlaceName(row);
  const selection = useContext(SelectionContext);
  const marks = [partOf(row), row.recurring && words.list.fixed, !row.paid && row.credit_card_id === null && words.list.unpaid];
  const what = row.paid_credit_card_id !== null ? words.list.payment : isNeutral(row) ? words.list.transfer : category?.name;
  return (
    <li class={selection ? "row selectable" : "row"} data-id={row.id}>
      {selection && <Tick row={row} selection={selection} />}
      <a href={`/transactions/${row.id}`}>
        <i class="dot" style={{ background: category ? `#${category.color}` : undefined }} aria-hidden="true" />
        <span class="what">
          <strong>{row.description}</strong>
          <span class="hint">{[what, place, ...row.tags.map(({ name }) => `#${name}`)].filter(Boolean).join(" · ")}</span>
        </span>
        <span class="much">
          <Money cents={row.amount_cents} />
          {marks.some(Boolean) && <span class="hint">{marks.filter(Boolean).join(" · ")}</span>}
        </span>
      </a>
    </li>
  );
}

function usePlaceName(row: Transaction): string | undefined {
  const accounts = useData<Account[]>("/accounts").data;
  const cards = useData<Card[]>("/credit_cards").data;
  const found =
    row.credit_card_id === null
      ? accounts?.find(({ id }) => id === row.account_id)
      : cards?.find(({ id }) => id === row.credit_card_id);
  return found?.name;
}
