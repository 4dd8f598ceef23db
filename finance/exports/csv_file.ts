// Transactions as CSV, in the form that spreadsheets of Brazil open by a double click: UTF-8 with its mark, semicolons, decimal commas.
import { hasSplitRows, type LedgerRequest, type LedgerRow, readLedger } from "./ledger.ts";
import type { Produce } from "./snapshot.ts";

export const TITLES = [
  "Data",
  "Descrição",
  "Categoria",
  "Conta",
  "Valor",
  "Situação",
  "Parcela",
  "Fatura",
  "Transferência",
  "Etiquetas",
  "Observações",
  "Id",
] as const;

/** Of files with split transactions: which part of one the line is. */
export const DIVISION_TITLE = "Parcela da divisão";

const MARK = "\u{feff}";

export function csvFile(request: LedgerRequest): Produce {
  return async function* (tx) {
    const hasDivision = await hasSplitRows(tx, request);
    const titles = hasDivision ? [...TITLES, DIVISION_TITLE] : TITLES;
    yield `${MARK}${titles.map(textCell).join(";")}\r\n`;
    for await (const rows of readLedger(tx, request)) yield rows.map((row) => lineOf(row, hasDivision)).join("");
  };
}

export function lineOf(row: LedgerRow, hasDivision: boolean): string {
  const [year, month, day] = row.date.split("-");
  const cells = [
    `${day}/${month}/${year}`,
    ...[row.description, row.category, row.target].map(textCell),
    decimalText(row.amountCents, ","),
    textCell(situationText(row)),
    ...[row.instalment, row.invoice, row.counterpart, row.tags, row.notes].map(textCell),
    row.id,
    ...(hasDivision ? [textCell(row.division)] : []),
  ];
  return `${cells.join(";")}\r\n`;
}

export function situationText({ paid }: Pick<LedgerRow, "paid">): string {
  return paid ? "Pago" : "Não pago";
}

/** `-1234,56`: a number, which spreadsheets do not compute. */
export function decimalText(cents: number, point: string): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}

/** What a spreadsheet takes for a formula, be it behind spaces or in the wide form of eastern keyboards. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Always in quotes. A text that would be computed gets an apostrophe in front, and is shown as it is. */
export function textCell(text: string): string {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
