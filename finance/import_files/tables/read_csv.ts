// CSV: the separator is the one with which a known header appears, else the one that cuts the first lines most evenly.
import type { ReadOptions } from "../file.ts";
import { isFireflyHeader } from "../other_apps/firefly.ts";
import { layoutIn, readTables, type TablesRead } from "./read_tables.ts";
import { rememberedColumns } from "./remembered.ts";
import { SEPARATORS, separatedRows } from "./separated.ts";
import type { Row } from "./table.ts";

const LOOKED_AT = 80;

export function readCsv(text: string, options: ReadOptions): TablesRead {
  const separator = chosenSeparator(options.columns?.separator) ?? separatorOf(text, options);
  const rows = separatedRows(text, separator);
  if (!rows) return { layout: null, statements: [], problems: [], refusal: "too_many_lines", needs: null };
  return readTables([{ name: null, source: "text", rows }], options, separator);
}

function chosenSeparator(separator: string | undefined): string | undefined {
  return separator !== undefined && /^[^\w\s".-]$|^\t$/.test(separator) ? separator : undefined;
}

function separatorOf(text: string, options: ReadOptions): string {
  const start = text.slice(0, 100_000);
  const cut = SEPARATORS.map((separator) => ({ separator, rows: separatedRows(start, separator, LOOKED_AT) ?? [] }));
  const explained = cut.find(({ rows }) => rememberedColumns(rows, options));
  if (explained) return explained.separator;
  const recognised = cut.find(
    ({ rows }) => rows.slice(0, 30).some(isFireflyHeader) || layoutIn({ name: null, source: "text", rows }),
  );
  return (recognised ?? cut.reduce((best, each) => (evenness(each.rows) > evenness(best.rows) ? each : best))).separator;
}

/** How many rows have the width that most rows have, if that is more than one column. */
function evenness(rows: readonly Row[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of rows) if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  return Math.max(0, ...widths.values());
}
