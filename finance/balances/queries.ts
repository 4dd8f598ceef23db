// What was on accounts before a period, and what came and went on each of its days.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import { type CardDays, invoiceDueOn } from "../billing/cycle.ts";
import { reservedByAccount } from "../earmarks/queries.ts";
import { accountSums, BY_CALENDAR, type SpaceMonths } from "../months/space_months.ts";
import { cardDaysJson, periodSumsJson } from "../rows/queries_cards.ts";
import { unseen } from "../rows/queries_days.ts";
import { SUM_NAMES, type SumName } from "../sums/differences.ts";

interface Days {
  start: string;
  end: string;
}

export interface BalanceQuestion {
  spaceId: number;
  /** Undefined for all but those that are left out of the general balance. */
  accountId: number | undefined;
  /** Several instead. */
  accountIds?: readonly number[];
  /** The first day of the period. */
  start: string;
  /** The last one, where it is asked what is to be paid on invoices. */
  end?: string;
  /** The calendar's unless given. */
  months?: SpaceMonths;
  /** Months of the period whose sums are wanted, by the names of the first and the last, and days whose rows are. */
  wholeMonths: Days | undefined;
  rows: readonly Days[];
}

/** Rows of a day that are alike. */
export interface DayTotal {
  date: string;
  paid: boolean;
  is_leg: boolean;
  is_payment: boolean;
  cents: number;
}

export type MonthTotal = { month: string } & Record<SumName, number>;

/** A card for which one of the accounts pays. */
export interface PaidCard {
  days: CardDays[];
  /** Of the invoices that are due in the period, and what those before leave to them. */
  sums: InvoiceSums[];
  /** Invoices of the period that have a payment, made or planned. */
  planned: number[];
}

export interface BalanceRows {
  /** Fixed series have no rows after this day yet. */
  extended_through: string;
  accounts: number;
  opening_cents: number;
  paid_before: number;
  unpaid_before: number;
  /** By goals, as of now. */
  reserved_cents: number;
  /** There may be several of a day. */
  days: DayTotal[];
  months: MonthTotal[];
  cards: PaidCard[];
}

/** In one round trip. What was before costs a row for each year and each month of the last one, however many transactions there are. */
export function findBalances(db: Db, question: BalanceQuestion): Promise<BalanceRows> {
  const { spaceId, wholeMonths, rows, end } = question;
  return db.one<BalanceRows>(sql`
    with chosen as (select id, opening_cents from accounts where space_id = ${spaceId} and ${isChosen(question)}),
         before as (
           select coalesce(sum(paid), 0)::bigint as paid, coalesce(sum(unpaid), 0)::bigint as unpaid from (${partsBefore(question)}) as part)
    select extended_through,
           (select count(*) from chosen) as accounts,
           (select coalesce(sum(opening_cents), 0)::bigint from chosen) as opening_cents,
           (select paid from before) as paid_before,
           (select unpaid from before) as unpaid_before,
           (select coalesce(sum(reserved_cents), 0)::bigint
              from (${reservedByAccount(spaceId)}) as reserved
             where account_id in (select id from chosen)) as reserved_cents,
           ${rows.length > 0 ? listOf(rows.map((days) => dayTotals(question, days)).reduce((all, each) => sql`${all} union all ${each}`)) : NONE} as days,
           ${wholeMonths ? listOf(monthTotals(question, wholeMonths)) : NONE} as months,
           ${end === undefined ? NONE : listOf(paidCards(question, end))} as cards
      from spaces
     where space_id = ${spaceId}`);
}

const NONE = sql`'[]'::jsonb`;

function listOf(rows: Sql): Sql {
  return sql`(select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (${rows}) as each)`;
}

function isChosen({ accountId, accountIds }: BalanceQuestion): Sql {
  if (accountIds) return sql`id = any(${accountIds}::int[])`;
  return accountId === undefined ? sql`not hide_balance` : sql`id = ${accountId}`;
}

function isOnChosen({ spaceId, accountId }: BalanceQuestion): Sql {
  const chosen = sql`(select id from chosen)`;
  return sql`space_id = ${spaceId} and account_id ${accountId === undefined ? sql`in ${chosen}` : sql`= ${chosen}`}`;
}

