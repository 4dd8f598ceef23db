// The table `import_layouts`, which posts write.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Columns } from "../import_files/tables/columns.ts";
import { import_layouts } from "../tables/import_layouts.ts";
import { selectList } from "../tables/table.ts";
import type { StoredLayout } from "../tables/tables.ts";

export interface LayoutRow extends StoredLayout {
  columns: { header: string[]; columns: Columns };
}

/** Newest first. They are few. */
export function listLayouts(db: Db, spaceId: number): Promise<LayoutRow[]> {
  return db.many<LayoutRow>(sql`
    select ${selectList(import_layouts)} from import_layouts where space_id = ${spaceId} order by id desc`);
}
