// What was on accounts before a period, and what came and went on each of its days.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { unseen } from "./queries_days.ts";
import { duesToPay } from "./queries_to_pay.ts";
import { COLUMNS, isNeutral, type SumName } from "./queries_totals.ts";

interface Days {
  start: string;
  end: string;
}

export interface BalanceQuestion {
  spaceId: number;
  /** Undefined for all but those that are left out of the general balance. */
  accountId: number | undefined;
  /** The first day of the period. */
  start: string;
  /** The last one, where it is asked what is to be paid on invoices. */
  end?: string;
  /** Months of the period whose sums are wanted, and days whose rows are. */
  wholeMonths: Days | undefined;
  rows: readonly Days[];
}

export interface BalanceFacts {
  /** Fixed series have no rows after this day yet. */
  extendedThrough: string;
  /** False where the space does not have the account. */
  hasAccount: boolean;
  openingCents: number;
  before: { paidCents: number; unpaidCents: number };
  /** Oldest first, and there may be several of a day; of a whole month the first day stands for all. Days without rows are left out. */
  days: (Sums & { date: string })[];
}

/** `to_pay`: what is owed on invoices of cards that these accounts pay for. */
export type Sums = Record<SumName | "to_pay", number>;

interface Header {
  extended_through: string;
  accounts: number;
  opening_cents: number;
  paid_before: number;
  unpaid_before: number;
}

/** In one round trip. What was before costs a row for each year and each month of the last one, however many transactions there are. */
export async function findBalances(db: Db, question: BalanceQuestion): Promise<BalanceFacts> {
  const { spaceId } = question;
  const found = await db.many<Header & (BalanceFacts["days"][number] | { date: null })>(sql`
    with chosen as (select id, opening_cents from accounts where space_id = ${spaceId} and ${isChosen(question)}),
         opened as (select count(*) as accounts, coalesce(sum(opening_cents), 0)::bigint as opening_cents from chosen),
         before as (
           select coalesce(sum(paid), 0)::bigint as paid_before, coalesce(sum(unpaid), 0)::bigint as unpaid_before
             from (${partsBefore(question)}) as parts (paid, unpaid)),
         days as (${allDays(question)})
    select extended_through, accounts, opening_cents, paid_before, unpaid_before, days.*
      from spaces
     cross join opened
     cross join before
      left join days on true
     where space_id = ${spaceId}
     order by date`);
  const [header] = found as [Header, ...unknown[]];
  return {
    extendedThrough: header.extended_through,
    hasAccount: header.accounts > 0,
    openingCents: header.opening_cents,
    before: { paidCents: header.paid_before, unpaidCents: header.unpaid_before },
    days: found.filter((row) => row.date !== null),
  };
}

function isChosen({ accountId }: BalanceQuestion): Sql {
  return accountId === undefined ? sql`not hide_balance` : sql`id = ${accountId}`;
}

function isOnChosen({ spaceId, accountId }: BalanceQuestion): Sql {
  const chosen = sql`(select id from chosen)`;
  return sql`space_id = ${spaceId} and account_id ${accountId === undefined ? sql`in ${chosen}` : sql`= ${chosen}`}`;
}

/** The years before that of the first day, the months of its year before its month, and the days of its month before it. */
function partsBefore(question: BalanceQuestion): Sql {
  const { start } = question;
  const year = start.slice(0, 4);
  const month = `${start.slice(0, 7)}-01`;
  return sql`
    select paid_cents, unpaid_cents from account_years where ${isOnChosen(question)} and year < (select ${year}::int)
    union all
    select ${total("paid")}, ${total("unpaid")}
      from account_months
     where ${isOnChosen(question)} and month >= ${unseen(`${year}-01-01`)} and month < ${unseen(month)}
    union all
    select case when paid then amount_cents else 0 end, case when paid then 0 else amount_cents end
      from transactions
     where ${isOnChosen(question)} and date >= ${unseen(month)} and date < ${unseen(start)}`;
}

const NAMES = COLUMNS.map(({ name }) => name);
const NOTHING_TO_PAY = sql`0::bigint as to_pay`;
const list = (items: readonly string[]): Sql => trusted(items.join(", "));
const total = (state: "paid" | "unpaid"): Sql => trusted(NAMES.filter((name) => name.startsWith(`${state}_`)).join(" + "));

function allDays(question: BalanceQuestion): Sql {
  const { wholeMonths, rows } = question;
  const parts = [
    ...(wholeMonths ? [monthSums(question, wholeMonths)] : []),
    ...rows.map((days) => daySums(question, days)),
    ...(question.end === undefined ? [] : [dues(question, question.end)]),
  ];
  return parts.reduce((all, part) => sql`${all} union all ${part}`);
}

function monthSums(question: BalanceQuestion, { start, end }: Days): Sql {
  return sql`
    select month as date, ${list(NAMES.map((name) => `sum(${name})::bigint as ${name}`))}, ${NOTHING_TO_PAY}
      from account_months
     where ${isOnChosen(question)} and month between ${unseen(start)} and ${unseen(end)}
     group by month`;
}

function daySums(question: BalanceQuestion, { start, end }: Days): Sql {
  return sql`
    select date, ${list(COLUMNS.map(({ name, sum }) => `(${sum})::bigint as ${name}`))}, ${NOTHING_TO_PAY}
      from (select date, paid, amount_cents, ${isNeutral} as neutral, 1 as sign
              from transactions
             where ${isOnChosen(question)} and date between ${unseen(start)} and ${unseen(end)}) as rows
     group by date`;
}

/** An account that is left out of the general balance leaves out what it would pay. */
function dues({ spaceId, accountId, start }: BalanceQuestion, end: string): Sql {
  const pays = (payer: Sql) =>
    accountId === undefined ? sql`(${payer} is null or ${payer} in (select id from chosen))` : sql`${payer} = ${accountId}`;
  return sql`
    select date, ${list(NAMES.map((name) => `0::bigint as ${name}`))}, cents as to_pay from ${duesToPay({ spaceId, start, end, pays })} as dues`;
}

export const NOTHING = Object.fromEntries([...NAMES, "to_pay"].map((name) => [name, 0])) as Sums;
