// What becomes of many rows: each is changed or deleted as if alone, one after another, so that the legs of a transfer and the rows of a
// series find what was done before them.
import type { Problem } from "../fields/problems.ts";
import { addProblem, type Submitted } from "../fields/record.ts";
import type { Change } from "../post/change.ts";
import type { StoredRow } from "../rows/stored_row.ts";
import type { StoredSeries } from "../series/stored_series.ts";
import type { EditRequest } from "./edit_request.ts";
import { editRow } from "./edit_row.ts";
import { editSeries, endSeries } from "./edit_series.ts";
import { editPair, planPairEdit } from "./pair.ts";
import { choosePlace } from "./place.ts";
import { planRowEdit } from "./plan_edit.ts";
import { judgedAs, type StoredTransaction } from "./stored.ts";
import type { StoredMany } from "./stored_many.ts";

interface Done {
  change: Change;
  /** By field, with the rows that have it. */
  problems: [field: string, problem: Problem][];
}

interface Editing {
  today: string;
  now: Date;
  signIsMeant: boolean;
}

export function changeMany(many: StoredMany, request: EditRequest, { today, now, signIsMeant }: Editing): Done {
  const state = openState(many);
  const found = collectProblems();
  for (const id of many.rows.keys()) {
    const stored = state.storedOf(id) as StoredTransaction;
    const judged = judgedAs(stored);
    const record: Submitted = { fields: NO_FIELDS, problems: new Map() };
    if (!many.hasCategory) addProblem(record, "category_id", { kind: "unknown" });
    const place = choosePlace(record, request, many.places, judged);
    if (stored.otherLeg) {
      const edit = planPairEdit(record, request, judged, place);
      if (!found.add(id, record)) state.put(...editPair(stored.row, stored.otherLeg, edit, now));
      continue;
    }
    const edit = planRowEdit(record, request, judged, { place, extendedThrough: many.extendedThrough, signIsMeant });
    if (found.add(id, record)) continue;
    const editing = { scope: "one", edit, today, paidBeforeCard: many.paidBeforeCard, now } as const;
    const after = editRow(stored, editing, stored.row);
    state.put(after);
    if (stored.series)
      state.putSeries(
        editSeries(stored, editing, stored.series, after.amount_cents - stored.row.amount_cents),
        stored.series.rows,
      );
  }
  return { change: state.change(), problems: found.all() };
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

const NO_FIELDS: Submitted["fields"] = new Map();

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

/** The same problem of many rows is one that names them. */
function collectProblems() {
  const found = new Map<string, { field: string; problem: Problem; rows: number[] }>();
  return {
    /** Whether there is any. */
    add: (id: number, { problems }: Submitted): boolean => {
      for (const [field, list] of problems)
        for (const problem of list) {
          const key = `${field} ${JSON.stringify(problem)}`;
          const same = found.get(key) ?? { field, problem, rows: [] };
          found.set(key, same);
          same.rows.push(id);
        }
      return problems.size > 0;
    },
    all: () => [...found.values()].map(({ field, problem, rows }): [string, Problem] => [field, { ...problem, rows }]),
  };
}
