// Reads an Organizze account through its API, within its rate limits. answers.ts caches answers, years.ts finds all transactions.
import type { Server } from "../finance_client.ts";
import { type Answers, openAnswers, type PlainRecord, type SourceRecord } from "./answers.ts";
import { isCents } from "./fields.ts";
import { emptyIfRefused, readAllRows, usualYears } from "./years.ts";

export type { SourceRecord } from "./answers.ts";

export interface Source {
  accounts: SourceRecord[];
  categories: SourceRecord[];
  cards: SourceRecord[];
  /** By card id. */
  invoices: Map<number, SourceRecord[]>;
  transactions: SourceRecord[];
  budgets: PlainRecord[];
  /** The balance of each account before its first row. */
  openings: Map<number, number>;
  firstDay: string;
  lastDay: string;
  /** Data that may be missing. */
  warnings: string[];
}

export interface Reading {
  server: Server;
  folder: string;
  pauseMs: number;
  today: string;
  says(line: string): void;
}

export async function readSource({ server, folder, pauseMs, today, says }: Reading): Promise<Source> {
  const answers = await openAnswers({ says, ...server }, folder, pauseMs);
  const warnings: string[] = [];
  const thisYear = Number(today.slice(0, 4));
  const accounts = await answers.list("/accounts");
  const categories = await answers.list("/categories");
  const cards = await answers.list("/credit_cards");
  says(`${accounts.length} accounts, ${cards.length} cards, ${categories.length} categories.`);
  const { rows, years } = await readAllRows(answers, thisYear, warnings, says);
  const [firstYear = thisYear, lastYear = thisYear] = [years[0], years.at(-1)];
  const invoices = await readInvoices(answers, cards, [...years, thisYear], says);
  const budgets = await readBudgets(answers, years, thisYear, warnings);
  const firstDay = `${firstYear}-01-01`;
  const openings = await readOpenings(answers, accounts, firstDay, warnings);
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

/** For the years with transactions and the following ones, when December's invoices are due. */
async function readInvoices(
  answers: Answers,
  cards: SourceRecord[],
  years: number[],
  says: Reading["says"],
): Promise<Source["invoices"]> {
  const due = [...new Set(years.flatMap((year) => [year, year + 1]))].sort((one, other) => one - other);
  const invoices: Source["invoices"] = new Map();
  for (const { id, name } of cards) {
    says(`Invoices of ${String(name)}: ${due.length} years.`);
    const list: SourceRecord[] = [];
    for (const year of due)
      list.push(...(await answers.list(`/credit_cards/${id}/invoices?start_date=${year}-01-01&end_date=${year}-12-31`)));
    invoices.set(id, list);
  }
  return invoices;
}

/** Budgets may exist in years without transactions. */
async function readBudgets(answers: Answers, years: number[], thisYear: number, warnings: string[]): Promise<PlainRecord[]> {
  const budgets: PlainRecord[] = [];
  const refused: string[] = [];
  for (const year of new Set([...usualYears(thisYear), ...years])) {
    const answer = answers.plainList(`/budgets/${year}`);
    budgets.push(...(years.includes(year) ? await answer : await emptyIfRefused(answer, (why) => refused.push(why))));
  }
  if (refused.length > 0)
    warnings.push(`budgets of ${refused.length} years without transactions could not be read: ${refused[0]}`);
  return budgets;
}

async function readOpenings(
  answers: Answers,
  accounts: SourceRecord[],
  firstDay: string,
  warnings: string[],
): Promise<Source["openings"]> {
  const openings: Source["openings"] = new Map();
  for (const { id, name } of accounts) {
    const { previous_balance: cents } = await answers.record(
      `/balances?account_id=${id}&start_date=${firstDay}&end_date=${firstDay}`,
    );
    if (isCents(cents)) openings.set(id, cents);
    else warnings.push(`account ${id} (${String(name)}): its balance before ${firstDay} could not be read, so 0 is assumed`);
  }
  return openings;
}
