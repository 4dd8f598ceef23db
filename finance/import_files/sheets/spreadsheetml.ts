// SpreadsheetML 2003: a workbook as one XML file.
import { LIMITS } from "../limits.ts";
import type { Cell, Table } from "../tables/table.ts";
import { attribute, tagsOf, withoutEntities } from "../text/markup.ts";
import { LineBudget, SheetRows } from "./sheet_rows.ts";

export function isSpreadsheetml(text: string): boolean {
  return (
    /urn:schemas-microsoft-com:office:spreadsheet/.test(text.slice(0, 4_000)) && /<(?:\w+:)?Workbook\b/.test(text.slice(0, 4_000))
  );
}

export function readSpreadsheetml(source: string): Table[] {
  const tables: { name: string | null; rows: SheetRows }[] = [];
  const budget = new LineBudget();
  let row = -1;
  let column = -1;
  let covered = 0;
  let isFormula = false;
  for (const { name, kind, attributes, text } of tagsOf(source)) {
    if (name === "WORKSHEET" && kind === "open") {
      if (tables.length >= LIMITS.sheets) break;
      tables.push({ name: attribute(attributes, "Name") ?? null, rows: new SheetRows(budget) });
      row = -1;
    } else if (name === "ROW" && kind !== "close") {
      row = indexIn(attributes) ?? row + 1;
      column = -1;
      covered = 0;
    } else if (name === "CELL" && kind !== "close") {
      column = indexIn(attributes) ?? column + covered + 1;
      covered = Math.min(Number(attribute(attributes, "MergeAcross") ?? 0) || 0, LIMITS.columns);
      isFormula = attribute(attributes, "Formula") !== undefined;
    } else if (name === "DATA" && kind === "open" && row >= 0 && column >= 0) {
      const type = attribute(attributes, "Type");
      tables.at(-1)?.rows.put(row, column, isFormula ? { formula: true } : cellOf(type, withoutEntities(text).trim()));
    }
  }
  return tables.map(({ name, rows }) => ({ name, source: "sheet", rows: rows.all() }));
}

function indexIn(attributes: string): number | undefined {
  const index = Number(attribute(attributes, "Index") ?? Number.NaN);
  return Number.isInteger(index) && index >= 1 && index < 2 ** 31 ? index - 1 : undefined;
}

function cellOf(type: string | undefined, text: string): Cell {
  if (type === "DateTime" && /^\d{4}-\d\d-\d\d/.test(text)) return { day: text.slice(0, 10) };
  if (type === "Number" && text !== "" && Number.isFinite(Number(text))) return { number: Number(text) };
  return text;
}
