// What is known to come on accounts.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
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
  oposite_transaction_id: number | null;
}

export interface ComingQuestion {
  spaceId: number;
  accountIds: readonly number[];
  today: string;
  /** The last day. */
  end: string;
}

const columns = sql`
  id, date, amount_cents, paid, description, account_id, category_id, paid_credit_card_id, paid_credit_card_invoice_id,
  oposite_transaction_id`;

/** What is dated later than today, paid or not. In no order. */
export function listComing(db: Db, { spaceId, accountIds, today, end }: ComingQuestion, most: number): Promise<ComingRow[]> {
  return db.many<ComingRow>(sql`
    select ${columns}
      from transactions
     where space_id = ${spaceId} and account_id = any(${accountIds}::int[]) and date > ${unseen(today)} and date <= ${unseen(end)}
     limit ${most}`);
}

/** The newest of what should be paid by now and is not. */
export function listOverdue(
  db: Db,
  { spaceId, accountIds, today }: Omit<ComingQuestion, "end">,
  most: number,
): Promise<ComingRow[]> {
  return db.many<ComingRow>(sql`
    select overdue.*
      from unnest(${accountIds}::int[]) as account (id)
     cross join lateral (
           select ${columns}
             from transactions
            where space_id = ${spaceId} and account_id = account.id and not paid and date <= ${unseen(today)}
            order by date desc, id desc
            limit ${most}) as overdue
     order by overdue.date desc, overdue.id desc
     limit ${most}`);
}

/** The accounts that count together: all but those that are left out of the general balance. */
export async function listCountedAccounts(db: Db, spaceId: number): Promise<number[]> {
  const accounts = await db.many<{ id: number }>(sql`
    select id from accounts where space_id = ${spaceId} and not hide_balance order by id`);
  return accounts.map(({ id }) => id);
}
