// GET, POST /goals and GET, PUT, DELETE /goals/:id: what money is set aside for.
// Where what is: pace.ts is what a goal needs and whether it is on track, save_goal.ts writes goals, act_on_goal.ts their earmarks; what is
// reserved on an account is read by the slice earmarks.
import { Type } from "typebox";
import { dayIn, firstOfMonth } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { GoalPath } from "./act_on_goal.ts";
import { CountedMoveReply, GoalReply, presentCounted, presentGoal } from "./goal.ts";
import { listCountedMoves, listGoals } from "./queries.ts";
import { changeGoal, createGoal, GoalBody, NewGoalBody, removeGoal } from "./save_goal.ts";

const MOST_SHOWN = 500;

export const getGoals = endpoint({
  method: "GET",
  path: "/goals",
  access: "reader",
  summary: "All goals, archived ones too, oldest first, with what each needs this month",
  reply: Type.Array(GoalReply),
  handle: async ({ db, caller: { spaceId, timeZone }, now }) => {
    const today = dayIn(timeZone, now);
    return (await listGoals(db, spaceId, firstOfMonth(today))).map((goal) => presentGoal(goal, { today, timeZone }));
  },
});

export const postGoals = writeEndpoint({
  method: "POST",
  path: "/goals",
  summary: "Create a goal; nothing is reserved yet",
  body: NewGoalBody,
  reply: GoalReply,
  status: 201,
  handle: createGoal,
});

export const getGoal = endpoint({
  method: "GET",
  path: "/goals/:id",
  access: "reader",
  summary: "A goal, with its newest moves",
  params: GoalPath,
  reply: Type.Object({
    ...GoalReply.properties,
    moves: Type.Array(CountedMoveReply, { description: `Newest first, the last ${MOST_SHOWN}` }),
    has_more_moves: Type.Boolean(),
  }),
  refuses: [404],
  handle: async ({ params, db, caller: { spaceId, timeZone }, now }) => {
    const id = readPathId(params.id);
    const today = dayIn(timeZone, now);
    const [all, moves] = await Promise.all([
      listGoals(db, spaceId, firstOfMonth(today)),
      listCountedMoves(db, spaceId, id, MOST_SHOWN + 1),
    ]);
    const goal = all.find((each) => each.id === id);
    if (!goal) throw fail.recordUnknown();
    return {
      ...presentGoal(goal, { today, timeZone }),
      moves: moves.slice(0, MOST_SHOWN).map((move) => presentCounted(move, timeZone)),
      has_more_moves: moves.length > MOST_SHOWN,
    };
  },
});

export const putGoal = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/goals/:id",
  summary: "Change a goal; what is absent stays as it is, and a target_date of null takes the day away",
  params: GoalPath,
  body: GoalBody,
  reply: GoalReply,
  refuses: [409],
  handle: (input) => changeGoal(input, readPathId(input.params.id)),
});

export const deleteGoal = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/goals/:id",
  summary: "Delete a goal; what it has reserved is free again, and purchases that used it stay",
  params: GoalPath,
  body: Type.Object({}),
  reply: GoalReply,
  handle: (input) => removeGoal(input, readPathId(input.params.id)),
});
