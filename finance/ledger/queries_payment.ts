// Payments of invoices: rows of an account that name the card and the invoice. In a transaction that holds the space's lock.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { carriedAndSums, type InvoiceQuestion, type InvoiceSums } from "./queries_card_invoices.ts";
import { rowColumns } from "./queries_rows.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";
import type { TransactionRow } from "./row.ts";

export interface PaymentFacts {
  /** The one that was asked for, else the card's, else the default one; null where there is none of these. */
  account_id: number | null;
  /** Null where the space has no such account. */
  account_archived: boolean | null;
  /** Whether a card has the id that should be an account's. */
  is_card: boolean;
  category_id: number;
  has_category: boolean;
  /** As in CardFacts. */
  carried_cents: number;
  sums: InvoiceSums[];
}

/** What a payment of the first invoice needs to know; undefined where the space has no such card. */
export function findPaymentFacts(
  tx: Db,
  question: InvoiceQuestion,
  { accountId, categoryId }: { accountId: number | undefined; categoryId: number | undefined },
): Promise<PaymentFacts | undefined> {
  const { spaceId, creditCardId } = question;
  return tx.maybeOne<PaymentFacts>(sql`
    select chosen.*,
           (select archived from accounts where accounts.space_id = ${spaceId} and id = chosen.account_id) as account_archived,
           exists (select from credit_cards where credit_cards.space_id = ${spaceId} and id = chosen.account_id) as is_card,
           exists (select from categories where categories.space_id = ${spaceId} and id = chosen.category_id) as has_category,
           ${carriedAndSums(question)}
      from (select coalesce(${accountId ?? null}::int, payment_account_id, default_account_id) as account_id,
                   coalesce(${categoryId ?? null}::int, payments_category_id) as category_id
              from credit_cards
              join spaces on spaces.space_id = ${spaceId}
             where credit_cards.space_id = ${spaceId} and id = ${creditCardId}) as chosen`);
}

export interface NewPayment {
  creditCardId: number;
  invoice: number;
  accountId: number;
  categoryId: number;
  description: string;
  date: string;
  paid: boolean;
  /** Less than nothing: it leaves the account. */
  amountCents: number;
  notes: string | null;
  tags: readonly string[];
}

export function insertPayment(tx: Db, act: Act, payment: NewPayment): Promise<TransactionRow> {
  const { caller, now } = act;
  const { spaceId } = caller;
  return tx.one<TransactionRow>(sql`
    with old_rows as (select * from transactions where space_id = ${spaceId} and false),
         new_rows as (
           insert into transactions (space_id, account_id, category_id, description, date, paid, amount_cents, notes, tags,
                                     paid_credit_card_id, paid_credit_card_invoice_id, created_at, updated_at)
           select ${spaceId}::bigint, ${payment.accountId}::int, ${payment.categoryId}::int, ${payment.description}::text,
                  ${payment.date}::date, ${payment.paid}::boolean, ${payment.amountCents}::bigint, ${payment.notes}::text,
                  ${payment.tags}::text[], ${payment.creditCardId}::int, ${payment.invoice}::int, ${now}::timestamptz, ${now}::timestamptz
           returning *),
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)},
         change as (${changeInsert(act, {
           action: "create",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`null::jsonb`,
           after: sql`to_jsonb(new_rows)`,
           from: sql`new_rows`,
         })})
    select ${rowColumns} from new_rows`);
}
