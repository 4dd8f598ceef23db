// The table `spaces`. Every write of a space passes its row, so writes of one space never run into each other, and those of others do not wait.
import { type Db, sqlstateOf } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";

export interface Space {
  space_id: number;
  time_zone: string;
  default_account_id: number | null;
  default_credit_card_id: number | null;
  default_expenses_category_id: number;
  default_earnings_category_id: number;
  transfers_category_id: number;
  payments_category_id: number;
  extended_through: string;
}

/**
 * Waits for its turn. The statements that follow in the transaction see all that was written before. `no key`: a row that refers to the
 * space, such as the idempotency key that a request brings before it comes here, does not stand in the way of others.
 */
export function lockSpace(tx: Db, spaceId: number): Promise<Space> {
  return tx.one<Space>(sql`
    select space_id, time_zone, default_account_id, default_expenses_category_id, default_earnings_category_id, transfers_category_id,
           payments_category_id, default_credit_card_id, extended_through
      from spaces
     where space_id = ${spaceId}
       for no key update`);
}

/**
 * Takes the turn inside a write that is one statement and counts by `turnoverCte`: it changes nothing if nothing else does. What else the
 * statement reads it sees as it was when it began to wait, unless it locks that too.
 */
export function spaceInTurn(spaceId: number): Sql {
  return sql`select * from spaces where space_id = ${spaceId} for no key update`;
}

/** True for the error of a write that would make sums inexact. */
export function isPastSums(error: unknown): boolean {
  return sqlstateOf(error) === "23514" && (error as { constraint_name?: string }).constraint_name === "spaces_sums_are_exact";
}
