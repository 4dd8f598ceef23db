// Fills a space with the transactions of a busy household, about 800 a month, one in ten split: ten thousand are a year.
import { addMonths, firstOfMonth } from "../../finance/calendar/day.ts";
import { ADD_SUMS } from "../../finance/post/functions.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { type Household, INSTALLMENTS, type Row, rowMaker } from "./finance_rows.ts";

/** Fewer do not fill a year. */
export const FEWEST_ROWS = 10_000;
/** A quiet year with its planned rows. */
export const QUIET_YEAR_ROWS = 1_000;

const ROWS_A_MONTH = 800;
const FIXED_SERIES = 10;

interface Habits {
  purchases: number;
  transfers: number;
  splits: number;
}
/** What begins in a month; the remaining rows are single ones. */
const BUSY: Habits = { purchases: 200, transfers: 15, splits: 2 };
const QUIET: Habits = { purchases: 20, transfers: 2, splits: 1 };

const ACCOUNTS = ["Carteira", "Poupança", "Reserva", "Corretora"];
/** Closing before the due day, in the previous month, and on days that short months lack. */
const CARDS = [
  { name: "Visa", closing: 5, due: 10 },
  { name: "Elo", closing: 25, due: 5 },
  { name: "Amex", closing: 30, due: 31 },
];
/** Long before the first row. */
const EVER = -1_200;
const FIRST_YEAR_OF_CARDS = 1990;

/** Rows of one statement, which must end within seconds. */
const ROWS_AT_ONCE = 2_000;

export interface SpacePlan {
  spaceId: number;
  rows: number;
  seed: number;
  /** In the last month. Fixed series and instalments continue after it. */
  today: string;
  now: Date;
  /**
   * The last twelve months are a quiet year, equal in a space of any size; earlier rows are paid. By default all months are
   * alike.
   */
  endsQuietly?: boolean;
}

export interface FilledSpace {
  accounts: readonly number[];
  cards: readonly number[];
  /** Of expenses. */
  categories: readonly number[];
  /** First days, oldest first. */
  months: string[];
}

/** The space must be new. */
export async function fillSpace(db: Db, plan: SpacePlan): Promise<FilledSpace> {
  const { spaceId, rows, seed, today, now } = plan;
  await addAccounts(db, spaceId, now);
  await addCards(db, spaceId, now);
  const { extended_through: lastDay, ...household } = await readHousehold(db, spaceId);
  const eras = erasOf(plan);
  const months = eras.flatMap((era) => era.months);
  const ids = await reserveIds(db, rows, months.length * BUSY.splits + FIXED_SERIES);
  // Only the last era has overdue rows.
  const maker = rowMaker({ seed, household, today, settledBefore: eras.at(-1)?.months[0] as string, ...ids });

  let created: Row[] = [];
  const make = async (rowsOfOne: Row[]) => {
    created.push(...rowsOfOne);
    if (created.length < ROWS_AT_ONCE) return;
    await insertRows(db, spaceId, created);
    created = [];
  };
  const [firstMonth = ""] = months;
  const fixedMonths = monthNumber(lastDay) - monthNumber(firstMonth) + 1;
  for (let each = 0; each < FIXED_SERIES; each++) await make(maker.fixed(firstMonth, fixedMonths));
  for (const era of eras) {
    const { habits } = era;
    const count = era.months.length;
    // Invoices exist since 1990, so earlier purchases use no card.
    const carded = era.months.filter((month) => Number(month.slice(0, 4)) > FIRST_YEAR_OF_CARDS).length;
    // Instalments of busy months end before the quiet year.
    const splitting = era === eras.at(-1) ? count : Math.max(count - INSTALLMENTS, 0);
    const ahead = era === eras.at(-1) ? fixedMonths - months.length : 0;
    const others =
      carded * (habits.purchases + household.cards.length) +
      splitting * habits.splits * INSTALLMENTS +
      count * habits.transfers * 2 +
      (count + ahead) * FIXED_SERIES;
    const singlesBefore = (index: number) => Math.floor(((era.rows - others) * index) / count);
    for (const [index, month] of era.months.entries()) {
      const hasCards = index >= count - carded;
      for (let each = 0; index < splitting && each < habits.splits; each++)
        await make(maker.installments(month, hasCards ? index + each : -1));
      for (let each = 0; hasCards && each < habits.purchases; each++) await make(maker.purchase(month));
      for (let each = 0; hasCards && each < household.cards.length; each++) await make(maker.payment(month, each));
      for (let each = 0; each < habits.transfers; each++) await make(maker.transfer(month));
      for (let each = singlesBefore(index); each < singlesBefore(index + 1); each++) await make(maker.single(month));
    }
  }
  await insertRows(db, spaceId, created);
  for (const month of months) await addBudgets(db, spaceId, month);
  return { accounts: household.accounts, cards: household.cards.map(({ id }) => id), categories: household.expenses, months };
}

/** Similar months, with their rows. */
interface Era {
  months: string[];
  rows: number;
  habits: Habits;
}

