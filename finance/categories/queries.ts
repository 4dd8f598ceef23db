// The table `categories`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { defaultCategoriesOf } from "../ledger/queries_categories.ts";
import type { CategoryRow } from "./category.ts";
import { PALETTE } from "./palette.ts";

const columns = (spaceId: number): Sql => sql`
  id, name, color, parent_id, group_id, fixed, essential, coalesce(id in ${defaultCategoriesOf(spaceId)}, false) as "default", archived, uuid, kind,
  created_at, updated_at`;

export function listCategories(db: Db, spaceId: number): Promise<CategoryRow[]> {
  return db.many<CategoryRow>(sql`select ${columns(spaceId)} from categories where space_id = ${spaceId} order by id`);
}

export function findCategory(db: Db, spaceId: number, id: number): Promise<CategoryRow | undefined> {
  return db.maybeOne<CategoryRow>(sql`select ${columns(spaceId)} from categories where space_id = ${spaceId} and id = ${id}`);
}

export async function hasChildren(db: Db, spaceId: number, id: number): Promise<boolean> {
  const found = await db.maybeOne(sql`
    select 1 as found from categories where space_id = ${spaceId} and parent_id = ${id} limit 1`);
  return found !== undefined;
}

export type NewCategory = Pick<
  CategoryRow,
  "name" | "parent_id" | "group_id" | "fixed" | "essential" | "archived" | "uuid" | "kind"
> & {
  /** Undefined leaves the choice to the palette. */
  color: string | undefined;
};

/** In a transaction that holds the space's lock, as are the following. */
export function insertCategory(tx: Db, act: Act, category: NewCategory): Promise<CategoryRow> {
  const { spaceId } = act.caller;
  return tx.one<CategoryRow>(sql`
    with category as (
           insert into categories (space_id, name, color, parent_id, kind, group_id, fixed, essential, archived, uuid, created_at,
                                   updated_at)
           values (${spaceId}, ${category.name}, coalesce(${category.color ?? null}, ${leastUsedColor(spaceId)}), ${category.parent_id},
                   ${category.kind}, ${category.group_id}, ${category.fixed}, ${category.essential}, ${category.archived},
                   ${category.uuid}, ${act.now}, ${act.now})
           returning *),
         change as (${changeInsert(act, {
           action: "create",
           entity: "category",
           entityId: sql`id`,
           before: sql`null::jsonb`,
           after: sql`to_jsonb(category)`,
           from: sql`category`,
         })})
    select ${columns(spaceId)} from category`);
}

/** The first of the palette among those that the fewest categories have. */
function leastUsedColor(spaceId: number): Sql {
  return sql`(
    select palette.color
      from unnest(${PALETTE}::text[]) with ordinality as palette (color, place)
     order by (select count(*) from categories where space_id = ${spaceId} and categories.color = palette.color), place
     limit 1)`;
}

export function updateCategory(tx: Db, act: Act, category: CategoryRow): Promise<CategoryRow> {
  const { spaceId } = act.caller;
  return tx.one<CategoryRow>(sql`
    with old_category as (select * from categories where space_id = ${spaceId} and id = ${category.id}),
         new_category as (
           update categories
              set name = ${category.name}, color = ${category.color}, parent_id = ${category.parent_id}, kind = ${category.kind},
                  group_id = ${category.group_id}, fixed = ${category.fixed}, essential = ${category.essential},
                  archived = ${category.archived}, updated_at = ${act.now}
            where space_id = ${spaceId} and id = ${category.id}
           returning *),
         change as (${changeInsert(act, {
           action: "update",
           entity: "category",
           entityId: sql`new_category.id`,
           before: sql`to_jsonb(old_category)`,
           after: sql`to_jsonb(new_category)`,
           from: sql`new_category, old_category`,
         })})
    select ${columns(spaceId)} from new_category`);
}

/** After all that was booked under it has moved. Its children move up to no parent. */
export async function deleteCategory(tx: Db, act: Act, id: number): Promise<void> {
  const { spaceId } = act.caller;
  await tx.run(sql`
    with child as (
           update categories set parent_id = null, updated_at = ${act.now} where space_id = ${spaceId} and parent_id = ${id} returning *),
         child_change as (${changeInsert(act, {
           action: "update",
           entity: "category",
           entityId: sql`id`,
           before: sql`to_jsonb(child) || jsonb_build_object('parent_id', ${id}::int)`,
           after: sql`to_jsonb(child)`,
           from: sql`child`,
         })}),
         category as (delete from categories where space_id = ${spaceId} and id = ${id} returning *)
    ${changeInsert(act, {
      action: "delete",
      entity: "category",
      entityId: sql`id`,
      before: sql`to_jsonb(category)`,
      after: sql`null::jsonb`,
      from: sql`category`,
    })}`);
}
