// Reports: their periods, and figures derived from finance's replies.
import type { CategoryReport } from "./budgets.ts";
import { addMonths, isMonth } from "./days.ts";
import type { Flow } from "./flows.ts";
import type { Category } from "./records.ts";
import { CALENDAR, daysOf, type MonthRule } from "./space_months.ts";

export const SPANS = [1, 3, 6, 12, 24] as const;

export interface Span {
  first: string;
  last: string;
  months: number;
}

/** The period in the address, or the given number of months up to this one. */
export function spanOf(query: Record<string, string | undefined>, thisMonth: string, usual: number): Span {
  const last = isMonth(query.until) ? query.until : thisMonth;
  return spanEnding(last, SPANS.find((each) => String(each) === query.months) ?? usual);
}

export const spanEnding = (last: string, months: number): Span => ({ first: addMonths(last, 1 - months), last, months });

/** The same number of months directly before. */
export const spanBefore = ({ first, months }: Span): Span => ({
  first: addMonths(first, -months),
  last: addMonths(first, -1),
  months,
});

export const monthsOf = ({ first, months }: Span) => Array.from({ length: months }, (_, index) => addMonths(first, index));

export const periodOf = (from: Span, to = from, rule: MonthRule = CALENDAR) =>
  `start_date=${daysOf(from.first, rule).first}&end_date=${daysOf(to.last, rule).last}`;

export interface Bar {
  id: number;
  name: string;
  color: string;
  /** Spent or earned, without sign; negative if refunds are larger. */
  cents: number;
  predictedCents: number;
  /** Of the previous period. */
  beforeCents: number;
  hasChildren: boolean;
}

/** By category including subcategories, the largest first. `under`: only this one and its subcategories, each by itself. */
export function barsOf(
  report: readonly CategoryReport[],
  categories: readonly Category[],
  { kind, span, under }: { kind: "expenses" | "earnings"; span: Span; under?: number | undefined },
): Bar[] {
  const sign = kind === "expenses" ? -1 : 1;
  const bars = new Map<number, Bar>();
  const [first, before] = [`${span.first}-01`, `${spanBefore(span).first}-01`];
  for (const each of report) {
    if (each.kind !== kind) continue;
    const isUnder = each.category_id === under || each.parent_id === under;
    if (under !== undefined && !isUnder) continue;
    const id = under === undefined ? (each.parent_id ?? each.category_id) : each.category_id;
    const category = categories.find((one) => one.id === id);
    const bar = bars.get(id) ?? {
      id,
      name: category?.name ?? "",
      color: category?.color ?? "",
      cents: 0,
      predictedCents: 0,
      beforeCents: 0,
      hasChildren: id !== under && categories.some(({ parent_id: parent }) => parent === id),
    };
    for (const { date, total_cents: cents, predicted_total_cents: predicted } of each.months) {
      if (date >= first) {
        bar.cents += sign * cents;
        bar.predictedCents += sign * predicted;
      } else if (date >= before) bar.beforeCents += sign * predicted;
    }
    bars.set(id, bar);
  }
  return [...bars.values()]
    .filter((bar) => bar.cents !== 0 || bar.predictedCents !== 0)
    .sort((one, other) => other.predictedCents - one.predictedCents || one.id - other.id);
}

const MOST_BARS = 8;

/** The largest, and all others as one. */
export function largest(
  bars: readonly Bar[],
  rest: (count: number) => string,
): { bars: readonly Bar[]; others: Bar | undefined } {
  if (bars.length <= MOST_BARS + 1) return { bars, others: undefined };
  const small = bars.slice(MOST_BARS);
  const sum = (of: (bar: Bar) => number) => small.reduce((cents, bar) => cents + of(bar), 0);
  return {
    bars: bars.slice(0, MOST_BARS),
    others: {
      id: 0,
      name: rest(small.length),
      color: "",
      hasChildren: false,
      cents: sum(({ cents }) => cents),
      predictedCents: sum(({ predictedCents }) => predictedCents),
      beforeCents: sum(({ beforeCents }) => beforeCents),
    },
  };
}

