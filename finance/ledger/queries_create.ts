// New rows of `transactions`, in one statement: the turn, the account and the category, the series, the rows, the totals, the changes.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Periodicity } from "../calendar/periodicity.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { invoiceOn, LAST_CARD_DAY, seriesInvoice } from "./queries_invoice.ts";
import { anyRowColumns, rowColumns } from "./queries_rows.ts";
import { dateAfter } from "./queries_series.ts";
import { spaceInTurn } from "./queries_space.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";
import type { TransactionRow } from "./row.ts";

export interface NewTransaction {
  description: string;
  date: string;
  /** On an account; a purchase on a card is stored as paid. */
  paid: boolean;
  amountCents: number;
  /** An account, or a card, because in answers both stand in `account_id`. */
  accountId: number | undefined;
  /** Where the place is named as a card; then `accountId` is undefined. */
  creditCardId: number | undefined;
  /** The invoice that the client named for it. */
  pinnedInvoice: number | undefined;
  /** False where the dates or the invoice are none that are kept for cards. */
  fitsCards: boolean;
  /** Of the two default categories the one that fits the amount's sign where undefined; the default account where no place is named. */
  categoryId: number | undefined;
  notes: string | null;
  tags: readonly string[];
  /** Undefined for a row that stands alone. The fields above are those of the first occurrence. */
  series: NewSeries | undefined;
}

export interface NewSeries {
  kind: "fixed" | "installments";
  periodicity: Periodicity;
  /** All instalments; of a fixed series no more than this, and none past the day to which the others have theirs. */
  occurrences: number;
  /** Of each occurrence but the first. */
  laterCents: number;
  /** Later occurrences up to this day are paid. */
  today: string;
}

/** The first row; undefined, and nothing is written, where the account or card is archived, or something of it all is not there. */
export function insertTransaction(db: Db, act: Act, transaction: NewTransaction): Promise<TransactionRow | undefined> {
  const { spaceId } = act.caller;
  return db.maybeOne<TransactionRow>(sql`
    with turn as (${spaceInTurn(spaceId)}),
         ${placeCtes(spaceId, transaction)},
         chosen as (${chosen(spaceId, transaction)}),
         old_rows as (select * from transactions where space_id = ${spaceId} and false),
         ${transaction.series ? seriesRows(act, transaction, transaction.series) : singleRow(act, transaction)},
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
    select ${mayBeOnCard(transaction) ? anyRowColumns(spaceId, "new_rows") : rowColumns}
      from new_rows
     order by occurrence
     limit 1`);
}

const mayBeOnCard = ({ accountId, creditCardId }: NewTransaction) => accountId !== undefined || creditCardId !== undefined;

/**
 * `place`: the account or the card, which never have the same id, locked as it is now and not as it was when the statement began to wait for its turn. Days of a card
 * that came meanwhile cannot be seen; their version tells, and then nothing is chosen.
 */
function placeCtes(spaceId: number, { accountId, creditCardId, pinnedInvoice, fitsCards }: NewTransaction): Sql {
  const account = sql`
    account_place as (
      select accounts.id
        from turn
        join accounts
          on accounts.space_id = ${spaceId} and not accounts.archived
         and accounts.id = ${accountId === undefined ? sql`turn.default_account_id` : sql`${accountId}::int`}
       where ${pinnedInvoice === undefined}::boolean
         for share of accounts)`;
  const card = sql`
    card_place as (
      select credit_cards.id
        from turn
        join credit_cards
          on credit_cards.space_id = ${spaceId} and credit_cards.id = ${creditCardId ?? accountId ?? null}::int
         and not credit_cards.archived
       where ${fitsCards}::boolean
         and days_version = (select max(version) from card_days where space_id = ${spaceId} and credit_card_id = credit_cards.id)
         for share of credit_cards)`;
  const ofAccount = sql`select id as account_id, null::int as credit_card_id from account_place`;
  const ofCard = sql`select null::int as account_id, id as credit_card_id from card_place`;
  if (creditCardId === undefined && accountId === undefined) return sql`${account}, place as (${ofAccount})`;
  if (accountId === undefined) return sql`${card}, place as (${ofCard})`;
  return sql`${account}, ${card}, place as (${ofAccount} union all ${ofCard})`;
}

