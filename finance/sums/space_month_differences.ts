// What a change of rows does to the sums of a space's own months: that of calendar months, once each row is dated by the name of its month.
import type { Months } from "../calendar/months.ts";
import type { StoredRow } from "../tables/tables.ts";
import { type AccountMonth, type CategoryMonth, differencesOf } from "./differences.ts";

export interface SpaceMonthDifferences {
  account_space_months: AccountMonth[];
  category_space_months: CategoryMonth[];
}

interface Rows {
  transactions?: readonly StoredRow[];
}

/** `through`: the last month whose sums are kept. */
export function spaceMonthDifferences(
  before: Rows,
  after: Rows,
  { months, through }: { months: Months; through: string },
): SpaceMonthDifferences {
  const dated = ({ transactions = [] }: Rows) => ({
    transactions: transactions.map((row) => ({ ...row, date: months.of(row.date) })).filter(({ date }) => date <= through),
  });
  const { account_months, category_months } = differencesOf(dated(before), dated(after));
  return { account_space_months: account_months, category_space_months: category_months };
}
