// Changes or deletes many rows one after another, each as if alone, so that legs and series see the changes before them.
import { joinProblems, type Problems, problemIf, valid, type WithProblems } from "../fields/with_problems.ts";
import type { Change } from "../post/change.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import { chooseAccountOrCard } from "./account_or_card.ts";
import type { EditRequest } from "./edit_request.ts";
import { editRow } from "./edit_row.ts";
import { editSeries, endSeries } from "./edit_series.ts";
import { editPair, planPairEdit } from "./pair.ts";
import { planRowEdit } from "./plan_edit.ts";
import { editableTransaction, type StoredTransaction } from "./stored.ts";
import type { StoredMany } from "./stored_many.ts";

interface Done {
  change: Change;
  /** By field, with the rows that have it. */
  problems: Problems;
}

interface BulkEdit {
  today: string;
  now: Date;
  signIsMeant: boolean;
}

export function changeMany(many: StoredMany, request: EditRequest, editing: BulkEdit): Done {
  const state = openState(many);
  const refused: RowProblems[] = [];
  for (const id of many.rows.keys()) {
    const { value: change, problems } = changeOne(many, state.storedOf(id) as StoredTransaction, request, editing);
    if (!change) {
      refused.push({ id, problems });
      continue;
    }
    state.put(...change.rows);
    if (change.series) state.putSeries(change.series, change.series.rows);
  }
  return { change: state.change(), problems: joinRows(refused) };
}

interface RowChange {
  /** Of a transfer both legs. */
  rows: readonly StoredRow[];
  series?: NonNullable<StoredTransaction["series"]> | undefined;
}

/** Undefined where there are problems. */
function changeOne(
  many: StoredMany,
  stored: StoredTransaction,
  request: EditRequest,
  { today, now, signIsMeant }: BulkEdit,
): WithProblems<RowChange | undefined> {
  const editable = editableTransaction(stored);
  const accountOrCard = chooseAccountOrCard(request, many.accountsAndCards, editable);
  const bookingProblems = joinProblems(problemIf(!many.hasCategory, "category_id", { kind: "unknown" }), accountOrCard.problems);
  const plan = {
    accountOrCard: accountOrCard.value,
    extendedThrough: many.extendedThrough,
    signIsMeant,
    accountsAndCards: many.accountsAndCards,
    purchase: undefined,
    problems: bookingProblems,
  };
  if (stored.otherLeg) {
    const { value: edit, problems } = planPairEdit(request, editable, plan);
    const all = joinProblems(bookingProblems, problems);
    if (all.length > 0) return { value: undefined, problems: all };
    return valid({ rows: editPair(stored.row, stored.otherLeg, edit, now) });
  }
  const { value: edit, problems } = planRowEdit(request, editable, plan);
  const all = joinProblems(bookingProblems, problems);
  if (all.length > 0) return { value: undefined, problems: all };
  const { row, series } = stored;
  const editing = { scope: "one", edit, today, paidBeforeCard: many.paidBeforeCard, now } as const;
  const after = editRow(stored, editing, row);
  const addedCents = after.amount_cents - row.amount_cents;
  return valid({ rows: [after], series: series && { ...series, ...editSeries(stored, editing, series, addedCents) } });
}

/** Of a transfer both legs go. */
export function removeMany(many: StoredMany, now: Date): Done {
  const state = openState(many);
  for (const id of many.rows.keys()) {
    const stored = state.storedOf(id);
    if (!stored) continue;
    const { row, series, otherLeg } = stored;
    state.remove(row.id);
    if (otherLeg) state.remove(otherLeg.id);
    if (!series) continue;
    const ended = endSeries(stored, "one", series, -row.amount_cents, now);
    if (ended) state.putSeries(ended, series.rows - 1);
    else state.removeSeries(series.id);
  }
  return { change: state.change(), problems: [] };
}

/** The rows and series as they are so far. */
function openState({ rows, otherLegs, series, kinds, cards }: StoredMany) {
  const before = new Map([...rows, ...otherLegs]);
  const current = new Map(before);
  const touched = new Set<number>();
  const currentSeries = new Map(series);
  const touchedSeries = new Set<number>();
  const chosen = <Value>(from: ReadonlyMap<number, Value>, ids: ReadonlySet<number>): Value[] =>
    [...ids].map((id) => from.get(id)).filter((each) => each !== undefined);
  return {
    storedOf: (id: number): StoredTransaction | undefined => {
      const row = current.get(id);
      if (!row) return;
      return {
        row,
        categoryKind: kinds.get(row.category_id) ?? "none",
        series: row.series_id === null ? undefined : currentSeries.get(row.series_id),
        otherLeg: row.oposite_transaction_id === null ? undefined : current.get(row.oposite_transaction_id),
        cards,
      };
    },
    put: (...changed: readonly StoredRow[]) => {
      for (const row of changed) {
        current.set(row.id, row);
        touched.add(row.id);
      }
    },
    remove: (id: number) => {
      current.delete(id);
      touched.add(id);
    },
    putSeries: (changed: StoredSeries, rowsLeft: number) => {
      const stored = series.get(changed.id) as NonNullable<StoredTransaction["series"]>;
      currentSeries.set(changed.id, { ...stored, ...changed, rows: rowsLeft });
      touchedSeries.add(changed.id);
    },
    removeSeries: (id: number) => {
      currentSeries.delete(id);
      touchedSeries.add(id);
    },
    change: (): Change => ({
      before: { transactions: chosen(before, touched), series: chosen(series, touchedSeries) },
      after: { transactions: chosen(current, touched), series: chosen(currentSeries, touchedSeries) },
    }),
  };
}

interface RowProblems {
  id: number;
  problems: Problems;
}

/** The same problem of many rows is one that names them. */
function joinRows(rows: readonly RowProblems[]): Problems {
  const all = rows.flatMap(({ id, problems }) => problems.map(([field, problem]) => ({ id, field, problem })));
  const same = Map.groupBy(all, ({ field, problem }) => `${field} ${JSON.stringify(problem)}`);
  return [...same.values()].map((list) => {
    const { field, problem } = list[0]!;
    return [field, { ...problem, rows: list.map(({ id }) => id) }];
  });
}
