// What the invoices of all cards are made of.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import type { CardDays } from "../billing/cycle.ts";
import { cardDaysJson, periodSumsJson } from "../rows/queries_cards.ts";

export interface CardInvoices {
  id: number;
  /** Oldest first. */
  days: CardDays[];
  /** Of the invoices that were asked for, and what those before leave to them. Oldest first. */
  sums: InvoiceSums[];
  /** What of the invoices that were asked for are instalments. */
  installments: { invoice: number; cents: number }[];
}

export interface InvoicesOfAll {
  /** Fixed series have no rows after this day yet. */
  extended_through: string;
  cards: CardInvoices[];
}

/** Both invoices belong to it. In one round trip. */
export function findInvoicesOfAll(
  db: Db,
  { spaceId, first, last }: { spaceId: number; first: number; last: number },
): Promise<InvoicesOfAll> {
  const from = sql`(select ${first}::int)`;
  const to = sql`(select ${last}::int)`;
  const cardId = sql`credit_cards.id`;
  return db.one<InvoicesOfAll>(sql`
    select extended_through, (
           select coalesce(jsonb_agg(to_jsonb(card) order by card.id), '[]')
             from (select id, ${cardDaysJson(spaceId, cardId)} as days,
                          ${periodSumsJson(spaceId, cardId, from, to)} as sums,
                          (select coalesce(jsonb_agg(to_jsonb(part)), '[]')
                             from (select credit_card_invoice_id as invoice, sum(amount_cents)::bigint as cents
                                     from transactions
                                    where transactions.space_id = ${spaceId} and credit_card_id = ${cardId}
                                      and credit_card_invoice_id between ${from} and ${to} and total_installments > 1
                                    group by credit_card_invoice_id) as part) as installments
                     from credit_cards
                    where credit_cards.space_id = ${spaceId}) as card) as cards
      from spaces
     where space_id = ${spaceId}`);
}
