// The table `credit_cards`, with the days and the invoices of each card.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { cardDaysJson, cardSumsJson } from "../rows/queries_cards.ts";
import { credit_cards } from "../tables/credit_cards.ts";
import { selectList } from "../tables/table.ts";
import type { StoredCheck } from "../tables/tables.ts";
import type { CardRow } from "./credit_card.ts";

const columns = (spaceId: number, apart?: number): Sql => sql`
  ${selectList(credit_cards)},
  id is not distinct from (select default_credit_card_id from spaces where space_id = ${spaceId}) as "default",
  ${cardDaysJson(spaceId, sql`credit_cards.id`)} as days, ${cardSumsJson(spaceId, sql`credit_cards.id`, apart)} as sums`;

/** `apart`: the first invoice whose sums come by themselves. */
export function listCards(db: Db, spaceId: number, apart?: number): Promise<CardRow[]> {
  return db.many<CardRow>(sql`select ${columns(spaceId, apart)} from credit_cards where space_id = ${spaceId} order by id`);
}

export function findCard(db: Db, spaceId: number, id: number): Promise<CardRow | undefined> {
  return db.maybeOne<CardRow>(sql`select ${columns(spaceId)} from credit_cards where space_id = ${spaceId} and id = ${id}`);
}

/**
 * Days after this one that have purchases on the card, with their invoices. Purchases whose invoice the client named are left out.
 */
export function listPurchaseDays(
  db: Db,
  spaceId: number,
  creditCardId: number,
  after: string,
): Promise<{ date: string; invoice: number; count: number; amount_cents: number }[]> {
  return db.many(sql`
    select date, credit_card_invoice_id as invoice, count(*)::int as count, sum(amount_cents)::bigint as amount_cents
      from transactions
     where space_id = ${spaceId} and credit_card_id = ${creditCardId} and date > ${after} and not invoice_pinned
     group by date, credit_card_invoice_id`);
}

/** What was checked of its invoices, as the log has it when it goes. */
export async function listChecksOfCard(db: Db, spaceId: number, creditCardId: number): Promise<StoredCheck[]> {
  const rows = await db.many<{ row: StoredCheck }>(sql`
    select to_jsonb(checks) - 'space_id' as row
      from invoice_checks as checks
     where space_id = ${spaceId} and credit_card_id = ${creditCardId}`);
  return rows.map(({ row }) => row);
}
