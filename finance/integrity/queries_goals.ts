// The moves of goals with their purchases, written apart from the statement that sums them.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface MoveTruth {
  goal_id: number;
  account_id: number;
  amount_cents: number;
  is_purchase: boolean;
  purchase_cents: number | null;
}

/** In their order, without those of archived goals. */
export function listMoveTruths(tx: Db, spaceId: number): Promise<MoveTruth[]> {
  return tx.many<MoveTruth>(sql`
    select goal_id, account_id, amount_cents, transaction_id is not null as is_purchase,
           (select purchase.amount_cents from transactions as purchase
             where purchase.space_id = ${spaceId} and purchase.id = transaction_id) as purchase_cents
      from goal_moves
     where space_id = ${spaceId}
       and goal_id in (select id from goals where goals.space_id = ${spaceId} and state <> 'archived')
     order by position, id`);
}
