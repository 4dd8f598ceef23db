// The tables `goals` and `goal_moves`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { countedCents, earmarks, joinedPurchase } from "../earmarks/queries.ts";
import { goal_moves } from "../tables/goal_moves.ts";
import { goals } from "../tables/goals.ts";
import { selectList } from "../tables/table.ts";
import type { StoredGoal, StoredMove } from "../tables/tables.ts";

export interface GoalRow extends StoredGoal {
  created_at: Date;
  updated_at: Date;
}

/** What a goal has on one account. */
export interface Earmark {
  account_id: number;
  reserved_cents: number;
  spent_cents: number;
  moved_cents: number;
  last_position: number;
}

export type GoalWithEarmarks = GoalRow & { earmarks: Earmark[] };

/** The oldest first. `monthStart`: from which day on `moved_cents` counts. */
export function listGoals(db: Db, spaceId: number, monthStart: string): Promise<GoalWithEarmarks[]> {
  return db.many<GoalWithEarmarks>(sql`
    select ${selectList(goals)}, coalesce(listed, '[]') as earmarks
      from goals
      left join (select goal_id, jsonb_agg(to_jsonb(earmark) - 'goal_id' order by account_id) as listed
                   from (${earmarks(spaceId, sql`${monthStart}::date`)}) as earmark
                  group by goal_id) as earmark on goal_id = id
     where space_id = ${spaceId}
     order by id`);
}

/** As they are stored. */
export function listStoredGoals(db: Db, spaceId: number, ids: readonly number[]): Promise<GoalRow[]> {
  return db.many<GoalRow>(sql`select ${selectList(goals)} from goals where space_id = ${spaceId} and id = any(${ids}::int[])`);
}

export interface MoveRow extends StoredMove {
  created_at: Date;
}

export function listStoredMoves(db: Db, spaceId: number, ids: readonly number[]): Promise<MoveRow[]> {
  return db.many<MoveRow>(sql`
    select ${selectList(goal_moves)} from goal_moves where space_id = ${spaceId} and id = any(${ids}::int[])`);
}

export function listMovesOfGoal(db: Db, spaceId: number, goalId: number): Promise<MoveRow[]> {
  return db.many<MoveRow>(sql`
    select ${selectList(goal_moves)} from goal_moves where space_id = ${spaceId} and goal_id = ${goalId} order by position, id`);
}

export interface CountedMove extends MoveRow {
  /** What it gives or takes now. */
  cents: number;
  /** Of the purchase; null where it is none or is gone. */
  description: string | null;
}

/** The newest moves of a goal. */
export function listCountedMoves(db: Db, spaceId: number, goalId: number, most: number): Promise<CountedMove[]> {
  return db.many<CountedMove>(sql`
    select goal_moves.*, ${countedCents} as cents, purchase.description
      from (select ${selectList(goal_moves)}
              from goal_moves
             where space_id = ${spaceId} and goal_id = ${goalId}
             order by position desc, id desc
             limit ${most}) as goal_moves
      ${joinedPurchase(spaceId)}
     order by position desc, id desc`);
}

export async function countMoves(db: Db, spaceId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`select count(*) from goal_moves where space_id = ${spaceId}`);
  return count;
}

/** The move by which a purchase uses a goal. */
export function findMoveOfPurchase(db: Db, spaceId: number, transactionId: number): Promise<MoveRow | undefined> {
  return db.maybeOne<MoveRow>(sql`
    select ${selectList(goal_moves)} from goal_moves where space_id = ${spaceId} and transaction_id = ${transactionId}`);
}
