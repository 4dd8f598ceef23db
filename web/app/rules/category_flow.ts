// The flow of a month: from categories of income, through the month, to categories of expenses and what is left.
import type { CategoryReport } from "./budgets.ts";
import type { Category } from "./records.ts";
import { barsOf } from "./reports.ts";

export interface FlowPart {
  /** 0 for smaller categories together; undefined for what is left or missing. */
  id: number | undefined;
  name: string;
  cents: number;
}

export interface CategoryFlow {
  sources: FlowPart[];
  targets: FlowPart[];
  inCents: number;
  outCents: number;
  /** Of all parts of one side. */
  wholeCents: number;
}

export interface FlowNames {
  others: (count: number) => string;
  left: string;
  missing: string;
}

const MOST_SOURCES = 5;
const MOST_TARGETS = 10;

/** With what is predicted. A category whose refunds exceed its expenses is a source, and the other way around. */
export function categoryFlowOf(
  report: readonly CategoryReport[],
  categories: readonly Category[],
  month: string,
  names: FlowNames,
): CategoryFlow {
  const span = { first: month, last: month, months: 1 };
  const partsOf = (kind: "expenses" | "earnings") =>
    barsOf(ofMonth(report, month), categories, { kind, span }).map(({ id, name, predictedCents: cents }) => ({
      id,
      name,
      cents,
    }));
  const [earned, spent] = [partsOf("earnings"), partsOf("expenses")];
  const sources = [...earned.filter(isPositive), ...spent.filter(isNegative).map(turned)];
  const targets = [...spent.filter(isPositive), ...earned.filter(isNegative).map(turned)];
  const [inCents, outCents] = [sumOf(sources), sumOf(targets)];
  const [left, missing] = [inCents - outCents, outCents - inCents];
  return {
    sources: [
      ...largestOf(sources, MOST_SOURCES, names),
      ...(missing > 0 ? [{ id: undefined, name: names.missing, cents: missing }] : []),
    ],
    targets: [
      ...(left > 0 ? [{ id: undefined, name: names.left, cents: left }] : []),
      ...largestOf(targets, MOST_TARGETS, names),
    ],
    inCents,
    outCents,
    wholeCents: Math.max(inCents, outCents),
  };
}

const isPositive = ({ cents }: FlowPart) => cents > 0;
const isNegative = ({ cents }: FlowPart) => cents < 0;
const turned = (part: FlowPart): FlowPart => ({ ...part, cents: -part.cents });
const sumOf = (parts: readonly FlowPart[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** A report of one month, out of one of several. */
function ofMonth(report: readonly CategoryReport[], month: string): CategoryReport[] {
  return report.map((each) => ({ ...each, months: each.months.filter(({ date }) => date.startsWith(month)) }));
}

/** The largest first, and all others as one. */
function largestOf(parts: readonly FlowPart[], most: number, { others }: FlowNames): FlowPart[] {
  const sorted = [...parts].sort((one, other) => other.cents - one.cents);
  if (sorted.length <= most + 1) return sorted;
  const small = sorted.slice(most);
  return [...sorted.slice(0, most), { id: 0, name: others(small.length), cents: sumOf(small) }];
}
