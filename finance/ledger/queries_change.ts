// Changes and deletes rows of `transactions`, one or those of a series. In a transaction that holds the space's lock.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Periodicity } from "../calendar/periodicity.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { type EditedRow, newInvoice, newPlace, newSeriesPin, type PlaceEdit } from "./queries_place_edit.ts";
import { anyRowColumns, isOldRow } from "./queries_rows.ts";
import { dateAfter } from "./queries_series.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";
import type { TransactionRow } from "./row.ts";

/** A transaction with what decides how it may change. */
export interface StoredTransaction extends TransactionRow {
  occurrence: number | null;
  invoice_pinned: boolean;
  category_kind: "expenses" | "earnings" | "none";
  series: StoredSeries | null;
}

export interface StoredSeries {
  id: number;
  kind: "fixed" | "installments";
  periodicity: Periodicity;
  ended: boolean;
  last_occurrence: number;
  /** Of the rows that are there: some may have been deleted. */
  first_row: number;
  last_row: number;
  rows: number;
  first_date: string;
  last_date: string;
  /** Whether any of its rows is on a card, wherever the others are. */
  on_card: boolean;
}

export function findStored(tx: Db, spaceId: number, id: number): Promise<StoredTransaction | undefined> {
  return tx.maybeOne<StoredTransaction>(sql`
    select ${anyRowColumns(spaceId, "transactions")}, occurrence, invoice_pinned,
           (select kind from categories where space_id = ${spaceId} and id = category_id) as category_kind,
           (select jsonb_build_object('id', series.id, 'kind', kind, 'periodicity', periodicity, 'ended', ended,
                                      'last_occurrence', last_occurrence, 'first_row', min(parts.occurrence),
                                      'last_row', max(parts.occurrence), 'rows', count(*), 'first_date', min(parts.date),
                                      'last_date', max(parts.date), 'on_card', count(parts.credit_card_id) > 0)
              from series
              join transactions as parts on parts.space_id = ${spaceId} and parts.series_id = series.id
             where series.space_id = ${spaceId} and series.id = transactions.series_id
             group by series.space_id, series.id) as series
      from transactions
     where space_id = ${spaceId} and id = ${id}`);
}

/** Which rows a change reaches: this one; or of its series this one and later ones, or all. */
export type Scope = "one" | "future" | "all";

export interface RowEdit extends PlaceEdit {
  description: string | undefined;
  notes: string | null | undefined;
  tags: readonly string[] | undefined;
  categoryId: number | undefined;
  amount: AmountEdit | undefined;
  /** Of this row, whatever the scope. On a card it is the invoice that says it. */
  paid: boolean | undefined;
  /** What leaves a card is paid up to this day unless told. */
  today: string;
  /** Of this row; the others in scope are counted from it. */
  date: string | undefined;
}

/** The same for every row in scope; its sign alone; or the whole series split anew, whatever the scope. */
export type AmountEdit = { cents: number } | { sign: 1 | -1 } | { firstCents: number; laterCents: number };

/** This row as it is now. The series follows, so that the rows that it still makes are like those in scope. */
export function updateRows(tx: Db, act: Act, stored: StoredTransaction, scope: Scope, edit: RowEdit): Promise<TransactionRow> {
  const { caller, now } = act;
  const { spaceId } = caller;
  const inScope = reaches(stored, scope);
  const touched = edit.amount && "firstCents" in edit.amount ? reaches(stored, "all") : inScope;
  const set = (value: Sql, column: Sql) => sql`${column} = case when ${inScope} then ${value} else ${column} end`;
  const isThis = sql`id = ${stored.id}`;
  return tx.one<TransactionRow>(sql`
    with old_rows as (select * from transactions where space_id = ${spaceId} and ${touched}),
         new_rows as (
           update transactions
              set ${set(sql`coalesce(${edit.description ?? null}::text, description)`, sql`description`)},
                  ${set(newNotes(edit), sql`notes`)},
                  ${set(sql`coalesce(${edit.tags ?? null}::text[], tags)`, sql`tags`)},
                  ${placeSets(spaceId, stored, scope, edit, set)}
                  ${set(sql`coalesce(${edit.categoryId ?? null}::int, category_id)`, sql`category_id`)},
                  ${set(newDate(stored, scope, edit), sql`date`)},
                  amount_cents = ${newAmount(edit.amount, sql`occurrence = ${stored.series?.first_row ?? null}`)},
                  ${set(newPaid(stored, scope, edit), sql`paid`)},
                  updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
             from (select space_id as old_space_id, id as old_id, to_jsonb(old_rows) as before from old_rows) as old
            where ${isOldRow(spaceId)}
           returning transactions.*, before),
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)},
         ${stored.series ? sql`series_after as (${seriesUpdate(act, stored, scope, edit)}),` : sql``}
         change as (${changeInsert(act, {
           action: "update",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`before`,
           after: sql`to_jsonb(new_rows) - 'before'`,
           from: sql`new_rows`,
         })})
    select ${anyRowColumns(spaceId, "new_rows")} from new_rows where ${isThis}`);
}

/** Nothing where neither place nor date nor invoice changes: the invoices stay then. */
function placeSets(
  spaceId: number,
  stored: StoredTransaction,
  scope: Scope,
  edit: RowEdit,
  set: (value: Sql, column: Sql) => Sql,
) {
  if (edit.place === undefined && edit.date === undefined && edit.invoice === undefined) return sql``;
  const { account, card } = newPlace(edit, "transactions");
  const { invoice, pinned } = newInvoice(spaceId, edit, editedRow(stored, scope, edit), newDate(stored, scope, edit));
  return sql`
                  ${set(account, sql`account_id`)},
                  ${set(card, sql`credit_card_id`)},
                  ${set(invoice, sql`credit_card_invoice_id`)},
                  ${set(pinned, sql`invoice_pinned`)},`;
}

