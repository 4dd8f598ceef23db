// Turns tables of any format into statements: by a known layout, by the columns that the caller names, or by a confirmed guess.
import { finished } from "../draft.ts";
import type { Problem, ReadFile, ReadOptions, Statement } from "../file.ts";
import { LIMITS } from "../limits.ts";
import { actual } from "../other_apps/actual.ts";
import { isFireflyHeader, readFirefly } from "../other_apps/firefly.ts";
import { mobills } from "../other_apps/mobills.ts";
import { ynab } from "../other_apps/ynab.ts";
import { looksLikeDay } from "../text/days.ts";
import { BANK_LAYOUTS } from "./bank_layouts.ts";
import type { Columns } from "./columns.ts";
import { questionOf } from "./guess_columns.ts";
import { type Layout, type Positions, positionsIn, type TableDraft } from "./layout.ts";
import { accountHint, hintsOfName, preambleOf } from "./preamble.ts";
import { cardIn, readRows } from "./read_rows.ts";
import { rememberedColumns } from "./remembered.ts";
import { type Row, type Table, textOf } from "./table.ts";

export const LAYOUTS: readonly Layout[] = [...BANK_LAYOUTS, mobills, ynab, actual];

/** A header stands in the first rows, if anywhere. */
const HEADER_ROWS = 30;

export type TablesRead = Pick<ReadFile, "layout" | "statements" | "problems" | "refusal" | "needs" | "chosen">;

interface TableWithLayout {
  layout: Layout;
  at: Positions;
  headerIndex: number;
}

export function readTables(tables: readonly Table[], options: ReadOptions, separator?: string): TablesRead {
  const none = { layout: null, statements: [], problems: [], refusal: null, needs: null };
  const largest = tables.reduce<Table | undefined>(
    (best, table) => (best && best.rows.length >= table.rows.length ? best : table),
    undefined,
  );
  if (!largest || largest.rows.length === 0) return { ...none, refusal: "no_lines" };
  if (options.columns) return readAs(largest, options.columns, options, false);
  const remembered = rememberedColumns(largest.rows, options);
  const again = remembered && readAs(largest, remembered, options, true);
  if (again?.refusal === null) return again;
  const recognised = tables.flatMap((table) => {
    const layout = layoutIn(table);
    return layout ? [{ table, ...layout }] : [];
  });
  if (recognised.length > 0) {
    const read = recognised.map((each) => readLayout(each.table, each, options));
    const statements = read.flatMap((each) => each.statements);
    if (statements.length > LIMITS.statements) return { ...none, refusal: "too_many_statements" };
    return { ...none, layout: recognised[0]?.layout.name ?? null, statements, problems: read.flatMap((each) => each.problems) };
  }
  for (const table of tables) {
    const header = table.rows.slice(0, HEADER_ROWS).findIndex(isFireflyHeader);
    if (header < 0) continue;
    const read = readFirefly(table.rows[header] as Row, table.rows.slice(header + 1), options.today);
    if (read.statements.length > LIMITS.statements) return { ...none, refusal: "too_many_statements" };
    return { ...none, ...read, layout: "firefly" };
  }
  const needs = questionOf(largest.rows, separator);
  if (!needs.guess) return { ...none, needs, refusal: "columns_unknown" };
  return { ...readChosen(largest, needs.guess, options), needs };
}

/** The layout with the most columns among those that the first rows fit, if the days below its header are written its way. */
export function layoutIn(table: Table): TableWithLayout | undefined {
  let best: TableWithLayout | undefined;
  for (const [headerIndex, row] of table.rows.slice(0, HEADER_ROWS).entries()) {
    for (const layout of LAYOUTS) {
      if (layout.source && layout.source !== table.source) continue;
      const at = positionsIn(row, layout);
      if (!at || (best && Object.keys(best.at).length >= Object.keys(at).length)) continue;
      if (daysFit(table.rows.slice(headerIndex + 1, headerIndex + 50), at, layout)) best = { layout, at, headerIndex };
    }
  }
  return best ?? headerless(table);
}

function daysFit(rows: readonly Row[], at: Positions, layout: Layout): boolean {
  const days = rows
    .map(({ cells }) => cells[at.day?.[0] ?? -1])
    .filter((cell) => cell !== undefined && looksLikeDay(textOf(cell)));
  if (days.length === 0 || layout.days === "guess") return true;
  return days.some((cell) => typeof cell === "object" || /^\s*\d{4}/.test(cell as string) === (layout.days === "ymd"));
}

