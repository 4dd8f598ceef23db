// Test support: what goals of the model have reserved, counted move by move.
import type { Account, Goal, Model, Move } from "./model.ts";

/** What a move gives or takes now: a purchase at most its amount, and nothing once it is gone. */
export function countedOf(model: Model, { cents, rowId }: Move): number {
  if (rowId === undefined) return cents;
  const row = model.rows.find(({ id }) => id === rowId);
  return -Math.min(-cents, Math.max(0, -(row?.cents ?? 0))) + 0;
}

export function earmarkOf(model: Model, goal: Goal, accountId: number): number {
  let left = 0;
  for (const move of goal.moves) if (move.accountId === accountId) left = Math.max(0, left + countedOf(model, move));
  return left;
}

export function earmarksOf(model: Model, goal: Goal): { account_id: number; reserved_cents: number }[] {
  const ids = [...new Set(goal.moves.map(({ accountId }) => accountId))].sort((one, other) => one - other);
  return ids
    .map((id) => ({ account_id: id, reserved_cents: earmarkOf(model, goal, id) }))
    .filter(({ reserved_cents: cents }) => cents > 0);
}

export function reservedOn(model: Model, accountIds: readonly number[]): number {
  const goals = model.goals.filter(({ state }) => state !== "archived");
  return goals.reduce((sum, goal) => accountIds.reduce((all, id) => all + earmarkOf(model, goal, id), sum), 0);
}

/** What answers with a balance have beside it. */
export function reservedBeside(model: Model, accountIds: readonly number[], balance: number) {
  const reserved = reservedOn(model, accountIds);
  return reserved > 0 ? { reserved_cents: reserved, available_cents: balance - reserved } : {};
}

/** On an account at the end of today, as far as it is paid. */
export function balanceOf(model: Model, account: Account): number {
  const counted = model.rows.filter((row) => row.accountId === account.id && row.paid && row.date <= model.today);
  return counted.reduce((sum, row) => sum + row.cents, account.opening);
}
