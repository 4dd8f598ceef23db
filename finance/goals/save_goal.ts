// Writes goals themselves; act_on_goal.ts writes what they set aside.
import { Type } from "typebox";
import { dayIn, firstOfMonth } from "../calendar/day.ts";
import { fail } from "../errors.ts";
import { ExpectedField, requireExpected } from "../fields/expected.ts";
import { throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf, readAll } from "../fields/with_problems.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { goals, MOST_GOALS } from "../tables/goals.ts";
import { settableFields } from "../tables/settable.ts";
import { presentGoal, UNSAVED_GOAL } from "./goal.ts";
import { listGoals, listMovesOfGoal } from "./queries.ts";

type Write = Pick<WriteInput<unknown>, "record" | "write" | "act">;

const fields = settableFields(goals);

export const NewGoalBody = Type.Object(fields.newSchemas);
export const GoalBody = Type.Object({ ...fields.schemas, ...ExpectedField });

export function createGoal({ record, write, act }: Write): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const today = dayIn(timeZone, act.now);
  const { value, problems } = readAll(fields.readComplete(record));
  throwIfInvalid(record, UNSAVED_GOAL, problems);
  return write(async (read) => {
    const [others, ids] = await Promise.all([listGoals(read, spaceId, firstOfMonth(today)), read.ids("goals", 1)]);
    const tooMany = problemIf(others.length >= MOST_GOALS, "base", { kind: "tooMany", values: { most: MOST_GOALS } });
    throwIfInvalid(record, UNSAVED_GOAL, tooMany);
    const goal = { id: ids[0] as number, ...value, started_on: today, created_at: act.now, updated_at: act.now };
    return { before: {}, after: { goals: [goal] }, answer: presentGoal({ ...goal, earmarks: [] }, { today, timeZone }) };
  });
}

export function changeGoal({ record, write, act }: Write, id: number): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const today = dayIn(timeZone, act.now);
  return write(async (read) => {
    const all = await listGoals(read, spaceId, firstOfMonth(today));
    const before = all.find((each) => each.id === id);
    if (!before) throw fail.recordUnknown();
    const view = presentGoal(before, { today, timeZone });
    const { value, problems } = readAll(fields.readComplete(record, before));
    throwIfInvalid(record, view, joinProblems(requireExpected(record, view), problems));
    const goal = { ...before, ...value, updated_at: act.now };
    return { before: { goals: [before] }, after: { goals: [goal] }, answer: presentGoal(goal, { today, timeZone }) };
  });
}

/** What it was. Its earmarks are free again, and the purchases that used it stay. */
export function removeGoal({ write, act }: Pick<Write, "write" | "act">, id: number): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const today = dayIn(timeZone, act.now);
  return write(async (read) => {
    const [all, moves] = await Promise.all([listGoals(read, spaceId, firstOfMonth(today)), listMovesOfGoal(read, spaceId, id)]);
    const goal = all.find((each) => each.id === id);
    if (!goal) throw fail.recordUnknown();
    return { before: { goals: [goal], goal_moves: moves }, after: {}, answer: presentGoal(goal, { today, timeZone }) };
  });
}
