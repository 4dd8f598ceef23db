// Prints what a server answered: as a table for readers, or as JSON or CSV for programs. Names are chosen by strangers: a terminal obeys
// characters that it does not show, and a spreadsheet computes cells.
import type { Options } from "./command.ts";

export const OUTPUT_OPTIONS = {
  output: { short: "o", value: "FORMAT", choices: ["table", "json", "csv"], initial: "table", doc: "how the answer is printed" },
} as const satisfies Options;

export type Format = "table" | "json" | "csv";

/** The title of a column, and its cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | undefined>>;

export interface Printer<Row> {
  print(rows: readonly Row[]): void;
  end(): void;
}

/** Rows may come in pages; the first decides how wide the columns of a table are. */
export function openPrinter<Row>(format: Format, columns: Columns<Row>, say: (line: string) => void = console.log): Printer<Row> {
  const titles = Object.keys(columns);
  const cellsOf = (row: Row) => Object.values(columns).map((of) => of(row) ?? "");
  if (format === "json") return openJson(say);
  if (format === "csv") {
    say(titles.map(csvCell).join(","));
    const print = (rows: readonly Row[]) => {
      for (const row of rows) say(cellsOf(row).map(csvCell).join(","));
    };
    return { print, end: () => {} };
  }
  let widths: number[] | undefined;
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(index < cells.length - 1 ? (widths?.[index] ?? 0) : 0))
      .join("  ")
      .trimEnd();
  return {
    print: (rows) => {
      const lines = rows.map((row) => cellsOf(row).map((cell) => cut(printable(cell))));
      if (!widths) {
        widths = titles.map((title, index) => Math.max(title.length, ...lines.map((cells) => (cells[index] ?? "").length)));
        if (lines.length > 0) say(lineOf(titles));
      }
      for (const cells of lines) say(lineOf(cells));
    },
    end: () => {},
  };
}

function openJson<Row>(say: (line: string) => void): Printer<Row> {
  let last: string | undefined;
  return {
    print: (rows) => {
      for (const row of rows) {
        say(last === undefined ? "[" : `${last},`);
        last = jsonText(row).replaceAll(/^/gm, "  ");
      }
    },
    end: () => say(last === undefined ? "[]" : `${last}\n]`),
  };
}

/** One thing: a line for each of its facts, or the answer itself as JSON. */
export function printOne<Row>(format: Format, facts: Columns<Row>, row: Row, say: (line: string) => void = console.log): void {
  if (format === "json") say(jsonText(row));
  else if (format === "csv") openPrinter(format, facts, say).print([row]);
  else printFacts(facts, row, say);
}

function printFacts<Row>(facts: Columns<Row>, row: Row, say: (line: string) => void): void {
  const widest = Math.max(...Object.keys(facts).map((name) => name.length));
  for (const [name, of] of Object.entries(facts)) {
    const value = of(row);
    if (value) say(`${name.padEnd(widest)}  ${printable(value)}`);
  }
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escaped);
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Control characters, and those that turn the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, "\ufffd");
}

const WIDEST = 60;

function cut(text: string): string {
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}\u2026` : text;
}

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@]/u;

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !/^\+\d+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `2026-11-19 12:52`, in UTC as logs have it. */
export function momentText(moment: string | null | undefined): string {
  return moment ? new Date(moment).toISOString().slice(0, 16).replace("T", " ") : "";
}
