// A table that no layout fits: what its columns seem to be, for a person to confirm.
import { createHash } from "node:crypto";
import { findDecimal } from "../text/amounts.ts";
import { dayOrderOf, looksLikeDay } from "../text/days.ts";
import { goesOutBy, isNumeric } from "./amount_of_row.ts";
import type { ColumnQuestion, Columns } from "./columns.ts";
import { headerName, type Row, textOf } from "./table.ts";

const SAMPLED = 200;
const SAMPLE_ROWS = 10;
const MOST_SHOWN_CHARACTERS = 200;

const NAMES: readonly [keyof Columns, RegExp][] = [
  ["credit", /^(?:CREDITO|ENTRADA|RECEITA|INFLOW|CREDIT)/],
  ["debit", /^(?:DEBITO|SAIDA|DESPESA|OUTFLOW|DEBIT)/],
  ["balance", /^(?:SALDO|BALANCE)/],
  ["amount", /^(?:VALOR|AMOUNT|QUANTIA|MONTANTE|TOTAL)/],
  ["category", /^(?:CATEGORIA|CATEGORY)/],
  ["document", /^(?:DOC|N(?:R|O|UMERO)? ?DOC|NUM)/],
  ["fitid", /^(?:ID\b|IDENTIFICADOR|FITID)/],
  ["part", /^PARC/],
];

export function questionOf(rows: readonly Row[], separator: string | undefined): ColumnQuestion {
  const headerIndex = headerIn(rows);
  const header = headerIndex < 0 ? [] : (rows[headerIndex]?.cells.map(textOf) ?? []);
  const data = rows.slice(headerIndex + 1, headerIndex + 1 + SAMPLED);
  const guess = guessOf(header.map(headerName), data);
  return {
    headerKey: headerIndex < 0 ? null : keyOf(header),
    header: header.map(shortened),
    sample: data.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => shortened(textOf(cell)))),
    guess: guess && {
      ...guess,
      headerRow: headerIndex < 0 ? 0 : headerIndex + 1,
      ...(separator === undefined ? {} : { separator }),
    },
  };
}

const shortened = (text: string) => text.slice(0, MOST_SHOWN_CHARACTERS);

function keyOf(header: string[]): string {
  return createHash("sha256").update(header.map(headerName).join("\n")).digest("hex").slice(0, 32);
}

/** The row above the first that has a day and an amount, if it is all words. */
function headerIn(rows: readonly Row[]): number {
  const first = rows
    .slice(0, 30)
    .findIndex(({ cells }) => cells.some(isDayCell) && cells.some((cell) => !isDayCell(cell) && isNumeric(cell)));
  const above = rows[first - 1];
  if (first < 1 || !above) return -1;
  const texts = above.cells.map(textOf).filter((text) => text !== "");
  return texts.length >= 2 && texts.every((text) => !looksLikeDay(text)) ? first - 1 : -1;
}

const isDayCell = (cell: Row["cells"][number]) => (typeof cell === "string" ? looksLikeDay(cell) : "day" in cell);

function guessOf(header: string[], rows: readonly Row[]): Columns | null {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => rows.map(({ cells }) => cells[index] ?? ""));
  const share = (index: number, test: (cell: Row["cells"][number]) => boolean) =>
    (columns[index] ?? []).filter(test).length / Math.max(1, rows.length);
  const indexes = columns.map((_, index) => index);
  const day = indexes.find((index) => share(index, isDayCell) >= 0.5);
  if (day === undefined) return null;
  const named: Partial<Record<keyof Columns, number>> = {};
  for (const [index, name] of header.entries()) {
    const role = NAMES.find(([key, words]) => words.test(name) && named[key] === undefined)?.[0];
    if (role && index !== day) named[role] = index;
  }
  const usedColumns = new Set([day, ...Object.values(named)]);
  const isMoney = (cell: Row["cells"][number]) => (typeof cell === "string" ? MONEY.test(cell) : "number" in cell);
  const amount = named.amount ?? indexes.find((index) => !usedColumns.has(index) && share(index, isMoney) >= 0.5);
  const hasBoth = named.credit !== undefined && named.debit !== undefined;
  if (amount === undefined && !hasBoth) return null;
  if (amount !== undefined) usedColumns.add(amount);
  const letter = indexes.find((index) => !usedColumns.has(index) && share(index, isLetter) >= 0.8);
  if (letter !== undefined) usedColumns.add(letter);
  const description = mostWords(
    indexes.filter((index) => !usedColumns.has(index)),
    columns,
  );
  const money = hasBoth ? [named.credit as number, named.debit as number] : [amount as number];
  const texts = money.flatMap((index) => (columns[index] ?? []).map((cell) => textOf(cell)));
  const { decimal, isCertain } = findDecimal(
    texts.filter((text) => text !== ""),
    ",",
  );
  return {
    day,
    description: description === undefined ? [] : [description],
    ...(hasBoth ? { credit: named.credit as number, debit: named.debit as number } : { amount: amount as number }),
    ...(hasBoth || letter === undefined ? {} : { letter }),
    ...Object.fromEntries(
      (["balance", "category", "document", "fitid", "part"] as const).flatMap((key) =>
        named[key] === undefined ? [] : [[key, named[key]]],
      ),
    ),
    isInverted: false,
    dayOrder: dayOrderOf((columns[day] ?? []).map(textOf)),
    // Left out where the values do not tell: a client that sends the guess back has not been asked.
    ...(isCertain && { decimal }),
  };
}

const MONEY = /^\s*[-+(\u2212\u2013]?\s*(?:R\$|US\$|\$)?\s*-?[\d.,]+\)?\s*[-DC]?\s*$/i;
const isLetter = (cell: Row["cells"][number]) => typeof cell === "string" && cell.length <= 12 && goesOutBy(cell) !== undefined;

function mostWords(indexes: number[], columns: Row["cells"][]): number | undefined {
  const letters = (index: number) =>
    (columns[index] ?? []).reduce((sum, cell) => sum + textOf(cell).replace(/[^\p{L}]/gu, "").length, 0);
  return indexes.reduce<number | undefined>(
    (best, index) => (best === undefined || letters(index) > letters(best) ? index : best),
    undefined,
  );
}
