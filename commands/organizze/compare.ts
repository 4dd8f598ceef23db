// Compares the balance of every account and the total of every invoice with the source.
import { readJson, type Server } from "../finance_client.ts";
import type { Document } from "./document.ts";
import type { Source, SourceRecord } from "./source.ts";

export interface Compared {
  /** `Itaú, 2026-12-31` */
  what: string;
  source: number;
  here: number;
}

interface Sides {
  source: Server;
  target: Server;
}

/** Accounts at the end of each year with transactions, and today. Throws if the source returns no balances. */
export async function compareBalances(
  { source, target }: Sides,
  read: Source,
  document: Document,
  today: string,
): Promise<Compared[]> {
  const here = await sortedIds(target, "/accounts");
  const ends = new Set(read.transactions.map(({ date }) => `${String(date).slice(0, 4)}-12-31`));
  const days = [...[...ends].filter((day) => day < today).sort(), today];
  const comparisons: Compared[] = [];
  for (const [index, account] of document.accounts.entries())
    for (const day of days) {
      const balance = async (server: Server, id: number) =>
        (await readJson<{ balance: number }>(server, `/balances?account_id=${id}&start_date=${day}&end_date=${day}`)).balance;
      const there = await balance(source, account.id);
      comparisons.push({ what: `${account.name}, ${day}`, source: there, here: await balance(target, here[index] as number) });
    }
  return comparisons;
}

const INVOICE_SUMS = ["amount_cents", "payment_amount_cents", "balance_cents"] as const;

/** By due month: amount, payments and remaining amount. */
export async function compareInvoices({ target }: Sides, read: Source, document: Document): Promise<Compared[]> {
  const here = await sortedIds(target, "/credit_cards");
  const comparisons: Compared[] = [];
  for (const [index, card] of document.credit_cards.entries()) {
    const ours = new Map<string, SourceRecord>();
    const listed = read.invoices.get(card.id) ?? [];
    for (const year of new Set(listed.map(({ date }) => String(date).slice(0, 4)))) {
      const path = `/credit_cards/${here[index]}/invoices?start_date=${year}-01-01&end_date=${year}-12-31`;
      for (const invoice of await readJson<SourceRecord[]>(target, path)) ours.set(String(invoice.date).slice(0, 7), invoice);
    }
    for (const invoice of listed) {
      const own = ours.get(String(invoice.date).slice(0, 7));
      for (const sum of INVOICE_SUMS)
        comparisons.push({
          what: `${card.name}, ${invoice.date}, ${sum}`,
          source: Number(invoice[sum] ?? 0),
          here: Number(own?.[sum] ?? 0),
        });
    }
  }
  return comparisons;
}

/** Ids follow the order of the file. */
async function sortedIds(server: Server, path: string): Promise<number[]> {
  return (await readJson<SourceRecord[]>(server, path)).map(({ id }) => id).sort((one, other) => one - other);
}
