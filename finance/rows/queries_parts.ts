// Parts of split rows in statements. Indexes hold split rows alone, so that these conditions cost nothing where there are none.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/** A row of the table `part` for each part. */
export const partTable = (parts: Sql): Sql =>
  sql`jsonb_to_recordset(${parts}) as part (category_id integer, amount_cents bigint, tags jsonb)`;

/** A condition: one of the parts is under the category. */
export const isPartlyUnder = (categoryId: number): Sql =>
  sql`parts is not null and parts @> ${JSON.stringify([{ category_id: categoryId }])}::text::jsonb`;

/** The parts of a row, those under one category under another. */
export const partsWithReplaced = (categoryId: number, replacementId: number): Sql => sql`(
  select jsonb_agg(case when (part ->> 'category_id')::integer = ${categoryId}
                        then part || jsonb_build_object('category_id', ${replacementId}::integer) else part end order by n)
    from jsonb_array_elements(parts) with ordinality as listed (part, n))`;

/** A subquery: which of these categories parts in the table name. `where`: a further condition of its rows. */
export const categoriesOfParts = (table: Sql, spaceId: number, ids: readonly number[], where = sql`true`): Sql => sql`
  select distinct part.category_id as id
    from ${table}
   cross join ${partTable(sql`parts`)}
   where space_id = ${spaceId} and parts is not null and part.category_id = any(${ids}::int[]) and ${where}`;
