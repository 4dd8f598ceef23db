// Finds all years with transactions, which the source does not list: usual years one by one, the rest of the calendar in decades.
import { RefusalError } from "../finance_client.ts";
import type { Answers, SourceRecord } from "./answers.ts";

export interface YearRows {
  rows: Map<number, SourceRecord>;
  /** Years with rows, in order. */
  years: number[];
}

/** The calendar of our own service. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];
const FIRST_USUAL_YEAR = 2000;
/** Organizze creates rows of a series about ten years ahead. */
const USUAL_YEARS_AHEAD = 15;
const YEARS_AT_ONCE = 10;
/** Organizze silently cuts longer lists at one of these. */
const [CUT_ROWS, LATER_CUT_ROWS] = [300, 500];

/** Requested whether they have rows or not. */
export function usualYears(thisYear: number): number[] {
  return range(FIRST_USUAL_YEAR, thisYear + USUAL_YEARS_AHEAD);
}

export async function readAllRows(
  answers: Answers,
  thisYear: number,
  warnings: string[],
  says: (line: string) => void,
): Promise<YearRows> {
  const usual = usualYears(thisYear);
  const [first, last] = [usual[0] as number, usual.at(-1) as number];
  const decades = [...tens(FIRST_YEAR, first - 1), ...tens(last + 1, LAST_YEAR)];
  says(`Looking for transactions from ${FIRST_YEAR} to ${LAST_YEAR}: at least ${usual.length + decades.length} requests.`);
  const rows = new Map<number, SourceRecord>();
  const years: number[] = [];
  const readYear = async (year: number) => {
    const before = rows.size;
    for (const row of await readYearRows(answers, year, warnings)) rows.set(row.id, row);
    if (rows.size === before) return;
    years.push(year);
    says(`${year}: ${rows.size - before} transactions.`);
  };
  for (const year of usual) await readYear(year);
  for (const [from, to] of decades) {
    const ofYears = await emptyIfRefused(periodRows(answers, `${from}-01-01`, `${to}-12-31`), (why) =>
      warnings.push(`the years ${from} to ${to} could not be read: ${why}`),
    );
    if (ofYears.length > 0) for (const year of range(from, to)) await readYear(year);
  }
  return { rows, years: years.sort((one, other) => one - other) };
}

/** A server may reject such a year. Other failures end the command, which can be run again. */
export async function emptyIfRefused<Row>(reading: Promise<Row[]>, note: (why: string) => void): Promise<Row[]> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof RefusalError) || error.status >= 500 || error.status === 401 || error.status === 429) throw error;
    note(error.message);
    return [];
  }
}

function periodRows(answers: Answers, from: string, to: string): Promise<SourceRecord[]> {
  return answers.list(`/transactions?start_date=${from}&end_date=${to}`);
}

/** By year, and by month if the list may have been cut. */
async function readYearRows(answers: Answers, year: number, warnings: string[]): Promise<SourceRecord[]> {
  const whole = await periodRows(answers, `${year}-01-01`, `${year}-12-31`);
  if (whole.length < CUT_ROWS) return whole;
  const all = [...whole];
  for (let month = 1; month <= 12; month++) {
    const name = `${year}-${String(month).padStart(2, "0")}`;
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const rows = await periodRows(answers, `${name}-01`, `${name}-${last}`);
    if (rows.length === CUT_ROWS || rows.length === LATER_CUT_ROWS)
      warnings.push(`${name} has ${rows.length} transactions: the source may have left some out`);
    all.push(...rows);
  }
  return all;
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

function tens(first: number, last: number): [number, number][] {
  const starts = range(first, last).filter((year) => (year - first) % YEARS_AT_ONCE === 0);
  return starts.map((from) => [from, Math.min(from + YEARS_AT_ONCE - 1, last)]);
}