/** The years before that of the first day, the months of its year before its month, and the days of its month before it. */
function partsBefore(question: BalanceQuestion): Sql {
  const { start, months = BY_CALENDAR } = question;
  if (months.sums === "kept") return ownMonthsBefore(question, months);
  const year = start.slice(0, 4);
  const month = `${start.slice(0, 7)}-01`;
  return sql`
    select paid_cents as paid, unpaid_cents as unpaid from account_years where ${isOnChosen(question)} and year < (select ${year}::int)
    union all
    select ${total("paid")}, ${total("unpaid")}
      from account_months
     where ${isOnChosen(question)} and month >= ${unseen(`${year}-01-01`)} and month < ${unseen(month)}
    union all
    select case when paid then amount_cents else 0 end, case when paid then 0 else amount_cents end
      from transactions
     where ${isOnChosen(question)} and date >= ${unseen(month)} and date < ${unseen(start)}`;
}

/** The space's own months before that of the first day, and the days of that one before it. */
function ownMonthsBefore(question: BalanceQuestion, months: SpaceMonths): Sql {
  const { start } = question;
  const month = months.of(start);
  return sql`
    select ${total("paid")} as paid, ${total("unpaid")} as unpaid
      from account_space_months
     where ${isOnChosen(question)} and month < ${unseen(month)}
    union all
    select case when paid then amount_cents else 0 end, case when paid then 0 else amount_cents end
      from transactions
     where ${isOnChosen(question)} and date >= ${unseen(months.days(month).start)} and date < ${unseen(start)}`;
}

const total = (state: "paid" | "unpaid"): Sql => trusted(SUM_NAMES.filter((name) => name.startsWith(`${state}_`)).join(" + "));

function monthTotals(question: BalanceQuestion, { start, end }: Days): Sql {
  const { spaceId, months = BY_CALENDAR } = question;
  const { table } = accountSums(spaceId, months, { start, end });
  return sql`
    select month, ${trusted(SUM_NAMES.map((name) => `sum(${name})::bigint as ${name}`).join(", "))}
      from ${table}
     where ${isOnChosen(question)} and month between ${unseen(start)} and ${unseen(end)}
     group by month`;
}

function dayTotals(question: BalanceQuestion, { start, end }: Days): Sql {
  return sql`
    select date, paid, oposite_transaction_id is not null as is_leg, paid_credit_card_id is not null as is_payment,
           sum(amount_cents)::bigint as cents
      from transactions
     where ${isOnChosen(question)} and date between ${unseen(start)} and ${unseen(end)}
     group by date, paid, is_leg, is_payment, amount_cents > 0`;
}

/**
 * Invoices of the period without a payment. Their carry-over may go back for years, and most periods are paid. Accounts outside
 * of the general balance are left out.
 */
function paidCards({ spaceId, accountId, start }: BalanceQuestion, end: string): Sql {
  const first = sql`(select ${invoiceDueOn(start)}::int)`;
  const last = sql`(select ${invoiceDueOn(end)}::int)`;
  const payer = sql`coalesce(payment_account_id, (select default_account_id from spaces where space_id = ${spaceId}))`;
  const pays =
    accountId === undefined ? sql`(${payer} is null or ${payer} in (select id from chosen))` : sql`${payer} = ${accountId}`;
  const cardId = sql`credit_cards.id`;
  return sql`
    select ${cardDaysJson(spaceId, cardId)} as days,
           ${periodSumsJson(spaceId, cardId, first, last)} as sums,
           (select coalesce(jsonb_agg(distinct paid_credit_card_invoice_id), '[]')
              from transactions
             where transactions.space_id = ${spaceId} and paid_credit_card_id = credit_cards.id
               and paid_credit_card_invoice_id between ${first} and ${last}) as planned
      from credit_cards
     where credit_cards.space_id = ${spaceId} and ${pays}
       and (select count(*)
              from card_invoices
             where card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${cardId}
               and invoice between ${first} and ${last} and payments > 0) <= ${last} - ${first}`;
}
