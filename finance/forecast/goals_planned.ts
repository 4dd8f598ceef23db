// What goals need each month, beside a forecast: it lowers what is available and leaves the balance as it is.
import { Type } from "typebox";
import { sumsOf } from "../goals/goal.ts";
import { paceOf, plannedReserves } from "../goals/pace.ts";
import type { GoalWithEarmarks } from "../goals/queries.ts";
import type { Forecast } from "./project.ts";

export interface PlannedOfGoal {
  date: string;
  goal_id: number;
  name: string;
  amount_cents: number;
}

/** The earliest first. */
export function plannedByGoals(goals: readonly GoalWithEarmarks[], today: string, end: string): PlannedOfGoal[] {
  return goals
    .flatMap((goal) =>
      plannedReserves(goal, paceOf(goal, sumsOf(goal.earmarks), today), today).map((planned) => ({
        ...planned,
        goal_id: goal.id,
        name: goal.name,
      })),
    )
    .filter(({ date }) => date <= end)
    .sort((one, other) => one.date.localeCompare(other.date) || one.goal_id - other.goal_id);
}

const Day = Type.String({ format: "date" });
const AvailableReply = Type.Object({ date: Day, available_cents: Type.Integer() });

export const GoalsReply = Type.Object(
  {
    reserved_cents: Type.Integer({ description: "What goals have reserved, as of now" }),
    available_cents: Type.Integer({ description: "balance_cents less that" }),
    final_available_cents: Type.Integer({ description: "After the last day" }),
    lowest_available: Type.Object(AvailableReply.properties, { description: "The first of the days with the least" }),
    planned: Type.Array(Type.Object({ date: Day, goal_id: Type.Integer(), name: Type.String(), amount_cents: Type.Integer() }), {
      description: "What goals need each month, on its last day",
    }),
    days: Type.Array(AvailableReply, {
      description: "Of every day, today first: the balance less what is reserved and planned by then",
    }),
  },
  {
    description:
      "With goals=true: what is available. What is planned to be reserved moves no money, so the balances are without it",
  },
);

export function presentGoals(forecast: Forecast, reservedCents: number, planned: readonly PlannedOfGoal[]) {
  let next = 0;
  let reserved = reservedCents;
  const days = forecast.days.map(({ date, balance_cents: balance }) => {
    for (let each = planned[next]; each && each.date <= date; each = planned[++next]) reserved += each.amount_cents;
    return { date, available_cents: balance - reserved };
  });
  const lowest = days.reduce((least, day) => (day.available_cents < least.available_cents ? day : least));
  return {
    reserved_cents: reservedCents,
    available_cents: forecast.balance_cents - reservedCents,
    final_available_cents: (days.at(-1) as (typeof days)[number]).available_cents,
    lowest_available: lowest,
    planned: [...planned],
    days,
  };
}
