// POST /goals/:id/release: gives reserved money back, so that it is available again.
import { Type } from "typebox";
import { readPathId } from "../fields/path_id.ts";
import { readId, readInteger } from "../fields/readers.ts";
import { RecordId } from "../fields/schemas.ts";
import { joinProblems, NO_PROBLEMS } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import {
  ActReply,
  AMOUNTS,
  AmountField,
  actOnGoal,
  checkEnough,
  checkGiven,
  checkKnown,
  checkOpen,
  firstProblems,
  GoalPath,
  largestEarmark,
  reservedOn,
} from "./act_on_goal.ts";

export const postGoalRelease = writeEndpoint<{ id: string }>({
  method: "POST",
  path: "/goals/:id/release",
  summary: "Release what a goal has on an account, or a part of it",
  params: GoalPath,
  body: Type.Object({
    amount_cents: AmountField("At most what the goal has there"),
    account_id: Type.Optional(RecordId({ description: "The account with the most of the goal unless given" })),
  }),
  reply: ActReply,
  handle: (input) => {
    const { record } = input;
    const amount = readInteger(record, "amount_cents", AMOUNTS);
    const account = readId(record, "account_id");
    return actOnGoal(input, readPathId(input.params.id), ({ goal, accounts, defaultAccountId }) => {
      const accountId = account.value ?? largestEarmark(goal) ?? defaultAccountId ?? undefined;
      const cents = amount.value ?? 0;
      const wrongAccount = firstProblems(account.problems, () => checkKnown(accounts, accountId, "account_id"));
      return {
        accountId: accountId ?? 0,
        moves: [{ account_id: accountId ?? 0, amount_cents: -cents, transaction_id: null }],
        changes: [{ account_id: accountId ?? 0, reserved_cents: -cents, spent_cents: 0, moved_cents: -cents }],
        problems: joinProblems(
          checkOpen(goal),
          amount.problems,
          checkGiven(record, amount.value, amount.problems),
          wrongAccount,
          wrongAccount.length > 0 ? NO_PROBLEMS : checkEnough(amount.value, reservedOn(goal, accountId)),
        ),
      };
    });
  },
});
