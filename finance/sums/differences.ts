// What a change of rows does to the sums that are kept of them. Every write passes here, and nobody else touches the sums.
import type { InvoiceSums } from "../billing/balance.ts";
import { type Share, sharesOf, tagsOf, turnoverOf } from "../rows/parts.ts";
import { isNeutral } from "../rows/stored_row.ts";
import type { StoredRow } from "../tables/tables.ts";

const STATES = ["paid", "unpaid"] as const;
const KINDS = ["earnings", "expenses", "moved_in", "moved_out"] as const;
export type SumName = `${(typeof STATES)[number]}_${(typeof KINDS)[number]}`;
export const SUM_NAMES = STATES.flatMap((state) => KINDS.map((kind): SumName => `${state}_${kind}`));

export type AccountMonth = { account_id: number; month: string } & Record<SumName, number>;
export interface AccountYear {
  account_id: number;
  year: number;
  paid_cents: number;
  unpaid_cents: number;
}
export interface CategoryMonth {
  category_id: number;
  month: string;
  paid_cents: number;
  unpaid_cents: number;
}
export interface CardInvoice extends InvoiceSums {
  credit_card_id: number;
}
export interface TagUses {
  name: string;
  uses: number;
}

/** What has to be added to each sum; sums that stay as they are are left out. */
export interface Differences {
  account_months: AccountMonth[];
  account_years: AccountYear[];
  category_months: CategoryMonth[];
  card_invoices: CardInvoice[];
  tags: TagUses[];
  /** All amounts without their signs, of split rows those of their parts. No sum in the space can be larger. */
  turnover_cents: number;
}

interface Summed {
  transactions?: readonly StoredRow[];
  accounts?: readonly { opening_cents: number }[];
}

export function differencesOf(before: Summed, after: Summed): Differences {
  const sums = openSums();
  for (const row of before.transactions ?? []) sums.add(row, -1);
  for (const row of after.transactions ?? []) sums.add(row, 1);
  const opened = (accounts: Summed["accounts"] = []) => accounts.reduce((sum, each) => sum + Math.abs(each.opening_cents), 0);
  return sums.result(opened(after.accounts) - opened(before.accounts));
}

/** The column of `account_months` that counts a row. */
export function sumName(paid: boolean, neutral: boolean, amountCents: number): SumName {
  const isIn = amountCents > 0;
  return `${paid ? "paid" : "unpaid"}_${neutral ? (isIn ? "moved_in" : "moved_out") : isIn ? "earnings" : "expenses"}`;
}

function openSums() {
  const accountMonths = new Map<string, AccountMonth>();
  const accountYears = new Map<string, AccountYear>();
  const categoryMonths = new Map<string, CategoryMonth>();
  const cardInvoices = new Map<string, CardInvoice>();
  const tags = new Map<string, TagUses>();
  let turnover = 0;

  function addToAccount(accountId: number, row: StoredRow, cents: number): void {
    const month = monthOf(row.date);
    const ofMonth = entry(accountMonths, `${accountId} ${month}`, () => ({ account_id: accountId, month, ...NO_SUMS }));
    ofMonth[sumName(row.paid, isNeutral(row), row.amount_cents)] += cents;
    const year = Number(row.date.slice(0, 4));
    const ofYear = entry(accountYears, `${accountId} ${year}`, () => ({ account_id: accountId, year, ...NO_CENTS }));
    ofYear[row.paid ? "paid_cents" : "unpaid_cents"] += cents;
  }

  function addToCategory(row: StoredRow, { category_id, amount_cents: cents }: Share, sign: 1 | -1): void {
    const month = monthOf(row.date);
    const sums = entry(categoryMonths, `${category_id} ${month}`, () => ({ category_id, month, ...NO_CENTS }));
    sums[row.paid ? "paid_cents" : "unpaid_cents"] += sign * cents;
  }

  const invoiceOf = (cardId: number, invoice: number) =>
    entry(cardInvoices, `${cardId} ${invoice}`, () => ({ credit_card_id: cardId, invoice, ...NO_PAYMENTS }));

  return {
    add: (row: StoredRow, sign: 1 | -1): void => {
      const cents = sign * row.amount_cents;
      turnover += sign * turnoverOf(row);
      if (row.account_id !== null) addToAccount(row.account_id, row, cents);
      if (!isNeutral(row)) for (const share of sharesOf(row)) addToCategory(row, share, sign);
      if (row.credit_card_id !== null) invoiceOf(row.credit_card_id, row.credit_card_invoice_id as number).amount_cents += cents;
      if (row.paid_credit_card_id !== null && row.paid) {
        const sums = invoiceOf(row.paid_credit_card_id, row.paid_credit_card_invoice_id as number);
        sums.payment_cents += cents;
        sums.payments += sign;
      }
      for (const name of tagsOf(row)) entry(tags, name, () => ({ name, uses: 0 })).uses += sign;
    },
    result: (openedCents: number): Differences => ({
      account_months: [...accountMonths.values()].filter((sums) => SUM_NAMES.some((name) => sums[name] !== 0)),
      account_years: [...accountYears.values()].filter(isNotNothing),
      category_months: [...categoryMonths.values()].filter(isNotNothing),
      card_invoices: [...cardInvoices.values()].filter(
        (sums) => sums.amount_cents !== 0 || sums.payment_cents !== 0 || sums.payments !== 0,
      ),
      tags: [...tags.values()].filter(({ uses }) => uses !== 0),
      turnover_cents: turnover + openedCents,
    }),
  };
}

const NO_SUMS = Object.fromEntries(SUM_NAMES.map((name) => [name, 0])) as Record<SumName, number>;
const NO_CENTS = { paid_cents: 0, unpaid_cents: 0 };
const NO_PAYMENTS = { amount_cents: 0, payment_cents: 0, payments: 0 };

const monthOf = (date: string) => `${date.slice(0, 7)}-01`;

const isNotNothing = (sums: { paid_cents: number; unpaid_cents: number }) => sums.paid_cents !== 0 || sums.unpaid_cents !== 0;

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
