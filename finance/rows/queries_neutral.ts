// `isNeutral` of stored_row.ts in SQL; `shared_rules.test.ts` compares them.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/** Rows of money that was earned or spent. */
export const isNotNeutral: Sql = sql`oposite_transaction_id is null and paid_credit_card_id is null`;
