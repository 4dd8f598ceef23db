// What is free until the next income: the balance today less what goals have reserved and what is committed before it. docs/figures.md defines both.
import { addDays, daysBetween } from "../calendar/day.ts";
import type { ForecastRows } from "../forecast/find_forecast.ts";
import type { Expected } from "../forecast/project.ts";

/** The latest ones are summed up. */
export const MOST_NEXT = 5;
/** Of the largest day of income that is expected: less than a tenth of it is not what people live on until the next. */
const LEAST_SHARE = 10;

interface Days {
  today: string;
  /** Where no income is expected. */
  endOfMonth: string;
}

/** `cardNames`: by id. */
export function freeOf(forecast: ForecastRows, { today, endOfMonth }: Days, cardNames: ReadonlyMap<number, string>) {
  const { balanceCents, reservedCents, expected, legs } = forecast;
  const isIncome = (row: Expected) => row.amount_cents > 0 && !legs.has(row.transaction_id ?? 0);
  const income = nextIncome(expected.filter((row) => isIncome(row) && row.date > today));
  const until = income ? addDays(income.date, -1) : endOfMonth;
  const within = expected.filter(({ date }) => date <= until);
  const committed = withoutPairs(
    within.filter((row) => !isIncome(row)),
    legs,
  );
  const days = daysBetween(today, until) + 1;
  const freeCents = balanceCents - reservedCents + sumOf(committed);
  const next = committed.filter(({ date }) => date >= today).toSorted(byDate);
  const more = next.slice(MOST_NEXT);
  return {
    until,
    days,
    income: income && {
      date: income.date,
      description: income.description,
      amount_cents: income.amount_cents,
      transaction_id: income.transaction_id,
    },
    free_cents: freeCents,
    free_per_day_cents: Math.max(0, Math.floor(freeCents / days)),
    reserved_cents: reservedCents,
    committed_cents: -sumOf(committed),
    uncounted_income_cents: sumOf(within.filter(isIncome)),
    committed: partsOf(committed, today, cardNames),
    next: next.slice(0, MOST_NEXT),
    more_count: more.length,
    more_cents: sumOf(more),
  };
}

/** The largest of the first day on which enough comes in. */
function nextIncome(coming: readonly Expected[]): Expected | null {
  const days = [...Map.groupBy(coming, ({ date }) => date)].sort(([one], [other]) => (one < other ? -1 : 1));
  const largest = Math.max(...days.map(([, rows]) => sumOf(rows)));
  const [, rows = []] = days.find(([, each]) => sumOf(each) * LEAST_SHARE >= largest) ?? [];
  return rows.toSorted((one, other) => other.amount_cents - one.amount_cents)[0] ?? null;
}

/** A transfer of which both legs are here moves nothing in or out. */
function withoutPairs(rows: readonly Expected[], legs: ForecastRows["legs"]): Expected[] {
  const ids = new Set(rows.map(({ transaction_id: id }) => id));
  return rows.filter(({ transaction_id: id }) => !ids.has(legs.get(id ?? 0) ?? 0));
}

/** What is overdue, each card, and all else; the largest first. Together with what is free and reserved they are the balance. */
function partsOf(committed: readonly Expected[], today: string, cardNames: ReadonlyMap<number, string>) {
  const groups = Map.groupBy(committed, ({ date, credit_card_id: card }) => (date < today ? "overdue" : (card ?? "rows")));
  return [...groups]
    .map(([group, rows]) => ({
      kind: typeof group === "number" ? "credit_card" : group,
      credit_card_id: typeof group === "number" ? group : null,
      description: typeof group === "number" ? (cardNames.get(group) ?? "") : "",
      amount_cents: -sumOf(rows),
    }))
    .filter(({ amount_cents: cents }) => cents !== 0)
    .sort((one, other) => other.amount_cents - one.amount_cents);
}

function byDate(one: Expected, other: Expected): number {
  return one.date.localeCompare(other.date) || (one.transaction_id ?? 0) - (other.transaction_id ?? 0);
}

function sumOf(rows: readonly Expected[]): number {
  return rows.reduce((cents, row) => cents + row.amount_cents, 0);
}