function editedRow(stored: StoredTransaction, scope: Scope, edit: Partial<RowEdit>): EditedRow {
  return {
    day: edit.date ?? stored.date,
    occurrence: stored.occurrence,
    periodicity: stored.series && scope !== "one" ? stored.series.periodicity : null,
    invoice: stored.credit_card_invoice_id,
  };
}

function newPaid(stored: StoredTransaction, scope: Scope, edit: RowEdit): Sql {
  const told = edit.paid === undefined ? sql`` : sql`when id = ${stored.id} then ${edit.paid}::boolean`;
  return sql`
    case when ${newPlace(edit, "transactions").card} is not null then true ${told}
         when transactions.credit_card_id is not null then ${newDate(stored, scope, edit)} <= ${edit.today}::date
         else paid end`;
}

/** What instalments sum to follows every row; the rest of a series follows what is said of more than one. */
function seriesUpdate({ caller: { spaceId }, now }: Act, stored: StoredTransaction, scope: Scope, edit: RowEdit): Sql {
  const spread = scope === "one" ? NO_EDIT : edit;
  const anchor = spread.date ?? null;
  const { account, card } = newPlace({ ...NOWHERE, ...spread }, "series");
  return sql`
    update series
       set total_cents = total_cents + added.cents,
           description = coalesce(${spread.description ?? null}::text, description),
           notes = ${newNotes(spread)},
           tags = coalesce(${spread.tags ?? null}::text[], tags),
           account_id = ${account},
           credit_card_id = ${card},
           pinned_invoice = ${newSeriesPin(spaceId, { ...NOWHERE, ...spread }, editedRow(stored, scope, spread), anchor !== null)},
           category_id = coalesce(${spread.categoryId ?? null}::int, category_id),
           amount_cents = ${newAmount(spread.amount, sql`false`)},
           anchor_date = coalesce(${anchor}::date, anchor_date),
           anchor_occurrence = case when ${anchor}::date is null then anchor_occurrence else ${stored.occurrence}::int end,
           updated_at = ${now}
      from (select coalesce(sum(sign * amount_cents), 0) as cents from moved) as added
     where space_id = ${spaceId} and id = ${stored.series_id}`;
}

const NO_EDIT: Partial<RowEdit> = {};
const NOWHERE: PlaceEdit = { place: undefined, invoice: undefined };

function newNotes({ notes }: Partial<RowEdit>): Sql {
  return sql`case when ${notes !== undefined}::boolean then ${notes ?? null}::text else notes end`;
}

function newAmount(amount: AmountEdit | undefined, isFirst: Sql): Sql {
  if (amount === undefined) return sql`amount_cents`;
  if ("cents" in amount) return sql`${amount.cents}::bigint`;
  if ("sign" in amount) return sql`abs(amount_cents) * ${amount.sign}::int`;
  return sql`case when ${isFirst} then ${amount.firstCents}::bigint else ${amount.laterCents}::bigint end`;
}

function newDate({ series, occurrence }: StoredTransaction, scope: Scope, { date }: RowEdit): Sql {
  if (date === undefined) return sql`date`;
  if (!series || scope === "one") return sql`${date}::date`;
  return dateAfter(sql`${date}::date`, sql`${series.periodicity}::text`, sql`occurrence - ${occurrence}::int`);
}

/** This row as it was. A fixed series that loses its later rows makes no more; one that loses all its rows goes too. */
export function deleteRows(tx: Db, act: Act, stored: StoredTransaction, scope: Scope): Promise<TransactionRow> {
  const { spaceId } = act.caller;
  const gone = reaches(stored, scope);
  return tx.one<TransactionRow>(sql`
    with old_rows as (delete from transactions where space_id = ${spaceId} and ${gone} returning *),
         new_rows as (select * from transactions where space_id = ${spaceId} and false),
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)},
         ${stored.series ? sql`series_after as (${seriesEnd(act, stored, stored.series, scope)}),` : sql``}
         change as (${changeInsert(act, {
           action: "delete",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`to_jsonb(old_rows)`,
           after: sql`null::jsonb`,
           from: sql`old_rows`,
         })})
    select ${anyRowColumns(spaceId, "old_rows")} from old_rows where id = ${stored.id}`);
}

function seriesEnd(
  { caller: { spaceId }, now }: Act,
  { occurrence }: StoredTransaction,
  series: StoredSeries,
  scope: Scope,
): Sql {
  const isEmptied = scope === "one" ? series.rows === 1 : scope === "all" || (occurrence as number) <= series.first_row;
  const makesNoMore = scope !== "one" || series.ended || series.kind === "installments";
  if (isEmptied && makesNoMore) return sql`delete from series where space_id = ${spaceId} and id = ${series.id}`;
  return sql`
    update series
       set total_cents = total_cents + added.cents, ended = ${makesNoMore}, updated_at = ${now}
      from (select coalesce(sum(sign * amount_cents), 0) as cents from moved) as added
     where space_id = ${spaceId} and id = ${series.id}`;
}

/** By occurrence and not by date, because dates can be edited. */
function reaches({ id, series, occurrence }: StoredTransaction, scope: Scope): Sql {
  if (!series || scope === "one") return sql`id = ${id}`;
  return scope === "all" ? sql`series_id = ${series.id}` : sql`series_id = ${series.id} and occurrence >= ${occurrence}`;
}