/** Itaú's text has no header: day, text, amount. */
function headerless(table: Table): TableWithLayout | undefined {
  const rows = table.rows.slice(0, HEADER_ROWS);
  const fits = ({ cells }: Row) =>
    cells.length === 3 && /^\d\d\/\d\d\/\d{4}$/.test(textOf(cells[0])) && /^-?[\d.]*\d,\d\d$/.test(textOf(cells[2]));
  if (table.source !== "text" || rows.length === 0 || !rows.every(fits)) return;
  const layout: Layout = {
    name: "itau_text",
    bank: "341",
    place: "account",
    sign: "signed",
    days: "dmy",
    decimal: ",",
    columns: {},
  };
  return { layout, at: { day: [0], description: [1], amount: [2] }, headerIndex: -1 };
}

function readLayout({ name, rows }: Table, { layout, at, headerIndex }: TableWithLayout, { today, fileName }: ReadOptions) {
  const above = rows.slice(0, Math.max(0, headerIndex));
  const preamble = preambleOf(above);
  const hints = hintsOfName(fileName);
  const period = preamble.period ?? hints.period;
  const end = period?.end ?? hints.invoice?.due ?? today;
  const card = above.map((row) => cardIn(row, layout)).findLast((each) => each !== null);
  const read = readRows(rows.slice(headerIndex + 1), layout, at, end, card);
  const problems: Problem[] = [];
  const groups = byAccount(layout.merge ? layout.merge(read, name) : read);
  const statements = [...groups].map(([account, drafts]): Statement => {
    const hint = accountHint(layout.bank, preamble, hints);
    const named = layout.bank === undefined ? { name: account || null } : account === "" ? {} : { number: account };
    const { place, bareParts = "none", repeatsPurchaseDay = false } = layout;
    const { balances } = preamble;
    const statement = { place, account: { ...hint, ...named }, period, bareParts, repeatsPurchaseDay, balances, drafts };
    return finished(statement, today, problems);
  });
  return { statements: statements.filter(({ lines, balances }) => lines.length + balances.length > 0), problems };
}

/** Rows that were not read are of no account; they go with the first. */
function byAccount(drafts: TableDraft[]): Map<string, TableDraft[]> {
  const groups = new Map<string, TableDraft[]>();
  const first = drafts.find(({ reason }) => reason === undefined)?.account ?? "";
  for (const draft of drafts) {
    const account = draft.reason === undefined ? draft.account : draft.account || first;
    const group = groups.get(account);
    if (group) group.push(draft);
    else groups.set(account, [draft]);
  }
  return groups;
}

/** By what the caller says, now or of a file with the same header before. */
function readAs(table: Table, columns: Columns, options: ReadOptions, isRemembered: boolean): TablesRead {
  const { headerKey, header } = questionOf(table.rows, columns.separator);
  return {
    ...readChosen(table, columns, options, columns.decimal !== undefined),
    chosen: { headerKey, header, columns, isRemembered },
  };
}

function readChosen(table: Table, columns: Columns, options: ReadOptions, isDecimalStated = false): TablesRead {
  const {
    day,
    description,
    isInverted,
    dayOrder,
    decimal,
    separator: _,
    encoding: __,
    headerRow = 1,
    place = null,
    ...others
  } = columns;
  const width = Math.max(0, ...table.rows.slice(0, 1000).map(({ cells }) => cells.length));
  const at: Positions = { day: [day], description };
  for (const [role, position] of Object.entries(others) as [keyof typeof others, number | undefined][])
    if (position !== undefined) at[role] = [position];
  const isWhole = Object.values(at).every((each) =>
    each.every((position) => Number.isInteger(position) && position >= 0 && position < width),
  );
  const hasMoney = at.amount !== undefined || (at.credit !== undefined && at.debit !== undefined);
  if (!isWhole || !hasMoney)
    return {
      layout: null,
      statements: [],
      problems: [],
      refusal: "columns_wrong",
      needs: questionOf(table.rows, columns.separator),
    };
  const sign = at.amount === undefined ? "two_columns" : at.letter ? "letter" : isInverted ? "inverted" : "signed";
  const layout: Layout = {
    name: "chosen",
    place,
    days: dayOrder ?? "guess",
    decimal: decimal ?? ",",
    isDecimalStated,
    sign,
    columns: {},
  };
  const read = readLayout(table, { layout, at, headerIndex: headerRow - 1 }, options);
  return { layout: null, ...read, refusal: null, needs: null };
}
