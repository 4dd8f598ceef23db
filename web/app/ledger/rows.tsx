// Rows of money, as every list shows them.
import { useSignal } from "@preact/signals";
import { useContext, useEffect, useMemo } from "preact/hooks";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import type { BalancePoint } from "../rules/balance_points.ts";
import { dayName, shortDay } from "../rules/day_names.ts";
import { isNeutral } from "../rules/figures.ts";
import { byCategory, byDay, partOf } from "../rules/ledger.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";
import { here } from "../shell/router.ts";
import { amountText } from "./amount_text.ts";
import { CategoryMark } from "./category_mark.tsx";
import { figureWords } from "./figure_words.ts";
import { listWords } from "./list_words.ts";
import { Money } from "./money.tsx";
import { type Cell, RowEditor } from "./row_editor.tsx";
import { type Selection, SelectionContext, Tick } from "./selection.tsx";

interface DaysProps {
  rows: readonly Transaction[];
  /** Balance at the end of each day, if one account is selected. */
  balances?: ReadonlyMap<string, BalancePoint>;
}

export function Days({ rows, balances }: DaysProps) {
  const names = useNames();
  const isDrawn = useInSteps(rows);
  return (
    <div class="panel flush ledger">
      {byDay(rows).map((day) => (
        <section class="day" key={day.date} aria-label={dayName(day.date, language)}>
          <h2>
            <span>{dayName(day.date, language)}</span>
            <span class="sums">
              <DayBalance at={balances?.get(day.date)} />
              {day.resultCents !== undefined && (
                <span title={figureWords.dayResult}>
                  <span class="unseen">{figureWords.dayResult} </span>
                  <Money cents={day.resultCents} plain />
                </span>
              )}
            </span>
          </h2>
          <ul>
            {day.rows.filter(isDrawn).map((row) => (
              <Row key={row.id} row={row} names={names} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function DayBalance({ at }: { at: BalancePoint | undefined }) {
  const store = useStore();
  return at ? <span class="at-its-end">{`${figureWords.balance[at.when]} ${amountText(store, at.balance_cents)}`}</span> : null;
}

/** Rows by category, the largest sum first. */
export function Categories({ rows }: { rows: readonly Transaction[] }) {
  const names = useNames();
  return (
    <div class="panel flush ledger">
      {byCategory(rows).map(({ categoryId, rows: rowsOfCategory, sumCents }) => {
        const name = names.categories.get(categoryId)?.name ?? "";
        return (
          <section class="day" key={categoryId} aria-label={name}>
            <h2>
              <span>{name}</span>
              <Money cents={sumCents} plain />
            </h2>
            <ul>
              {rowsOfCategory.map((row) => (
                <Row key={row.id} row={row} names={names} isDated />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** Height of a row in compact lists, in pixels. */
const LOWEST_ROW_PX = 34;
/** Used while a page that was opened in the background has no height. */
const LEAST_ROWS = 20;
/** Each step draws this many times as many rows. */
const STEP = 8;
/** Pause between steps, so that the page reacts to input. */
const CALM_MS = 200;

/** Which rows are drawn: at once those on the screen, or above a restored scroll position; the others in steps. */
function useInSteps(rows: readonly Transaction[]): (row: Transaction) => boolean {
  const lowest = innerHeight + (here.peek().returnsTo?.top ?? 0);
  const count = useSignal(Math.max(LEAST_ROWS, Math.ceil(lowest / LOWEST_ROW_PX)));
  const isWhole = rows.length <= count.value;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => (count.value *= STEP), CALM_MS);
    return () => clearTimeout(timer);
  }, [isWhole, count.value]);
  if (isWhole) return () => true;
  const first = new Set(
    byDay(rows)
      .flatMap((day) => day.rows)
      .slice(0, count.value),
  );
  return (row) => first.has(row);
}

interface Names {
  categories: ReadonlyMap<number, Category>;
  accounts: ReadonlyMap<number, Account>;
  cards: ReadonlyMap<number, Card>;
}

/** Loaded once for all rows. */
function useNames(): Names {
  const categories = useData<Category[]>("/categories").data;
  const accounts = useData<Account[]>("/accounts").data;
  const cards = useData<Card[]>("/credit_cards").data;
  return useMemo(
    () => ({ categories: byId(categories), accounts: byId(accounts), cards: byId(cards) }),
    [categories, accounts, cards],
  );
}

const byId = <T extends { id: number }>(records: readonly T[] = []) => new Map(records.map((each) => [each.id, each]));

function Row({ row, names, isDated = false }: { row: Transaction; names: Names; isDated?: boolean }) {
  const store = useStore();
  const category = names.categories.get(row.category_id);
  const place = row.credit_card_id === null ? names.accounts.get(row.account_id) : names.cards.get(row.credit_card_id);
  const selection = useContext(SelectionContext);
  const editing = selection?.editing.value;
  if (selection && editing?.id === row.id)
    return <RowEditor row={row} editing={editing} onClose={() => (selection.editing.value = undefined)} />;
  const isChanged = store.changedElsewhere.value.has(row.id);
  const marks = [
    isChanged && listWords.changed,
    partOf(row),
    row.recurring && listWords.fixed,
    !row.paid && row.credit_card_id === null && listWords.unpaid,
  ];
  const what = row.paid_credit_card_id !== null ? listWords.payment : isNeutral(row) ? listWords.transfer : category?.name;
  const canEdit = selection !== undefined && !store.isReadOnly.value && !isNeutral(row);
  return (
    <li class={["row", selection && "selectable", isChanged && "changed"].filter(Boolean).join(" ")} data-id={row.id}>
      {selection && !store.isReadOnly.value && <Tick row={row} selection={selection} />}
      <a
        href={`/transactions/${row.id}`}
        class={canEdit ? "cells-edit" : undefined}
        {...(canEdit && { onClick: (event: MouseEvent) => editCell(event, row, selection) })}
      >
        <CategoryMark category={category} icon={iconOfRow(row)} />
        <span class="what">
          <strong>{row.description}</strong>
          <span class="hint cells">
            {isDated ? <span>{shortDay(row.date, language)}</span> : <span data-cell="category">{what}</span>}
            <span data-cell="place">{place?.name}</span>
            <span>{row.tags.map(({ name }) => `#${name}`).join(" ")}</span>
          </span>
        </span>
        <span class="much">
          <span data-cell="amount">
            <Money cents={row.amount_cents} />
          </span>
          {marks.some(Boolean) && <span class="hint">{marks.filter(Boolean).join(" · ")}</span>}
        </span>
      </a>
    </li>
  );
}

/** With a pointer a cell is edited in place and the description opens the row. On touch screens the whole row opens it. */
function editCell(event: MouseEvent, row: Transaction, selection: Selection): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]")?.dataset.cell as Cell | undefined;
  if (!cell || event.ctrlKey || event.metaKey || event.shiftKey || !matchMedia("(min-width: 56rem) and (hover: hover)").matches)
    return;
  event.preventDefault();
  selection.editing.value = { id: row.id, cell };
}

const iconOfRow = (row: Transaction) => (row.paid_credit_card_id !== null ? "receipt" : isNeutral(row) ? "transfer" : undefined);
