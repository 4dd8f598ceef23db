// What stands above a table, and what the file is called: whose account it is, which days it covers, what was there.
import type { AccountHint, Balance, Statement } from "../file.ts";
import { centsOf, decimalOf } from "../text/amounts.ts";
import { dayOf } from "../text/days.ts";
import { fold } from "../text/fold.ts";
import { headerName, type Row, textOf } from "./table.ts";

export interface Preamble {
  branch: string | null;
  number: string | null;
  period: { start: string; end: string } | null;
  balances: Balance[];
}

const PERIOD = /(\d\d\/\d\d\/\d{4})\s*(?:A|ATE|E|-|AO)\s*(\d\d\/\d\d\/\d{4})/;
const BRANCH = /\bAG(?:ENCIA)?\b[^0-9A-Z]{0,6}(\d{1,6}(?:-[\dX])?)/;
const NUMBER = /\bCONTA\b(?: CORRENTE)?[^0-9A-Z]{0,6}(\d[\d.]{0,14}(?:-[\dX])?)/;

export function preambleOf(rows: readonly Row[]): Preamble {
  const text = fold(
    rows
      .map(({ cells }) => cells.map(textOf).join(" "))
      .join(" | ")
      .slice(0, 5_000),
  );
  const [, from = "", until = ""] = PERIOD.exec(text) ?? [];
  const start = dayOf(from, "dmy", "");
  const end = dayOf(until, "dmy", "");
  return {
    branch: BRANCH.exec(text)?.[1] ?? null,
    number: NUMBER.exec(text)?.[1] ?? null,
    period: start !== undefined && end !== undefined && start <= end ? { start, end } : null,
    balances: mercadoPagoBalances(rows),
  };
}

/** A table of its own above the table: INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE and one row of values. */
function mercadoPagoBalances(rows: readonly Row[]): Balance[] {
  const index = rows.findIndex(({ cells }) => headerName(textOf(cells[0])) === "INITIAL BALANCE");
  const values = rows[index + 1];
  if (index < 0 || !values) return [];
  const texts = values.cells.map(textOf);
  const decimal = decimalOf(texts, ",");
  return (["INITIAL BALANCE", "FINAL BALANCE"] as const).flatMap((name) => {
    const position = rows[index]?.cells.findIndex((cell) => headerName(textOf(cell)) === name) ?? -1;
    const amount = centsOf(texts[position] ?? "", decimal);
    if (!("cents" in amount) || (texts[position] ?? "") === "") return [];
    const when = name === "INITIAL BALANCE" ? "before" : "after";
    return [{ line: values.line, day: null, when, cents: amount.cents, text: name } as const];
  });
}

const MONTHS = ["JAN", "FEV", "MAR", "ABR", "MAI", "JUN", "JUL", "AGO", "SET", "OUT", "NOV", "DEZ"];

export interface NameHint {
  number: string | null;
  period: { start: string; end: string } | null;
  invoice: Statement["invoice"];
}

const OF_AN_INVOICE = /(?:FATURA|NUBANK|CARTAO|INVOICE)\D*/.source;
const YEAR_FIRST = new RegExp(`${OF_AN_INVOICE}(?<year>20\\d\\d)[-_.]?(?<month>\\d\\d)(?:[-_.]?(?<day>\\d\\d))?(?!\\d)`);
const YEAR_LAST = new RegExp(`${OF_AN_INVOICE}(?:(?<day>\\d\\d)[-_.])?(?<month>\\d\\d)[-_.](?<year>20\\d\\d)(?!\\d)`);

/** `NU_123_01AGO2026_31AGO2026.csv`, `nubank-2026-08.csv`, `Nubank_2026-08-20.ofx`, `fatura-08-2026.csv`. */
export function hintsOfName(fileName = ""): NameHint {
  const name = fold(fileName.slice(-200));
  const account = /^NU_(\w+?)_(\d\d)([A-Z]{3})(\d{4})_(\d\d)([A-Z]{3})(\d{4})/.exec(name);
  const start = account ? wordedDay(account[2], account[3], account[4]) : undefined;
  const end = account ? wordedDay(account[5], account[6], account[7]) : undefined;
  const invoice = (YEAR_FIRST.exec(name) ?? YEAR_LAST.exec(name))?.groups;
  const month = invoice ? dayOf(`${invoice.year}-${invoice.month}-01`, "ymd", "")?.slice(0, 7) : undefined;
  const due = invoice?.day ? (dayOf(`${invoice.year}-${invoice.month}-${invoice.day}`, "ymd", "") ?? null) : null;
  return {
    number: account?.[1] ?? null,
    period: start !== undefined && end !== undefined ? { start, end } : null,
    invoice: month === undefined ? null : { month, due },
  };
}

function wordedDay(day = "", month = "", year = ""): string | undefined {
  return dayOf(`${day}/${MONTHS.indexOf(month) + 1}/${year}`, "dmy", "");
}

export function accountHint(bank: string | undefined, preamble: Preamble, name: NameHint): Partial<AccountHint> {
  return { bank: bank ?? null, branch: preamble.branch, number: preamble.number ?? name.number };
}
