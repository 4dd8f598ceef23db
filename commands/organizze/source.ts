// Reads an account of the original service over its API, slowly enough for its limits. Every answer is kept in a folder, so that who was interrupted
// goes on where they were.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readJson, type Server } from "../finance_client.ts";

/** Records as the original's documentation and clients show them; more than these keys is not looked at. */
export type SourceRecord = { id: number } & Readonly<Record<string, unknown>>;

export interface Source {
  accounts: SourceRecord[];
  categories: SourceRecord[];
  cards: SourceRecord[];
  /** By card. */
  invoices: Map<number, SourceRecord[]>;
  transactions: SourceRecord[];
  budgets: Readonly<Record<string, unknown>>[];
  /** What is on each account before its first day, and where its rows begin. */
  openings: Map<number, number>;
  firstDay: string;
  lastDay: string;
  /** What may be missing. */
  warnings: string[];
}

export interface Reading {
  server: Server;
  /** Where answers are kept. */
  folder: string;
  /** Between two requests. */
  pauseMs: number;
  today: string;
  says(line: string): void;
}

/** The original cuts longer lists without a word. */
const CUT_ROWS = 300;
/** So many years without a row, and there are none before. */
const EMPTY_YEARS = 5;
const FIRST_YEAR = 1990;
const MOST_YEARS_AHEAD = 12;

export async function readSource(reading: Reading): Promise<Source> {
  const { today, says } = reading;
  const get = await openCache(reading);
  const warnings: string[] = [];
  const thisYear = Number(today.slice(0, 4));
  const accounts = await get<SourceRecord[]>("/accounts");
  const categories = await get<SourceRecord[]>("/categories");
  const cards = await get<SourceRecord[]>("/credit_cards");
  says(`${accounts.length} accounts, ${cards.length} cards, ${categories.length} categories.`);

  const rows = new Map<number, SourceRecord>();
  const readYear = async (year: number): Promise<number> => {
    const before = rows.size;
    for (const row of await readRows(get, year, warnings)) rows.set(row.id, row);
    says(`${year}: ${rows.size - before} transactions.`);
    return rows.size - before;
  };
  let [firstYear, lastYear] = [thisYear, thisYear];
  for (let year = thisYear, empty = 0; year >= FIRST_YEAR && empty < EMPTY_YEARS; year--) {
    empty = (await readYear(year)) === 0 ? empty + 1 : 0;
    if (empty === 0) firstYear = year;
  }
  for (let year = thisYear + 1; year <= thisYear + MOST_YEARS_AHEAD && (await readYear(year)) > 0; year++) lastYear = year;

  const invoices = new Map<number, SourceRecord[]>();
  for (const { id } of cards) {
    const list: SourceRecord[] = [];
    for (let year = firstYear; year <= lastYear + 1; year++)
      list.push(...(await get<SourceRecord[]>(`/credit_cards/${id}/invoices?start_date=${year}-01-01&end_date=${year}-12-31`)));
    invoices.set(id, list);
  }
  const budgets: Source["budgets"] = [];
  for (let year = firstYear; year <= lastYear; year++) budgets.push(...(await get<Source["budgets"]>(`/budgets/${year}`)));
  const openings = new Map<number, number>();
  const firstDay = `${firstYear}-01-01`;
  for (const { id } of accounts) {
    const balances = await get<{ previous_balance?: number }>(
      `/balances?account_id=${id}&start_date=${firstDay}&end_date=${firstDay}`,
    );
    openings.set(id, balances.previous_balance ?? 0);
  }
  says(`${rows.size} transactions, ${budgets.length} budgets.`);
  const transactions = [...rows.values()].sort((one, other) => one.id - other.id);
  return {
    accounts,
    categories,
    cards,
    invoices,
    transactions,
    budgets,
    openings,
    firstDay,
    lastDay: `${lastYear}-12-31`,
    warnings,
  };
}

type Get = <Body>(path: string) => Promise<Body>;

/** By the year, and by the month where the list may have been cut. */
async function readRows(get: Get, year: number, warnings: string[]): Promise<SourceRecord[]> {
  const period = (from: string, to: string) => get<SourceRecord[]>(`/transactions?start_date=${from}&end_date=${to}`);
  const whole = await period(`${year}-01-01`, `${year}-12-31`);
  if (whole.length < CUT_ROWS) return whole;
  const all = [...whole];
  for (let month = 1; month <= 12; month++) {
    const name = `${year}-${String(month).padStart(2, "0")}`;
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const rows = await period(`${name}-01`, `${name}-${last}`);
    if (rows.length === CUT_ROWS || rows.length === 500)
      warnings.push(`${name} has ${rows.length} transactions: the source may have left some out`);
    all.push(...rows);
  }
  return all;
}

async function openCache({ server, folder, pauseMs }: Reading): Promise<Get> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return async <Body>(path: string) => {
    const file = join(
      folder,
      `${createHash("sha256").update(`${server.url} ${server.email} ${path}`).digest("hex").slice(0, 32)}.json`,
    );
    const kept = await readFile(file, "utf8").catch(() => undefined);
    if (kept !== undefined) return JSON.parse(kept) as Body;
    const body = await readJson<Body>(server, path);
    await writeFile(`${file}.part`, JSON.stringify(body), { mode: 0o600 });
    await rename(`${file}.part`, file);
    await sleep(pauseMs);
    return body;
  };
}
