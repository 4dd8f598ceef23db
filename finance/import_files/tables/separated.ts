// Separated values, as they come: quotes that never close, stray quotes inside, any line ends, lines before and after the table.
import { LIMITS } from "../limits.ts";
import type { Row } from "./table.ts";

export const SEPARATORS = [";", ",", "\t", "|"] as const;

const QUOTE = 34;
const RETURN = 13;
const NEWLINE = 10;

/** Blank lines are left out. Undefined: there are more lines than are read. `most` stops early, to look at the beginning only. */
export function separatedRows(text: string, separator: string, most: number = LIMITS.lines): Row[] | undefined {
  const rows: Row[] = [];
  const separatorCode = separator.charCodeAt(0);
  /** No quoted field that has begun ends before this. Kept, so that quotes that never close are not looked for twice. */
  let noClosingBefore = 0;
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const row: Row = { line, cells: [] };
    for (let inRow = true; inRow; ) {
      let value: string;
      const closing = text.charCodeAt(at) === QUOTE ? closingQuote(at) : -1;
      if (closing >= 0) {
        value = text.slice(at + 1, closing).replaceAll('""', '"');
        if (value.includes("\n")) line += value.split("\n").length - 1;
        at = closing + 1;
      } else {
        const end = fieldEnd(text, at, separatorCode);
        value = text.slice(at, end);
        at = end;
      }
      if (row.cells.length >= LIMITS.columns) row.reason = "too_many_columns";
      else if (value.length > LIMITS.cellCharacters) row.reason = "cell_too_long";
      if (!row.reason) row.cells.push(value);
      if (text.charCodeAt(at) === separatorCode) at++;
      else inRow = false;
      if (row.reason) {
        at = fieldEnd(text, at, NEWLINE);
        inRow = false;
      }
    }
    if (text.charCodeAt(at) === RETURN) at++;
    if (text.charCodeAt(at) === NEWLINE) at++;
    line++;
    if (row.reason || row.cells.some((cell) => typeof cell === "string" && cell.trim() !== "")) rows.push(row);
    if (rows.length >= most && at < text.length) return most === LIMITS.lines ? undefined : rows;
  }
  return rows;

  /** A quote that ends a field stands before a separator, a line's end or the end of all; doubled ones do not count. */
  function closingQuote(open: number): number {
    const furthest = Math.min(text.length, open + LIMITS.cellCharacters);
    let next = text.indexOf('"', Math.max(open + 1, noClosingBefore));
    while (next >= 0 && next < furthest) {
      let end = next + 1;
      while (text.charCodeAt(end) === QUOTE) end++;
      const after = text.charCodeAt(end);
      const endsField = end >= text.length || after === separatorCode || after === NEWLINE || after === RETURN;
      if ((end - next) % 2 === 1 && endsField) return end - 1;
      next = text.indexOf('"', end);
    }
    noClosingBefore = next < 0 ? text.length : Math.max(noClosingBefore, Math.min(next, furthest));
    return -1;
  }
}

function fieldEnd(text: string, from: number, separatorCode: number): number {
  let end = from;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === separatorCode || code === NEWLINE || code === RETURN) break;
  }
  return end;
}
