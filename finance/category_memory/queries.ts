// The table `category_memory`, which posts write, and the words of banks by which it is learned.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { category_memory } from "../tables/category_memory.ts";
import { selectList } from "../tables/table.ts";
import type { StoredMemory } from "../tables/tables.ts";

const columns = selectList(category_memory);

/** Newest first. */
export function listMemory(db: Db, spaceId: number, { before, most }: { before: number; most: number }): Promise<StoredMemory[]> {
  return db.many<StoredMemory>(sql`
    select ${columns} from category_memory where space_id = ${spaceId} and id < ${before} order by id desc limit ${most}`);
}

export function listMemoryById(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredMemory[]> {
  return db.many<StoredMemory>(sql`
    select ${columns} from category_memory where space_id = ${spaceId} and id = any(${ids}::int[])`);
}

export function listMemoryOf(db: Db, spaceId: number, merchants: readonly string[]): Promise<StoredMemory[]> {
  return db.many<StoredMemory>(sql`
    select ${columns} from category_memory where space_id = ${spaceId} and merchant = any(${merchants}::text[])`);
}

/** Of these merchants, and of all whose names begin with one of the words. */
export function listMemoryLike(
  db: Db,
  spaceId: number,
  names: { merchants: string[]; words: string[] },
): Promise<StoredMemory[]> {
  return db.many<StoredMemory>(sql`
    select ${columns} from category_memory
     where space_id = ${spaceId}
       and (merchant = any(${names.merchants}::text[]) or split_part(merchant, ' ', 1) = any(${names.words}::text[]))
     order by id`);
}

interface Forgotten {
  categoryId?: number | undefined;
  merchant?: string | undefined;
}

export function listForgotten(db: Db, spaceId: number, { categoryId, merchant }: Forgotten): Promise<StoredMemory[]> {
  const ofCategory: Sql = categoryId === undefined ? sql`` : sql`and category_id = ${categoryId}`;
  const ofMerchant: Sql = merchant === undefined ? sql`` : sql`and merchant = ${merchant}`;
  return db.many<StoredMemory>(sql`
    select ${columns} from category_memory where space_id = ${spaceId} ${ofCategory} ${ofMerchant} order by id`);
}

/** What the bank wrote of these transactions, of those that came from a file. */
export function listBankTexts(
  db: Db,
  spaceId: number,
  ids: readonly number[],
): Promise<{ transaction_id: number; description: string }[]> {
  return db.many(sql`
    select transaction_id, description
      from source_links
     where space_id = ${spaceId} and transaction_id = any(${ids}::bigint[])
     order by id`);
}
