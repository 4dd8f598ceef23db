// What has to be known to undo a post: the rows as they are now, and what refers to them.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { categoriesOfParts } from "../rows/queries_parts.ts";
import { keyOf, type StoredRow, TABLES, type TableName, type Tables } from "../tables/tables.ts";
import type { Row } from "./net.ts";
import { columnsReferringTo } from "./references.ts";

/** So many are asked for at once. */
const IDS_A_STATEMENT = 10_000;

/** Those of them that are there, as JSON holds them; of the days of a card, all. */
export async function listRows<Name extends TableName>(
  db: Db,
  spaceId: number,
  table: Name,
  ids: readonly number[],
): Promise<Tables[Name][]> {
  const column = trusted(keyOf(table)[0]);
  const result: Tables[Name][] = [];
  for (let index = 0; index < ids.length; index += IDS_A_STATEMENT) {
    const some = ids.slice(index, index + IDS_A_STATEMENT);
    const rows = await db.many<{ row: Tables[Name] }>(sql`
      select to_jsonb(stored) - 'space_id' as row
        from ${trusted(table)} as stored
       where space_id = ${spaceId} and ${column} = any(${some}::bigint[])`);
    result.push(...rows.map(({ row }) => row));
  }
  return result;
}

/** Of these rows, the ones that something refers to which is not among `leaving`. What goes along with a row needs it not. */
export async function listNeeded(
  db: Db,
  spaceId: number,
  target: TableName,
  ids: readonly number[],
  leaving: (table: TableName) => readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const referring = columnsReferringTo(target).filter(({ table }) => !GOES_ALONG.has(table));
  const tables = await Promise.all(
    referring.map(({ table, column }) =>
      db.many<{ id: number }>(sql`
        select distinct ${trusted(column)} as id
          from ${trusted(table)}
         where space_id = ${spaceId} and ${trusted(column)} = any(${ids}::bigint[]) and id <> all(${leaving(table)}::bigint[])`),
    ),
  );
  const parts = target === "categories" ? await listNeededByParts(db, spaceId, ids, leaving) : [];
  return [...tables.flat(), ...parts].map(({ id }) => id);
}

async function listNeededByParts(
  db: Db,
  spaceId: number,
  ids: readonly number[],
  leaving: (table: TableName) => readonly number[],
): Promise<{ id: number }[]> {
  const needed = (["transactions", "series"] as const).map((table) =>
    db.many<{ id: number }>(
      categoriesOfParts(trusted(table), spaceId, ids, sql`${trusted(table)}.id <> all(${leaving(table)}::bigint[])`),
    ),
  );
  return (await Promise.all(needed)).flat();
}

const GOES_ALONG = new Set<TableName>(["card_days"]);

/** The log of earlier releases does not hold all that an undo needs. */
export async function findUndoableAfter(db: Db, spaceId: number): Promise<number> {
  const { version } = await db.one<{ version: number }>(sql`
    select undoable_after as version from spaces where space_id = ${spaceId}`);
  return version;
}

/** Rows that a series made by itself, and that nobody has changed. */
export async function listUntouchedRows(db: Db, spaceId: number, seriesIds: readonly number[]): Promise<StoredRow[]> {
  const rows = await db.many<{ row: StoredRow }>(sql`
    select to_jsonb(stored) - 'space_id' as row
      from transactions as stored
     where space_id = ${spaceId} and series_id = any(${seriesIds}::bigint[]) and created_at = updated_at
     order by series_id, occurrence`);
  return rows.map(({ row }) => row);
}

/** The last occurrence that each series had made right after the post, where it has made more since. */
export async function findReachedThen(
  db: Db,
  spaceId: number,
  seriesIds: readonly number[],
  version: number,
): Promise<Map<number, number>> {
  const rows = await db.many<{ id: number; reached: number }>(sql`
    select distinct on (entity_id) entity_id as id, (before->>'last_occurrence')::int as reached
      from changes
     where space_id = ${spaceId} and version > ${version} and entity = 'series' and entity_id = any(${seriesIds}::bigint[])
       and before ? 'last_occurrence'
     order by entity_id, version, n`);
  return new Map(rows.map(({ id, reached }) => [id, reached]));
}

/** Days on which something was bought on a card, with the invoices that it is on, but for what the client named one for. */
export function listPurchaseDays(db: Db, spaceId: number, cardId: number): Promise<{ date: string; invoice: number }[]> {
  return db.many(sql`
    select distinct date, credit_card_invoice_id as invoice
      from transactions
     where space_id = ${spaceId} and credit_card_id = ${cardId} and not invoice_pinned`);
}

/** What was bought on a card on these days and is on these invoices, but for what the client named one for. */
export async function listPurchasesOn(
  db: Db,
  spaceId: number,
  cardId: number,
  groups: readonly { date: string; invoice: number }[],
): Promise<StoredRow[]> {
  if (groups.length === 0) return [];
  const rows = await db.many<{ row: StoredRow }>(sql`
    select to_jsonb(stored) - 'space_id' as row
      from transactions as stored
      join unnest(${groups.map(({ date }) => date)}::date[], ${groups.map(({ invoice }) => invoice)}::int[]) as misplaced (day, invoice)
        on date = day and credit_card_invoice_id = invoice
     where space_id = ${spaceId} and credit_card_id = ${cardId} and not invoice_pinned`);
  return rows.map(({ row }) => row);
}

/** All categories of the space, as JSON holds them. */
export async function listAllCategories(db: Db, spaceId: number): Promise<Row[]> {
  const rows = await db.many<{ row: Row }>(sql`
    select to_jsonb(stored) - 'space_id' as row from categories as stored where space_id = ${spaceId}`);
  return rows.map(({ row }) => row);
}

/** Of these categories, the ones under which something is booked. */
export async function listBooked(db: Db, spaceId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id
      from categories
     where space_id = ${spaceId} and id = any(${ids}::int[])
       and (exists (select from transactions where transactions.space_id = ${spaceId} and category_id = categories.id) or
            exists (select from series where series.space_id = ${spaceId} and category_id = categories.id))
    union
    ${categoriesOfParts(sql`transactions`, spaceId, ids)}
    union
    ${categoriesOfParts(sql`series`, spaceId, ids)}`);
  return rows.map(({ id }) => id);
}

/** Rows that may stand where these would: they have the same in one of the columns of which a space has each combination once. */
export async function listInTheWay(
  db: Db,
  spaceId: number,
  table: TableName,
  column: string,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const { type } = TABLES[table].columns[column]!.kind;
  const ids = rows.map((row) => row[column]);
  const matches = await db.many<{ row: Row }>(sql`
    select to_jsonb(stored) - 'space_id' as row
      from ${trusted(table)} as stored
     where space_id = ${spaceId} and ${trusted(column)} = any(${ids}::${trusted(type)}[])`);
  return matches.map(({ row }) => row);
}
