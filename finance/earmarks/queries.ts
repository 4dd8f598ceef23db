// What goals have set aside on accounts. An earmark is what the moves of a goal on an account come to, in their order, and never less than 0:
// what would take more takes what is there. So no deleted or restored purchase can make one negative.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { goal_moves } from "../tables/goal_moves.ts";
import { selectList } from "../tables/table.ts";
import type { StoredMove } from "../tables/tables.ts";

/** Rows: `goal_id`, `account_id`, `reserved_cents`, `spent_cents` by purchases that are there, and what moves since a day come to. */
export function earmarks(spaceId: number, since: Sql = sql`null::date`): Sql {
  // The lowest point of the running sum below 0 is what could not be taken.
  return sql`
    select goal_id, account_id, (sum(cents) - least(0, min(running)))::bigint as reserved_cents,
           coalesce(sum(-cents) filter (where is_purchase), 0)::bigint as spent_cents,
           coalesce(sum(cents) filter (where not is_purchase and date >= ${since}), 0)::bigint as moved_cents,
           max(position) as last_position
      from (select goal_id, account_id, date, position, is_purchase, cents,
                   sum(cents) over (partition by goal_id, account_id order by position, id) as running
              from (${countedMoves(spaceId)}) as counted) as summed
     group by goal_id, account_id`;
}

/** Moves with what each takes or gives. */
const countedMoves = (spaceId: number): Sql => sql`
  select goal_moves.id, goal_id, account_id, date, position, transaction_id is not null as is_purchase, ${countedCents} as cents
    from goal_moves
    ${joinedPurchase(spaceId)}
   where goal_moves.space_id = ${spaceId}`;

/** Of `goal_moves` with `joinedPurchase`: a purchase takes at most its amount, and nothing once it is gone. */
export const countedCents = sql`
  case when transaction_id is null then goal_moves.amount_cents
       else greatest(goal_moves.amount_cents, least(coalesce(purchase.amount_cents, 0), 0)) end`;

/** Each is looked up: without statistics, a plain join could read all transactions again for each move. */
export const joinedPurchase = (spaceId: number): Sql => sql`
  left join lateral (select amount_cents, description
                       from transactions
                      where transactions.space_id = ${spaceId} and transactions.id = goal_moves.transaction_id
                      limit 1) as purchase on true`;

/** Rows: `account_id` and `reserved_cents`. Archived goals reserve nothing. */
export function reservedByAccount(spaceId: number): Sql {
  return sql`
    select account_id, sum(reserved_cents)::bigint as reserved_cents
      from (${earmarks(spaceId)}) as earmark
     where goal_id in (select id from goals where space_id = ${spaceId} and state <> 'archived')
     group by account_id`;
}

/** Those of an account, as they are stored. */
export function listMovesOn(db: Db, spaceId: number, accountId: number): Promise<StoredMove[]> {
  return db.many<StoredMove>(sql`
    select ${selectList(goal_moves)} from goal_moves where space_id = ${spaceId} and account_id = ${accountId} order by id`);
}
