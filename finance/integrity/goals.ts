// What accounts show as reserved, against the moves of goals, one after the other.
import type { Db } from "../../kernel/sql/database.ts";
import { listAccountsWithReserved } from "../accounts/queries.ts";
import { earmarkOf } from "../earmarks/fold.ts";
import { type Disagreement, MOST_OF_A_KIND } from "./disagreement.ts";
import { listMoveTruths, type MoveTruth } from "./queries_goals.ts";

export async function checkGoals(tx: Db, spaceId: number): Promise<Disagreement[]> {
  const [accounts, moves] = await Promise.all([listAccountsWithReserved(tx, spaceId), listMoveTruths(tx, spaceId)]);
  const computed = new Map<number, number>();
  for (const some of Map.groupBy(moves, (move) => `${move.goal_id} ${move.account_id}`).values()) {
    const { account_id: account } = some[0] as MoveTruth;
    computed.set(account, (computed.get(account) ?? 0) + earmarkOf(some.map(takenBy)));
  }
  return accounts
    .filter(({ id, reserved_cents: cents }) => cents !== (computed.get(id) ?? 0))
    .slice(0, MOST_OF_A_KIND)
    .map(({ id, reserved_cents: recorded }) => ({
      invariant: "FV-13",
      spaceId,
      table: "goal_moves",
      key: { account_id: id },
      recorded,
      computed: computed.get(id) ?? 0,
    }));
}

/** A purchase takes no more than it costs. */
function takenBy({ amount_cents: cents, is_purchase: isPurchase, purchase_cents: purchase }: MoveTruth): number {
  return isPurchase ? -Math.min(-cents, Math.max(0, -(purchase ?? 0))) : cents;
}