/** Oldest first. */
function erasOf({ rows, today, endsQuietly = false }: SpacePlan): Era[] {
  const busyRows = endsQuietly ? rows - QUIET_YEAR_ROWS : rows;
  const isMonths = busyRows >= (endsQuietly ? ROWS_A_MONTH : FEWEST_ROWS) || busyRows === 0;
  if (!isMonths) throw new RangeError(`${rows} rows do not fill whole months`);
  const monthsBefore = (month: string, count: number) =>
    Array.from({ length: count }, (_, index) => addMonths(month, index - count));
  const end = addMonths(firstOfMonth(today), 1);
  const busyEnd = endsQuietly ? addMonths(end, -12) : end;
  return [
    { months: monthsBefore(busyEnd, Math.floor(busyRows / ROWS_A_MONTH)), rows: busyRows, habits: BUSY },
    ...(endsQuietly ? [{ months: monthsBefore(end, 12), rows: QUIET_YEAR_ROWS, habits: QUIET }] : []),
  ];
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

async function addAccounts(db: Db, spaceId: number, now: Date): Promise<void> {
  await db.run(sql`
    with made as (
           insert into accounts (space_id, id, name, type, opening_cents, created_at, updated_at)
           select ${spaceId}::bigint, nextval('accounts_id_seq'), name, 'other', 10000 * number, ${now}::timestamptz, ${now}::timestamptz
             from unnest(${ACCOUNTS}::text[]) with ordinality as given (name, number)
           returning opening_cents)
    update spaces set turnover_cents = turnover_cents + (select sum(opening_cents) from made) where space_id = ${spaceId}`);
}

async function addCards(db: Db, spaceId: number, now: Date): Promise<void> {
  await db.run(sql`
    with given as materialized (
           select nextval('accounts_id_seq')::int as id, name, closing, due
             from jsonb_to_recordset(${CARDS}::jsonb) as given (name text, closing int, due int)),
         made as (
           insert into credit_cards (space_id, id, name, created_at, updated_at)
           select ${spaceId}::bigint, id, name, ${now}::timestamptz, ${now}::timestamptz from given),
         first as (update spaces set default_credit_card_id = (select min(id) from given) where space_id = ${spaceId})
    insert into card_days (space_id, credit_card_id, from_invoice, closing_day, due_day)
    select ${spaceId}::bigint, id, ${EVER}::int, closing, due from given`);
}

/** One for each expense category without a budget. */
async function addBudgets(db: Db, spaceId: number, month: string): Promise<void> {
  await db.run(sql`
    insert into budgets (space_id, id, category_id, date, activity_type, amount_cents)
    select ${spaceId}::bigint, nextval('budgets_id_seq'), id, ${month}::date, 0, 100000
      from categories
     where space_id = ${spaceId} and kind = 'expenses'
        on conflict do nothing`);
}

function readHousehold(db: Db, spaceId: number): Promise<Household & { extended_through: string }> {
  const idsOf = (kind: string) =>
    sql`(select jsonb_agg(id order by id) from categories where space_id = ${spaceId} and kind = ${kind})`;
  return db.one(sql`
    select (select jsonb_agg(id order by id) from accounts where space_id = ${spaceId}) as accounts,
           (select jsonb_agg(jsonb_build_object('id', credit_card_id, 'fromInvoice', from_invoice, 'closingDay', closing_day,
                                               'dueDay', due_day) order by credit_card_id)
              from card_days where space_id = ${spaceId}) as cards,
           ${idsOf("expenses")} as expenses, ${idsOf("earnings")} as earnings, transfers_category_id as transfers,
           payments_category_id as payments, extended_through
      from spaces
     where space_id = ${spaceId}`);
}

/** Reserved in advance, so that the legs of a transfer can reference each other. */
async function reserveIds(db: Db, rows: number, series: number): Promise<{ firstId: number; firstSeriesId: number }> {
  const last = await db.one<{ id: number; series_id: number }>(sql`
    select setval('transactions_id_seq', nextval('transactions_id_seq') + ${rows}::bigint) as id,
           setval('series_id_seq', nextval('series_id_seq') + ${series}::bigint) as series_id`);
  return { firstId: last.id - rows, firstSeriesId: last.series_id - series };
}

/** Series and transfers are not split between statements. */
async function insertRows(db: Db, spaceId: number, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await db.run(sql`
    with given as materialized (
           select *
             from jsonb_to_recordset(${rows}::jsonb) as given (
                  id bigint, account_id int, category_id int, parts jsonb, description text, date date, paid boolean, amount_cents bigint,
                  tags text[], series_id bigint, occurrence int, total_installments int, recurring boolean,
                  oposite_transaction_id bigint, oposite_account_id int, credit_card_id int, credit_card_invoice_id int,
                  paid_credit_card_id int, paid_credit_card_invoice_id int)),
         known as (
           insert into series (space_id, id, kind, periodicity, total_installments, total_cents, anchor_date, anchor_occurrence,
                               last_occurrence, account_id, credit_card_id, category_id, description, amount_cents, tags, created_at,
                               updated_at)
           select ${spaceId}::bigint, series_id, case when recurring then 'fixed' else 'installments' end, 'monthly',
                  coalesce(total_installments, 1), case when recurring then null else summed.cents end, date, 1, summed.last,
                  account_id, credit_card_id, category_id, description, summed.later_cents, tags, now(), now()
             from given
             join (select series_id, max(occurrence) as last, sum(amount_cents) as cents, max(amount_cents) as later_cents
                     from given
                    group by series_id) as summed using (series_id)
            where occurrence = 1),
         new_rows as (
           insert into transactions (space_id, id, account_id, category_id, parts, description, date, paid, amount_cents, tags, series_id,
                                     occurrence, total_installments, recurring, oposite_transaction_id, oposite_account_id,
                                     credit_card_id, credit_card_invoice_id, paid_credit_card_id, paid_credit_card_invoice_id,
                                     created_at, updated_at)
           select ${spaceId}::bigint, id, account_id, category_id, parts, description, date, paid, amount_cents, tags, series_id,
                  occurrence, coalesce(total_installments, 1), coalesce(recurring, false), oposite_transaction_id,
                  oposite_account_id, credit_card_id, credit_card_invoice_id, paid_credit_card_id, paid_credit_card_invoice_id,
                  now(), now()
             from given)
    select 1`);
  await db.run(sql`select ${trusted(ADD_SUMS.name)}(${spaceId}, 1, ${rows.map(({ id }) => id)}::bigint[])`);
}
