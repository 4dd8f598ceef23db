// Finds the period of a series from the days of its rows, because the source does not return it.
import { addDays } from "../../finance/calendar/day.ts";
import { dayAfter, PERIODICITIES, type Periodicity, stepsThrough } from "../../finance/calendar/periodicity.ts";
import { plainFieldsOf } from "../../finance/rows/plain_fields.ts";
import { dateOf } from "../../finance/series/occurrences.ts";
import type { StoredRow, StoredSeries } from "../../finance/tables/tables.ts";

export interface FoundSeries {
  series: StoredSeries;
  /** The occurrence number of each row, by its id. */
  occurrences: Map<number, number>;
  /** Fields that all rows share. */
  ofEach: Pick<StoredRow, "recurring" | "total_installments">;
}

const MOST_INSTALMENTS = 480;

/** Undefined if the rows follow no known rule. `number`: a row's instalment number at the source. */
export function seriesFrom(
  id: number,
  rows: readonly StoredRow[],
  number: (row: StoredRow) => number,
  today: string,
): FoundSeries | undefined {
  const isFixed = rows[0]?.recurring === true;
  const byDate = (one: StoredRow, other: StoredRow) =>
    one.date === other.date ? one.id - other.id : one.date < other.date ? -1 : 1;
  const sorted = [...rows].sort(isFixed ? byDate : (one, other) => number(one) - number(other));
  const [first, last] = [sorted[0] as StoredRow, sorted.at(-1) as StoredRow];
  if (first.total_installments > MOST_INSTALMENTS) return;
  const periodicity = periodicityOf(sorted.map(({ date }) => date));
  if (periodicity === undefined) return;
  const occurrences = new Map<number, number>();
  const anchor = isFixed ? 1 : number(first);
  let previous = 0;
  for (const row of sorted) {
    const counted = isFixed ? Math.max(nearestStep(first.date, periodicity, row.date) + 1, previous + 1) : number(row);
    if (counted <= previous || (!isFixed && counted > first.total_installments)) return;
    occurrences.set(row.id, counted);
    previous = counted;
  }
  const { account_id, credit_card_id, category_id, amount_cents, created_at, updated_at } = last;
  const total = { total_installments: isFixed ? 1 : first.total_installments };
  const series: StoredSeries = {
    ...{ id, kind: isFixed ? "fixed" : "installments", periodicity, ...total },
    total_cents: isFixed ? null : rows.reduce((sum, row) => sum + row.amount_cents, 0),
    ...{ anchor_date: first.date, anchor_occurrence: anchor, last_occurrence: isFixed ? previous : first.total_installments },
    ended: !isFixed,
    ...{
      account_id,
      credit_card_id,
      pinned_invoice: null,
      category_id,
      parts: null,
      amount_cents,
      ...plainFieldsOf(last),
      created_at,
      created_by_id: null,
      updated_at,
    },
  };
  const ended = !isFixed || dateOf(series, previous + 1) <= today;
  return { series: { ...series, ended }, occurrences, ofEach: { recurring: isFixed, ...total } };
}

/** The period that hits most days; if tied, the one with the fitting number of rows. A single row is monthly. */
function periodicityOf(days: readonly string[]): Periodicity | undefined {
  const first = days[0] as string;
  if (days.length === 1) return "monthly";
  const hits = PERIODICITIES.map((each) => {
    const last = days.at(-1) as string;
    const steps = Math.max(stepsThrough(first, each, last), 0);
    const hit = days.filter((day) => dayAfter(first, each, nearestStep(first, each, day)) === day).length;
    // A period with far more days than rows hits them by chance.
    return { each, hit, missing: Math.abs(steps + 1 - days.length), isLikely: steps + 1 <= days.length * 1.5 + 1 };
  });
  const best = hits
    .filter(({ isLikely }) => isLikely)
    .sort((one, other) => other.hit - one.hit || one.missing - other.missing)[0];
  return best && best.hit * 2 >= days.length ? best.each : undefined;
}

function nearestStep(anchor: string, periodicity: Periodicity, day: string): number {
  const below = stepsThrough(anchor, periodicity, day);
  const distance = (step: number) => Math.abs(Date.parse(dayAfter(anchor, periodicity, step)) - Date.parse(day));
  return distance(below + 1) < distance(below) ? below + 1 : below;
}

/** The day up to which all open series have rows. */
export function extendedThrough(all: readonly StoredSeries[], end: string): string {
  const open = all.filter(({ kind, ended }) => kind === "fixed" && !ended);
  return open
    .map((series) => addDays(dateOf(series, series.last_occurrence + 1), -1))
    .reduce((least, day) => (day < least ? day : least), end);
}
