// POST and DELETE /goals/:id/spend: a purchase uses what a goal has on an account, or no longer does.
// The purchase is an ordinary transaction. It takes at most its own amount, so that less is taken once it is cheaper, and nothing once it is gone.
import { Type } from "typebox";
import { earmarkOf } from "../earmarks/fold.ts";
import { readPathId } from "../fields/path_id.ts";
import { readId, readInteger } from "../fields/readers.ts";
import { LARGEST_RECORD_ID, RecordId } from "../fields/schemas.ts";
import { joinProblems, NO_PROBLEMS, type Problems, problemIf } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { findStoredRow } from "../rows/queries.ts";
import { isNeutral } from "../rows/stored_row.ts";
import { MOST_MOVES } from "../tables/goal_moves.ts";
import type { StoredMove, StoredRow } from "../tables/tables.ts";
import {
  ActReply,
  AMOUNTS,
  AmountField,
  actOnGoal,
  checkEnough,
  checkKnown,
  checkOpen,
  firstProblems,
  GoalPath,
  largestEarmark,
  reservedOn,
} from "./act_on_goal.ts";
import { type CountedMove, findMoveOfPurchase, listCountedMoves } from "./queries.ts";

const Purchase = Type.Integer({ minimum: 1, maximum: LARGEST_RECORD_ID, description: "An expense, on an account or a card" });

export const postGoalSpend = writeEndpoint<{ id: string }>({
  method: "POST",
  path: "/goals/:id/spend",
  summary: "Let a purchase use a goal: the earmark shrinks by it, and grows again if it is deleted or becomes cheaper",
  params: GoalPath,
  body: Type.Object({
    transaction_id: Purchase,
    amount_cents: Type.Optional(AmountField("How much of the earmark it takes; as much as it can unless given")),
    account_id: Type.Optional(
      RecordId({ description: "Whose earmark; that of the purchase, or the one with the most of the goal, unless given" }),
    ),
  }),
  reply: ActReply,
  handle: (input) => {
    const { record } = input;
    const purchase = readId(record, "transaction_id", LARGEST_RECORD_ID);
    const amount = readInteger(record, "amount_cents", AMOUNTS);
    const account = readId(record, "account_id");
    return actOnGoal(input, readPathId(input.params.id), async ({ read, spaceId, goal, accounts, defaultAccountId }) => {
      const id = purchase.value ?? 0;
      const [row, used] = await Promise.all([findStoredRow(read, spaceId, id), findMoveOfPurchase(read, spaceId, id)]);
      const own = row?.account_id ?? undefined;
      const accountId =
        account.value ?? (reservedOn(goal, own) > 0 ? own : largestEarmark(goal)) ?? defaultAccountId ?? undefined;
      const most = Math.min(reservedOn(goal, accountId), Math.max(0, -(row?.amount_cents ?? 0)));
      const cents = amount.value ?? most;
      const wrongPurchase = firstProblems(purchase.problems, () => checkPurchase(row, used, purchase.value));
      const wrongAccount = firstProblems(account.problems, () => checkKnown(accounts, accountId, "account_id"));
      const wrongAmount = (): Problems =>
        most === 0 ? [["account_id", { kind: "nothingReserved" }]] : checkEnough(amount.value, most);
      return {
        accountId: accountId ?? 0,
        moves: [{ account_id: accountId ?? 0, amount_cents: -cents, transaction_id: id }],
        changes: [{ account_id: accountId ?? 0, reserved_cents: -cents, spent_cents: cents, moved_cents: 0 }],
        problems: joinProblems(
          checkOpen(goal),
          wrongPurchase,
          amount.problems,
          wrongAccount,
          wrongPurchase.length + wrongAccount.length > 0 ? NO_PROBLEMS : wrongAmount(),
        ),
      };
    });
  },
});

/** What only moves money buys nothing, and a purchase uses one goal. */
function checkPurchase(row: StoredRow | undefined, used: StoredMove | undefined, id: number | undefined): Problems {
  const field = "transaction_id";
  if (id === undefined) return [[field, { kind: "required" }]];
  if (!row) return [[field, { kind: "unknown" }]];
  return joinProblems(
    problemIf(row.amount_cents >= 0 || isNeutral(row), field, { kind: "invalid" }),
    problemIf(used !== undefined, field, { kind: "taken" }),
  );
}

export const deleteGoalSpend = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/goals/:id/spend",
  summary: "Let a purchase no longer use a goal: what it took is reserved again; the purchase stays",
  params: GoalPath,
  body: Type.Object({ transaction_id: Purchase }),
  reply: ActReply,
  handle: (input) => {
    const { record } = input;
    const purchase = readId(record, "transaction_id", LARGEST_RECORD_ID);
    const goalId = readPathId(input.params.id);
    return actOnGoal(input, goalId, async ({ read, spaceId, goal, defaultAccountId }) => {
      const moves = (await listCountedMoves(read, spaceId, goalId, MOST_MOVES)).toReversed();
      const move = moves.find(({ transaction_id: id }) => id !== null && id === purchase.value);
      const onAccount = moves.filter(({ account_id: id }) => id === move?.account_id);
      const others = onAccount.filter((each) => each !== move).map(({ cents }) => cents);
      const isMissing = purchase.value === undefined;
      return {
        accountId: move?.account_id ?? defaultAccountId ?? 0,
        moves: [],
        removed: move ? [storedMove(move)] : [],
        changes: move
          ? [
              {
                account_id: move.account_id,
                reserved_cents: earmarkOf(others) - reservedOn(goal, move.account_id),
                spent_cents: move.cents,
                moved_cents: 0,
              },
            ]
          : [],
        problems: joinProblems(
          checkOpen(goal),
          purchase.problems,
          problemIf(isMissing && purchase.problems.length === 0, "transaction_id", { kind: "required" }),
          problemIf(!isMissing && move === undefined, "transaction_id", { kind: "unknown" }),
        ),
      };
    });
  },
});

function storedMove({ cents: _, description: __, ...move }: CountedMove): StoredMove {
  return move;
}
