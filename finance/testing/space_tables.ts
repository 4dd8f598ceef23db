// Test support: the tables that hold what belongs to a space, found in the database, so that a new one is never forgotten.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";

/** Those with a column `space_id`. */
export async function spaceTables(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select table_name as name
      from information_schema.columns
     where table_schema = current_schema() and column_name = 'space_id'
     order by table_name`);
  return rows.map(({ name }) => name);
}

/** Of all that a space holds and of the tokens that open it: equal before and after what changes nothing. By table. */
export async function checksum(db: Db, spaceId: number): Promise<Record<string, string>> {
  const tables = await spaceTables(db);
  const rowsOf = (table: string): Sql => sql`select x::text as line from ${trusted(table)} as x where space_id = ${spaceId}`;
  const tokens = sql`
    select api_tokens::text as line from api_tokens join users on users.id = user_id where users.space_id = ${spaceId}`;
  const sums = await Promise.all(
    [...tables.map((table) => [table, rowsOf(table)] as const), ["api_tokens", tokens] as const].map(async ([table, lines]) => {
      const { sum } = await db.one<{ sum: string }>(sql`
        select concat(count(*), ' ', md5(string_agg(line, '|' order by line))) as sum from (${lines}) as lines`);
      return [table, sum] as const;
    }),
  );
  return Object.fromEntries(sums);
}