/** Totals by month without sign, of one category with its subcategories or of all. */
export function monthlyCents(
  report: readonly CategoryReport[],
  months: readonly string[],
  { kind, under }: { kind: "expenses" | "earnings"; under?: number | undefined },
): number[] {
  const sign = kind === "expenses" ? -1 : 1;
  const own = report.filter(
    (each) => each.kind === kind && (under === undefined || each.category_id === under || each.parent_id === under),
  );
  return months.map((month) =>
    own.reduce(
      (sum, each) => sum + sign * (each.months.find(({ date }) => date.startsWith(month))?.predicted_total_cents ?? 0),
      0,
    ),
  );
}

export type FlowMonth = Flow & { date: string };

/** The parts of a month's columns. Expenses have no sign; expected amounts are stacked on realised ones. */
export function flowParts(months: readonly FlowMonth[]) {
  const of = (value: (month: FlowMonth) => number) => months.map(value);
  return {
    in: of((month) => month.earnings_cents),
    inExpected: of((month) => month.predicted_earnings_cents - month.earnings_cents),
    out: of((month) => -month.expenses_cents + 0),
    cards: of((month) => -month.credit_cards_cents + 0),
    outExpected: of(
      (month) =>
        month.expenses_cents + month.credit_cards_cents - month.predicted_expenses_cents - month.predicted_credit_cards_cents,
    ),
    result: of((month) => month.predicted_result_cents),
  };
}

/** Indexes of the largest and the smallest; the first of equals. */
export function extremes(cents: readonly number[]): { most: number; least: number } {
  let [most, least] = [0, 0];
  for (const [index, value] of cents.entries()) {
    if (value > (cents[most] as number)) most = index;
    if (value < (cents[least] as number)) least = index;
  }
  return { most, least };
}

/** By the month in which invoices are due, up to the last with instalments; without sign. */
export function instalmentMonths(
  invoices: readonly { date: string; amount_cents: number; installments_cents: number }[],
  first: string,
): { month: string; instalmentCents: number; otherCents: number }[] {
  const last = invoices
    .filter((each) => each.installments_cents !== 0)
    .map(({ date }) => date.slice(0, 7))
    .sort()
    .at(-1);
  const months = [];
  for (let month = first; last !== undefined && month <= last; month = addMonths(month, 1)) {
    const own = invoices.filter(({ date }) => date.startsWith(month));
    const instalmentCents = own.reduce((sum, each) => sum - each.installments_cents, 0);
    months.push({ month, instalmentCents, otherCents: own.reduce((sum, each) => sum - each.amount_cents, 0) - instalmentCents });
  }
  return months;
}

/** The purchases of each invoice without sign: the paid part and the rest. */
export function invoiceParts(invoices: readonly { amount_cents: number; payment_amount_cents: number }[]) {
  const total = invoices.map(({ amount_cents: cents }) => Math.max(0, -cents));
  const paid = invoices.map(({ payment_amount_cents: cents }, index) => Math.min(total[index] ?? 0, Math.abs(cents)));
  return { total, paid, unpaid: total.map((cents, index) => cents - (paid[index] ?? 0)) };
}

/** Without the empty ones before the first purchase, and after the last or the open one. */
export function spanOfInvoices<T extends { amount_cents: number; status: string }>(invoices: readonly T[]): readonly T[] {
  const first = invoices.findIndex(({ amount_cents: cents }) => cents !== 0);
  const last = invoices.findLastIndex(({ amount_cents: cents, status }) => cents !== 0 || status === "open");
  return first < 0 ? [] : invoices.slice(first, last + 1);
}

/** The average purchases of closed invoices: what has not happened does not count. Undefined if none is closed. */
export function meanOfClosed(
  invoices: readonly { amount_cents: number; payment_amount_cents: number; closing_date: string }[],
  today: string,
): { cents: number; count: number } | undefined {
  const closed = invoiceParts(invoices.filter(({ closing_date: closing }) => closing < today)).total.filter(
    (cents) => cents !== 0,
  );
  if (closed.length === 0) return undefined;
  return { cents: Math.round(closed.reduce((sum, cents) => sum + cents, 0) / closed.length), count: closed.length };
}
