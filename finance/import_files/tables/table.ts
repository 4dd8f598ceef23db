// A table as all formats give it: CSV, spreadsheets and HTML end in rows of cells, and are read alike from there.
import type { Reason } from "../reasons.ts";
import { fold } from "../text/fold.ts";

/** Text as it is written; numbers and days only where a spreadsheet says that the cell is one. A formula is never believed. */
export type Cell = string | { number: number } | { day: string } | { formula: true };

export interface Row {
  line: number;
  cells: Cell[];
  /** The row was not taken in whole. */
  reason?: Reason;
}

export interface Table {
  /** The sheet's. */
  name: string | null;
  source: "text" | "sheet";
  rows: Row[];
}

export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  if (typeof cell === "string") return cell.trim();
  if ("number" in cell) return String(cell.number);
  return "day" in cell ? cell.day : "";
}

/** `Valor (em R$)` and `valor em r$` are one name. */
export function headerName(text: string): string {
  return fold(text)
    .replace(/[^A-Z0-9$]+/g, " ")
    .trim();
}

export function rawOf(row: Row): string {
  return row.cells.slice(0, 30).map(textOf).join("; ");
}