/** The place with the category, which is locked in the same way. */
function chosen(spaceId: number, { categoryId, amountCents }: NewTransaction): Sql {
  return sql`
    select place.account_id, place.credit_card_id, categories.id as category_id
      from turn
     cross join place
      join categories
        on categories.space_id = ${spaceId}
       and categories.id = coalesce(${categoryId ?? null}::int, case when ${amountCents}::bigint < 0
                                    then turn.default_expenses_category_id else turn.default_earnings_category_id end)
       for share of categories`;
}

function singleRow({ caller: { spaceId }, now }: Act, row: NewTransaction): Sql {
  const pinned = sql`${row.pinnedInvoice ?? null}::int`;
  const invoice = mayBeOnCard(row)
    ? sql`case when chosen.credit_card_id is not null
               then coalesce(${pinned}, ${invoiceOn(spaceId, sql`chosen.credit_card_id`, sql`${row.date}::date`)}) end`
    : sql`null::int`;
  return sql`
    new_rows as (
      insert into transactions (space_id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id, description,
                                date, paid, amount_cents, notes, tags, created_at, updated_at)
      select ${spaceId}::bigint, account_id, credit_card_id, ${invoice}, credit_card_id is not null and ${pinned} is not null,
             category_id, ${row.description}::text, ${row.date}::date, credit_card_id is not null or ${row.paid}::boolean,
             ${row.amountCents}::bigint, ${row.notes}::text, ${row.tags}::text[], ${now}::timestamptz, ${now}::timestamptz
        from chosen
      returning *)`;
}

/** In the order of their occurrences, so that their ids are too. */
function seriesRows({ caller: { spaceId }, now }: Act, first: NewTransaction, series: NewSeries): Sql {
  const { kind, periodicity, occurrences, laterCents } = series;
  const isFixed = kind === "fixed";
  const totalCents = isFixed ? null : first.amountCents + laterCents * (occurrences - 1);
  const date = dateAfter(sql`${first.date}::date`, sql`${periodicity}::text`, sql`occurrence - 1`);
  const invoice = seriesInvoice(spaceId, {
    card: sql`made.credit_card_id`,
    day: sql`planned.date`,
    pinned: sql`made.pinned_invoice`,
    anchor: sql`made.anchor_date`,
    periodicity: sql`made.periodicity`,
    steps: sql`occurrence - 1`,
  });
  return sql`
    planned as (
      select occurrence, date
        from turn, generate_series(1, ${occurrences}::int) as occurrence, lateral (select ${date} as date) as dated
       where occurrence = 1 or ${isFixed ? sql`date <= turn.extended_through` : sql`true`}),
    made as (
      insert into series (space_id, kind, periodicity, total_installments, total_cents, anchor_date, anchor_occurrence, last_occurrence,
                          account_id, credit_card_id, pinned_invoice, category_id, description, amount_cents, notes, tags, created_at,
                          updated_at)
      select ${spaceId}::bigint, ${kind}::text, ${periodicity}::text, ${isFixed ? 1 : occurrences}::int, ${totalCents}::bigint,
             ${first.date}::date, 1, (select max(occurrence) from planned), account_id, credit_card_id,
             case when credit_card_id is not null then ${first.pinnedInvoice ?? null}::int end, category_id, ${first.description}::text,
             ${laterCents}::bigint, ${first.notes}::text, ${first.tags}::text[], ${now}::timestamptz, ${now}::timestamptz
        from chosen
      returning *),
    new_rows as (
      insert into transactions (space_id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id, description,
                                date, paid, amount_cents, notes, tags, series_id, occurrence, total_installments, recurring, created_at,
                                updated_at)
      select ${spaceId}::bigint, made.account_id, made.credit_card_id,
             ${mayBeOnCard(first) ? sql`case when made.credit_card_id is not null then ${invoice} end` : sql`null::int`},
             made.pinned_invoice is not null, made.category_id, made.description, planned.date,
             made.credit_card_id is not null or
               case when occurrence = 1 then ${first.paid}::boolean else planned.date <= ${series.today}::date end,
             case when occurrence = 1 then ${first.amountCents}::bigint else ${laterCents}::bigint end, made.notes, made.tags, made.id,
             occurrence, made.total_installments, ${isFixed}::boolean, ${now}::timestamptz, ${now}::timestamptz
        from made, planned
       where occurrence = 1 or made.credit_card_id is null or planned.date <= ${LAST_CARD_DAY}::date
       order by occurrence
      returning *)`;
}
