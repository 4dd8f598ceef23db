// Days of a series, computed by the database: the same rule as `dayAfter` of the calendar, for many rows at once.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { STEPS } from "../calendar/periodicity.ts";

/** An expression: the day that many steps after the anchor, or before it. */
export function dateAfter(anchor: Sql, periodicity: Sql, steps: Sql): Sql {
  const days = sql`(case ${periodicity} ${trusted(choices("days"))} else 0 end)`;
  return sql`(${anchor} + make_interval(months => ${monthsPerStep(periodicity)} * (${steps}), days => ${days} * (${steps})))::date`;
}

/** An expression: 0 for what is counted in days. */
export function monthsPerStep(periodicity: Sql): Sql {
  return sql`(case ${periodicity} ${trusted(choices("months"))} else 0 end)`;
}

function choices(unit: "months" | "days"): string {
  const steps: [string, { months?: number; days?: number }][] = Object.entries(STEPS);
  return steps.flatMap(([name, step]) => (step[unit] ? [`when '${name}' then ${step[unit]}`] : [])).join(" ");
}
