// The table `import_layouts`, which posts write.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Columns } from "../import_files/tables/columns.ts";
import type { StoredLayout } from "../post/tables.ts";

export type LayoutRow = Omit<StoredLayout, "columns" | "created_at" | "updated_at"> & {
  columns: { header: string[]; columns: Columns };
  created_at: string;
  updated_at: string;
};

/** Newest first. They are few. */
export function listLayouts(db: Db, spaceId: number): Promise<LayoutRow[]> {
  return db.many<LayoutRow>(sql`
    select id, header_key, columns, created_at::text, updated_at::text
      from import_layouts
     where space_id = ${spaceId}
     order by id desc`);
}
