// The columns that the user chose for a table of unknown layout, stored by its header once such a file was applied.
import { isStorable } from "../../kernel/http/json.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { laterMoment } from "../calendar/moment.ts";
import type { Columns } from "../import_files/tables/columns.ts";
import type { Reader } from "../post/reader.ts";
import { MOST_LAYOUTS } from "../tables/import_layouts.ts";
import { columnsIn } from "./chosen_columns.ts";
import type { About } from "./import_record.ts";
import { type LayoutRow, listLayouts } from "./queries_layouts.ts";

const MOST_HEADER_NAMES = 200;

/** Whether a value that comes from elsewhere is what a layout may hold. */
export function isLayout(value: unknown): boolean {
  const { header, columns } = (value ?? {}) as { header?: unknown; columns?: unknown };
  const isName = (name: unknown) => typeof name === "string" && name.length <= 200 && isStorable(name);
  return Array.isArray(header) && header.length <= MOST_HEADER_NAMES && header.every(isName) && columnsIn(columns) !== undefined;
}

/** By the keys of their headers, as readers take them. */
export async function readLayouts(db: Db, spaceId: number): Promise<Record<string, Columns>> {
  const layouts = await listLayouts(db, spaceId);
  return Object.fromEntries(layouts.map(({ header_key: key, columns: { columns } }) => [key, columns]));
}

export async function rememberLayout(
  read: Reader,
  { spaceId, now }: { spaceId: number; now: Date },
  chosen: About["chosen"],
): Promise<{ before: LayoutRow[]; after: LayoutRow[] }> {
  if (!chosen || chosen.header_key === null || chosen.remembered) return { before: [], after: [] };
  const { header_key: key, header, columns } = chosen;
  const [layouts, [id]] = await Promise.all([listLayouts(read, spaceId), read.ids("import_layouts", 1)]);
  const existing = layouts.find((each) => each.header_key === key);
  if (existing) {
    const updated_at = laterMoment(now, existing.updated_at);
    return { before: [existing], after: [{ ...existing, columns: { header, columns }, updated_at }] };
  }
  const at = now.toISOString();
  const oldest = layouts.toSorted((one, other) => (one.updated_at < other.updated_at ? -1 : 1))[0];
  return {
    before: layouts.length >= MOST_LAYOUTS && oldest ? [oldest] : [],
    after: [{ id: id as number, header_key: key, columns: { header, columns }, created_at: at, updated_at: at }],
  };
}
