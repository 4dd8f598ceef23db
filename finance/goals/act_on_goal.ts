// The acts on a goal: reserve, release, move, spend and its reversal. Each posts moves; what a goal has on an account is what they come to.
import { type TSchema, Type } from "typebox";
import { findAccountWithBalance, listAccounts } from "../accounts/queries.ts";
import { dayIn, firstOfMonth } from "../calendar/day.ts";
import { fail } from "../errors.ts";
import { type Submitted, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, NO_PROBLEMS, type Problems, problemIf } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { Reader } from "../post/reader.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { MOST_MOVES } from "../tables/goal_moves.ts";
import type { StoredMove } from "../tables/tables.ts";
import { GoalReply, presentGoal } from "./goal.ts";
import { countMoves, type Earmark, type GoalWithEarmarks, listGoals } from "./queries.ts";

const AccountAfter = Type.Object(
  {
    account_id: Type.Integer(),
    balance_cents: Type.Integer({ description: "What is on it today" }),
    reserved_cents: Type.Integer({ description: "By all goals" }),
    available_cents: Type.Integer({ description: "The balance less that; negative where more is reserved than is there" }),
  },
  { description: "The account of the act, after it" },
);

/** Fields of `goal`, and of the account. */
export const ActReply = Type.Object({
  ...GoalReply.properties,
  account: AccountAfter,
  warnings: Type.Array(Type.String({ enum: ["over_balance"] }), {
    description: "over_balance: more is reserved on the account than is there. It is no refusal",
  }),
});

export const GoalPath = Type.Object({ id: Type.String() });
export const AmountField = (description: string): TSchema => Type.Integer({ minimum: 1, maximum: MOST_CENTS, description });
export const AMOUNTS = { least: 1, most: MOST_CENTS };

/** A move that an act makes, without what all have. */
export type NewMove = Pick<StoredMove, "account_id" | "amount_cents" | "transaction_id">;

export interface Situation {
  read: Reader;
  spaceId: number;
  goal: GoalWithEarmarks;
  /** By id: whether it is archived. */
  accounts: ReadonlyMap<number, boolean>;
  /** The default one takes what names none. */
  defaultAccountId: number | null;
}

type EarmarkChange = Omit<Earmark, "last_position">;

export interface Decided {
  /** The account that the answer tells of. */
  accountId: number;
  moves: readonly NewMove[];
  removed?: readonly StoredMove[];
  /** What the goal has after it on each account that changes: differences of what is reserved, spent and moved. */
  changes: readonly EarmarkChange[];
  problems: Problems;
}

type Acting = Pick<WriteInput<unknown>, "record" | "write" | "act">;

/** `decide` says which moves are made, or what is wrong. */
export function actOnGoal(
  { record, write, act }: Acting,
  id: number,
  decide: (situation: Situation) => Decided | Promise<Decided>,
): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const today = dayIn(timeZone, act.now);
  return write(async (read) => {
    const [space, all, listed, count] = await Promise.all([
      read.space,
      listGoals(read, spaceId, firstOfMonth(today)),
      listAccounts(read, spaceId),
      countMoves(read, spaceId),
    ]);
    const goal = all.find((each) => each.id === id);
    if (!goal) throw fail.recordUnknown();
    const view = presentGoal(goal, { today, timeZone });
    const accounts = new Map(listed.map((each) => [each.id, each.archived]));
    const decided = await decide({ read, spaceId, goal, accounts, defaultAccountId: space.default_account_id });
    const isFull = count + decided.moves.length > MOST_MOVES && decided.moves.length > 0;
    throwIfInvalid(
      record,
      view,
      joinProblems(decided.problems, problemIf(isFull, "base", { kind: "tooMany", values: { most: MOST_MOVES } })),
    );
    const [account, ids] = await Promise.all([
      findAccountWithBalance(read, spaceId, decided.accountId, today),
      read.ids("goal_moves", decided.moves.length),
    ]);
    const last = Math.max(0, ...goal.earmarks.map(({ last_position: position }) => position));
    const moves = decided.moves.map((move, index) => ({
      id: ids[index] as number,
      goal_id: id,
      ...move,
      date: today,
      position: last + index + 1,
      created_at: act.now,
    }));
    const after = withChanges(goal, decided.changes);
    const difference = decided.changes.find(({ account_id: each }) => each === decided.accountId)?.reserved_cents ?? 0;
    const { balance_cents = 0, reserved_cents: reservedBefore = 0 } = account ?? {};
    const reserved = reservedBefore + difference;
    return {
      before: { goal_moves: decided.removed ?? [] },
      after: { goal_moves: moves },
      answer: {
        ...presentGoal(after, { today, timeZone }),
        account: {
          account_id: decided.accountId,
          balance_cents,
          reserved_cents: reserved,
          available_cents: balance_cents - reserved,
        },
        warnings: reserved > balance_cents ? ["over_balance"] : [],
      },
    };
  });
}

