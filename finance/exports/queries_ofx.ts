// What statements are made of: accounts and cards with what is on them, and the rows of each in the order of their days.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { storedColumns } from "../rows/queries.ts";
import type { StoredRow } from "../tables/tables.ts";
import { type Days, ROWS_A_PAGE } from "./queries.ts";

export type { Days } from "./queries.ts";

export interface StatementHead {
  id: number;
  kind: "account" | "card";
  /** Of an account. */
  type: string | null;
  /** What is on the account at the end of today, or what all invoices of the card come to. */
  balance_cents: number;
}

export function listStatements(tx: Db, spaceId: number, kind: StatementHead["kind"], today: string): Promise<StatementHead[]> {
  if (kind === "card")
    return tx.many<StatementHead>(sql`
      select id, 'card' as kind, null as type,
             (select coalesce(sum(amount_cents - payment_cents), 0)
                from card_invoices
               where card_invoices.space_id = ${spaceId} and credit_card_id = credit_cards.id)::bigint as balance_cents
        from credit_cards
       where space_id = ${spaceId}
       order by id`);
  return tx.many<StatementHead>(sql`
    select id, 'account' as kind, type,
           opening_cents + (select coalesce(sum(amount_cents), 0)
                              from transactions
                             where transactions.space_id = ${spaceId} and account_id = accounts.id and paid and date <= ${today}::date)::bigint
           as balance_cents
      from accounts
     where space_id = ${spaceId}
     order by id`);
}

/** What has happened on it, the oldest first. */
export async function* readStatement(
  tx: Db,
  spaceId: number,
  { id, kind }: StatementHead,
  { start, end }: Days,
): AsyncGenerator<StoredRow[]> {
  const column = trusted(kind === "card" ? "credit_card_id" : "account_id");
  for (let last = { date: start, id: 0 }; ; ) {
    const page = await tx.many<StoredRow>(sql`
      select ${storedColumns}
        from transactions
       where space_id = ${spaceId} and ${column} = ${id} and paid
         and (date, id) > (${last.date}::date, ${last.id}::bigint) and date <= ${end}::date
       order by date, id
       limit ${ROWS_A_PAGE}`);
    const next = page.at(-1);
    if (next) yield page;
    if (!next || page.length < ROWS_A_PAGE) return;
    last = next;
  }
}
