// Tables of HTML, which banks name .xls because Excel opens it. Cells are text as it stands: `05/08/2026` and `1.234,56` stay so.
//
// | quirk                          | done                                                |
// |--------------------------------|-----------------------------------------------------|
// | tags that are never closed     | the next row or cell closes them                    |
// | tables inside tables           | each is a table of its own                          |
// | colspan                        | the cells that it covers are empty                  |
// | styles and scripts             | passed over                                         |
import { LIMITS } from "../limits.ts";
import type { Table } from "../tables/table.ts";
import { attribute, tagsOf, withoutEntities } from "../text/markup.ts";
import { LineBudget, SheetRows } from "./sheet_rows.ts";

interface OpenTable {
  rows: SheetRows;
  row: number;
  column: number;
  /** How many columns the open cell takes. */
  span: number;
  /** Undefined between cells. */
  text: string | undefined;
}

const MOST_TABLES = 50;

export function isHtml(text: string): boolean {
  return /<(?:html|table|tr|td|body)\b/i.test(text.slice(0, 65_536));
}

export function readHtml(source: string): Table[] {
  const all: OpenTable[] = [];
  const open: OpenTable[] = [];
  const budget = new LineBudget();
  let isHidden = false;
  for (const { name, kind, attributes, text } of tagsOf(source, true)) {
    if (name === "STYLE" || name === "SCRIPT") isHidden = kind === "open";
    if (isHidden) continue;
    const isCell = name === "TD" || name === "TH";
    const opensTable = name === "TABLE" || (open.length === 0 && (isCell || name === "TR"));
    if (opensTable && kind === "open" && all.length < MOST_TABLES) {
      const opened: OpenTable = { rows: new SheetRows(budget), row: -1, column: 0, span: 1, text: undefined };
      all.push(opened);
      open.push(opened);
    }
    const table = open.at(-1);
    if (!table) continue;
    if (isCell || name === "TR" || name === "TABLE") endCell(table);
    if (name === "TABLE") {
      if (kind === "close") open.pop();
    } else if (name === "TR" && kind === "open") {
      table.row++;
      table.column = 0;
    } else if (isCell && kind === "open") {
      table.row = Math.max(0, table.row);
      table.span = spanOf(attribute(attributes, "colspan"));
      table.text = text;
    } else if (table.text !== undefined && table.text.length <= LIMITS.cellCharacters) table.text += ` ${text}`;
  }
  for (const table of open) endCell(table);
  return all.map(({ rows }) => ({ name: null, source: "sheet", rows: rows.all() }));
}

function endCell(table: OpenTable): void {
  if (table.text === undefined) return;
  const text = withoutEntities(table.text)
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  table.rows.put(table.row, table.column, text);
  table.column += table.span;
  table.text = undefined;
}

function spanOf(attribute: string | undefined): number {
  const span = Number(attribute ?? 1);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, LIMITS.columns) : 1;
}
