// Sums of a space's own months, in a post: they are kept only where months do not begin on the first, and as far as they are built.
import { isPlain, type Months, monthsOf } from "../calendar/months.ts";
import { type SpaceMonthDifferences, spaceMonthDifferences } from "../sums/space_month_differences.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { StoredSpace } from "./stored_space.ts";

/** The latest name that a month can have. Sums that are built through it are complete. */
export const LAST_NAME = "2200-01-01";

type Rule = Pick<StoredSpace, "month_start_day" | "month_start_weekend">;

const ruleOf = ({ month_start_day: startDay, month_start_weekend: weekend }: Rule) => ({ startDay, weekend });

export const monthsOfSpace = (space: Rule): Months => monthsOf(ruleOf(space));

export interface PostedSpaceMonths {
  /** As the write has read it. If more is built by now, the post is refused, and the write begins again. */
  through: string | null;
  /** Whether they are right after the post. */
  keeps: boolean;
  /** The rule changes, so that all of them are built anew. */
  resets: boolean;
}

export interface SpaceMonthsPart extends Partial<SpaceMonthDifferences> {
  space_months?: PostedSpaceMonths;
}

interface Changed {
  before: { transactions?: readonly StoredRow[] };
  after: { transactions?: readonly StoredRow[] };
  space?: Partial<StoredSpace>;
}

/** Nothing where months begin on the first. `isWhole`: the change has all rows that the post writes. */
export function spaceMonthsPart(
  space: StoredSpace,
  { before, after, space: columns }: Changed,
  isWhole: boolean,
): SpaceMonthsPart {
  const changed = { ...space, ...columns };
  const resets = changed.month_start_day !== space.month_start_day || changed.month_start_weekend !== space.month_start_weekend;
  if (isPlain(ruleOf(space)) && !resets) return {};
  const { space_months_through: through, space_months_version: version } = space;
  const keeps = isWhole && !resets && through !== null && version === space.version;
  return {
    space_months: { through, keeps, resets },
    ...(keeps && spaceMonthDifferences(before, after, { months: monthsOfSpace(space), through })),
  };
}
