// A goal as the API shows it.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { CATEGORY_ICONS } from "../tables/categories.ts";
import { emptyRecord } from "../tables/empty_record.ts";
import { GOAL_STATES, goals } from "../tables/goals.ts";
import type { VisibleColumns } from "../tables/table.ts";
import { type GoalSums, paceOf, STATUSES } from "./pace.ts";
import type { CountedMove, Earmark, GoalRow, GoalWithEarmarks, MoveRow } from "./queries.ts";

const Cents = (description: string) => Type.Integer({ description });
const CentsOrNull = (description: string) => Type.Unsafe<number | null>({ type: ["integer", "null"], description });
const Day = Type.String({ format: "date" });
const Moment = Type.String({ format: "date-time" });

const goalFields = {
  id: Type.Integer(),
  name: Type.String(),
  target_cents: Type.Integer(),
  target_date: Type.Unsafe<string | null>({ type: ["string", "null"], format: "date" }),
  icon: Type.Unsafe<string | null>({ type: ["string", "null"], enum: [...CATEGORY_ICONS, null] }),
  refills: Type.Boolean(),
  state: Type.String({ enum: [...GOAL_STATES] }),
  started_on: Type.String({ format: "date", description: "The day from which the plan counts" }),
  created_at: Moment,
  updated_at: Moment,
};

const EarmarkReply = Type.Object({ account_id: Type.Integer(), reserved_cents: Cents("What the goal has on the account") });

export const GoalReply = Type.Object({
  ...goalFields,
  status: Type.String({
    enum: [...STATUSES],
    description: "on_track: at least what equal shares from its start to its day ask for by the end of last month",
  }),
  reserved_cents: Cents("On all accounts together"),
  spent_cents: Cents("What purchases took from it"),
  saved_cents: Cents("What counts towards the target: what is reserved, and what was spent unless it refills"),
  remaining_cents: Cents("Up to the target"),
  months_left: CentsOrNull("This month and that of the day before the target's, both counted; 1 where that is past"),
  monthly_cents: CentsOrNull("What is needed in each of them, rounded up; null without a day, or where nothing is planned"),
  month_reserved_cents: Cents("Reserved less released this month"),
  month_missing_cents: CentsOrNull("What is still needed this month"),
  behind_cents: Cents("What is missing of the plan"),
  earmarks: Type.Array(EarmarkReply, { description: "By account" }),
});

export type GoalView = ReturnType<typeof presentGoal>;

export function presentGoal(goal: GoalWithEarmarks, { today, timeZone }: { today: string; timeZone: string }) {
  const isArchived = goal.state === "archived";
  return {
    ...presentStoredGoal(goal, timeZone),
    ...paceOf(goal, sumsOf(goal.earmarks), today),
    earmarks: goal.earmarks
      .filter(({ reserved_cents: cents }) => cents > 0 && !isArchived)
      .map(({ account_id, reserved_cents }) => ({ account_id, reserved_cents })),
  };
}

/** Without what its moves come to. */
export function presentStoredGoal(goal: GoalRow, timeZone: string) {
  return {
    id: goal.id,
    name: goal.name,
    target_cents: goal.target_cents,
    target_date: goal.target_date,
    icon: goal.icon,
    refills: goal.refills,
    state: goal.state,
    started_on: goal.started_on,
    created_at: momentText(goal.created_at, timeZone),
    updated_at: momentText(goal.updated_at, timeZone),
  } satisfies VisibleColumns<typeof goals>;
}

/** What a refused new goal is shown as. */
export const UNSAVED_GOAL = emptyRecord(Type.Object(goalFields), goals, {});

export const MoveReply = Type.Object({
  id: Type.Integer(),
  goal_id: Type.Integer(),
  account_id: Type.Integer(),
  amount_cents: Cents("Negative where the goal gives it up"),
  date: Day,
  position: Type.Integer({ description: "In the order in which they were made" }),
  transaction_id: CentsOrNull("The purchase that uses the goal"),
  created_at: Moment,
});

export const CountedMoveReply = Type.Object({
  ...MoveReply.properties,
  counted_cents: Cents("What it gives or takes now: a purchase at most its amount, and nothing once it is gone"),
  description: Type.Unsafe<string | null>({
    type: ["string", "null"],
    description: "Of the purchase; null where it is none or is gone",
  }),
});

export function presentMove(move: MoveRow, timeZone: string) {
  const { id, goal_id, account_id, amount_cents, date, position, transaction_id } = move;
  return {
    id,
    goal_id,
    account_id,
    amount_cents,
    date,
    position,
    transaction_id,
    created_at: momentText(move.created_at, timeZone),
  };
}

export function presentCounted({ cents, description, ...move }: CountedMove, timeZone: string) {
  return { ...presentMove(move, timeZone), counted_cents: cents, description };
}

export function sumsOf(earmarks: readonly Earmark[]): GoalSums {
  const sum = (name: keyof GoalSums) => earmarks.reduce((cents, each) => cents + each[name], 0);
  return { reserved_cents: sum("reserved_cents"), spent_cents: sum("spent_cents"), moved_cents: sum("moved_cents") };
}
