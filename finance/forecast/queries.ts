// What is known to come on accounts.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { unseen } from "../rows/queries_days.ts";

export interface ComingRow {
  id: number;
  date: string;
  amount_cents: number;
  paid: boolean;
  description: string;
  account_id: number;
  category_id: number;
  paid_credit_card_id: number | null;
  paid_credit_card_invoice_id: number | null;
}

export interface ComingQuestion {
  spaceId: number;
  accountIds: readonly number[];
  today: string;
  /** The last day. */
  end: string;
}

/** What is not paid yet, however old, and what is paid already but later than today. In no order. */
export function listComing(db: Db, question: ComingQuestion, most: number): Promise<ComingRow[]> {
  const { spaceId, accountIds, today, end } = question;
  const rows = (condition: Sql) => sql`
    select id, date, amount_cents, paid, description, account_id, category_id, paid_credit_card_id, paid_credit_card_invoice_id
      from transactions
     where space_id = ${spaceId} and account_id = any(${accountIds}::int[]) and date <= ${unseen(end)} and ${condition}`;
  return db.many<ComingRow>(sql`
    ${rows(sql`not paid`)} union all ${rows(sql`paid and date > ${unseen(today)}`)}
    limit ${most}`);
}

/** The accounts that count together: all but those that are left out of the general balance. */
export async function listCountedAccounts(db: Db, spaceId: number): Promise<number[]> {
  const accounts = await db.many<{ id: number }>(sql`
    select id from accounts where space_id = ${spaceId} and not hide_balance order by id`);
  return accounts.map(({ id }) => id);
}
