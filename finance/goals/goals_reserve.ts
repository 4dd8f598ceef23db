// POST /goals/:id/reserve: sets money of an account aside for a goal. No money moves; what is available on the account shrinks.
import { Type } from "typebox";
import { readPathId } from "../fields/path_id.ts";
import { readId, readInteger } from "../fields/readers.ts";
import { RecordId } from "../fields/schemas.ts";
import { joinProblems } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import {
  ActReply,
  AMOUNTS,
  AmountField,
  actOnGoal,
  checkAccount,
  checkGiven,
  checkOpen,
  checkTotal,
  firstProblems,
  GoalPath,
} from "./act_on_goal.ts";

export const postGoalReserve = writeEndpoint<{ id: string }>({
  method: "POST",
  path: "/goals/:id/reserve",
  summary: "Reserve money of an account for a goal; more than is on the account is a warning in the answer",
  params: GoalPath,
  body: Type.Object({
    amount_cents: AmountField("How much"),
    account_id: Type.Optional(RecordId({ description: "Where; the default account unless given" })),
  }),
  reply: ActReply,
  handle: (input) => {
    const { record } = input;
    const amount = readInteger(record, "amount_cents", AMOUNTS);
    const account = readId(record, "account_id");
    return actOnGoal(input, readPathId(input.params.id), ({ goal, accounts, defaultAccountId }) => {
      const accountId = account.value ?? defaultAccountId ?? undefined;
      const cents = amount.value ?? 0;
      return {
        accountId: accountId ?? 0,
        moves: [{ account_id: accountId ?? 0, amount_cents: cents, transaction_id: null }],
        changes: [{ account_id: accountId ?? 0, reserved_cents: cents, spent_cents: 0, moved_cents: cents }],
        problems: joinProblems(
          checkOpen(goal),
          amount.problems,
          checkGiven(record, amount.value, amount.problems),
          firstProblems(account.problems, () => checkAccount(accounts, accountId, "account_id")),
          checkTotal(goal, amount.value),
        ),
      };
    });
  },
});