function withChanges(goal: GoalWithEarmarks, changes: readonly EarmarkChange[]): GoalWithEarmarks {
  const byAccount = new Map(goal.earmarks.map((each) => [each.account_id, each]));
  for (const { account_id, reserved_cents, spent_cents, moved_cents } of changes) {
    const before = byAccount.get(account_id) ?? { reserved_cents: 0, spent_cents: 0, moved_cents: 0 };
    byAccount.set(account_id, {
      account_id,
      reserved_cents: before.reserved_cents + reserved_cents,
      spent_cents: before.spent_cents + spent_cents,
      moved_cents: before.moved_cents + moved_cents,
      last_position: 0,
    });
  }
  return { ...goal, earmarks: [...byAccount.values()].sort((one, other) => one.account_id - other.account_id) };
}

/** What a goal has on an account. */
export function reservedOn({ earmarks }: GoalWithEarmarks, accountId: number | undefined): number {
  return earmarks.find(({ account_id: each }) => each === accountId)?.reserved_cents ?? 0;
}

/** The account with the most of the goal; of equal ones the oldest. */
export function largestEarmark({ earmarks }: GoalWithEarmarks): number | undefined {
  const filled = earmarks.filter(({ reserved_cents: cents }) => cents > 0);
  return filled.toSorted((one, other) => other.reserved_cents - one.reserved_cents)[0]?.account_id;
}

/** An archived goal reserves nothing, so nothing can be reserved for it or taken from it. */
export function checkOpen({ state }: GoalWithEarmarks): Problems {
  return problemIf(state === "archived", "base", { kind: "archived" });
}

/** Of an account that shall hold an earmark. */
export function checkAccount(accounts: Situation["accounts"], id: number | undefined, field: string): Problems {
  if (id === undefined) return [[field, { kind: "required" }]];
  const isArchived = accounts.get(id);
  if (isArchived === undefined) return [[field, { kind: "unknown" }]];
  return problemIf(isArchived, field, { kind: "archived" });
}

/** Of an account that holds one: an archived one may give it up. */
export function checkKnown(accounts: Situation["accounts"], id: number | undefined, field: string): Problems {
  if (id === undefined) return [[field, { kind: "required" }]];
  return problemIf(!accounts.has(id), field, { kind: "unknown" });
}

/** What was wrong with a field as it was sent; else what is wrong with what it names. */
export function firstProblems(sent: Problems, named: () => Problems): Problems {
  return sent.length > 0 ? sent : named();
}

/** What shall be taken from an earmark is at most what is there. */
export function checkEnough(cents: number | undefined, most: number): Problems {
  return problemIf(cents !== undefined && cents > most, "amount_cents", { kind: "tooLarge", values: { most } });
}

/** What is reserved for one goal stays within what an amount may be. */
export function checkTotal(goal: GoalWithEarmarks, cents: number | undefined): Problems {
  const reserved = goal.earmarks.reduce((sum, each) => sum + each.reserved_cents, 0);
  return cents === undefined ? NO_PROBLEMS : checkEnough(cents, MOST_CENTS - reserved);
}

/** Of an amount that is not said. */
export function checkGiven(record: Submitted, cents: number | undefined, problems: Problems): Problems {
  return problemIf(cents === undefined && problems.length === 0 && !record.fields.get("amount_cents")?.value, "amount_cents", {
    kind: "required",
  });
}
