// Columns that the user explained once, for tables with the same header.
import type { ReadOptions } from "../file.ts";
import type { Columns } from "./columns.ts";
import { questionOf } from "./guess_columns.ts";
import type { Row } from "./table.ts";

export function rememberedColumns(rows: readonly Row[], { layouts }: ReadOptions): Columns | undefined {
  if (!layouts || Object.keys(layouts).length === 0) return;
  const { headerKey } = questionOf(rows, undefined);
  return headerKey !== null && Object.hasOwn(layouts, headerKey) ? layouts[headerKey] : undefined;
}
