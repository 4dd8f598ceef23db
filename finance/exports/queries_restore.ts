// What a restore has to know of the space that it goes into.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { Rows } from "../post/change.ts";
import type { Post } from "../post/queries.ts";
import { COLUMNS, keyOf, TABLE_NAMES, type TableName } from "../tables/tables.ts";
import type { Row } from "./columns.ts";

/** What one post of all rows may take, and the check of its books. */
const LONGEST_STATEMENT_SECONDS = 600;

export async function allowLongStatements(tx: Db): Promise<void> {
  await tx.run(trusted(`set local statement_timeout = '${LONGEST_STATEMENT_SECONDS}s'`));
}

/** What every space begins with, and is replaced. */
const STARTERS = ["categories", "accounts"] as const satisfies TableName[];

/** Nothing but what a space begins with: categories, and an account on which nothing is. */
export async function isEmptySpace(db: Db, spaceId: number): Promise<boolean> {
  const others = TABLE_NAMES.filter((table) => !STARTERS.some((each) => each === table));
  // In the order of a key: to look for any row, the server would read a large table from its start.
  const filled = others.map((table) => {
    const key = trusted(keyOf(table).join(", "));
    return sql`(select true from ${trusted(table)} where space_id = ${spaceId} order by ${key} limit 1) is not null`;
  });
  const { empty } = await db.one<{ empty: boolean }>(sql`
    select not (${filled.reduce((list, each) => sql`${list} or ${each}`)})
           and (select count(*) <= 1 and coalesce(sum(abs(opening_cents)), 0) = 0 from accounts where space_id = ${spaceId}) as empty`);
  return empty;
}

/** As the log has them when they go. */
export async function listStarters(tx: Db, spaceId: number): Promise<Rows> {
  const list = (table: (typeof STARTERS)[number]) =>
    tx.many<{ row: never }>(sql`
      select row_to_json(listed)::jsonb as row
        from (select ${trusted(COLUMNS[table].join(", "))} from ${trusted(table)} where space_id = ${spaceId}) as listed`);
  const [categories, accounts] = await Promise.all([list("categories"), list("accounts")]);
  return { categories: categories.map(({ row }) => row), accounts: accounts.map(({ row }) => row) };
}

type StagedPost = Pick<Post, "spaceId" | "postId">;

/** A part of a post that was staged. */
export async function readStagedPart(
  db: Db,
  { spaceId, postId }: StagedPost,
  n: number,
): Promise<Partial<Record<TableName, Row[]>>> {
  const { change } = await db.one<{ change: Partial<Record<TableName, Row[]>> }>(sql`
    select change from staged_changes where space_id = ${spaceId} and post_id = ${postId} and n = ${n}`);
  return change;
}
