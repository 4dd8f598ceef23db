// POST /goals/:id/move: brings an earmark from one account to another, as after a transfer, which moves none by itself.
import { Type } from "typebox";
import { readPathId } from "../fields/path_id.ts";
import { readId, readInteger } from "../fields/readers.ts";
import { RecordId } from "../fields/schemas.ts";
import { joinProblems, NO_PROBLEMS, problemIf } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import {
  ActReply,
  AMOUNTS,
  AmountField,
  actOnGoal,
  checkAccount,
  checkEnough,
  checkGiven,
  checkKnown,
  checkOpen,
  firstProblems,
  GoalPath,
  reservedOn,
} from "./act_on_goal.ts";

export const postGoalMove = writeEndpoint<{ id: string }>({
  method: "POST",
  path: "/goals/:id/move",
  summary: "Move what a goal has on an account to another one; no money moves",
  params: GoalPath,
  body: Type.Object({
    amount_cents: AmountField("At most what the goal has on the first"),
    from_account_id: RecordId(),
    to_account_id: RecordId({ description: "The answer tells of this one" }),
  }),
  reply: ActReply,
  handle: (input) => {
    const { record } = input;
    const amount = readInteger(record, "amount_cents", AMOUNTS);
    const from = readId(record, "from_account_id");
    const to = readId(record, "to_account_id");
    return actOnGoal(input, readPathId(input.params.id), ({ goal, accounts }) => {
      const [fromId = 0, toId = 0, cents] = [from.value, to.value, amount.value ?? 0];
      const wrongFrom = firstProblems(from.problems, () => checkKnown(accounts, from.value, "from_account_id"));
      const isSame = from.value !== undefined && from.value === to.value;
      return {
        accountId: toId,
        moves: [
          { account_id: fromId, amount_cents: -cents, transaction_id: null },
          { account_id: toId, amount_cents: cents, transaction_id: null },
        ],
        changes: [
          { account_id: fromId, reserved_cents: -cents, spent_cents: 0, moved_cents: -cents },
          { account_id: toId, reserved_cents: cents, spent_cents: 0, moved_cents: cents },
        ],
        problems: joinProblems(
          checkOpen(goal),
          amount.problems,
          checkGiven(record, amount.value, amount.problems),
          wrongFrom,
          firstProblems(to.problems, () => checkAccount(accounts, to.value, "to_account_id")),
          problemIf(isSame, "to_account_id", { kind: "same", values: { other: "from_account_id" } }),
          wrongFrom.length > 0 ? NO_PROBLEMS : checkEnough(amount.value, reservedOn(goal, from.value)),
        ),
      };
    });
  },
});
