// Figures of a month that several screens show, each computed only here. docs/figures.md defines them; flows.ts reads those that finance computes.
import type { Transaction } from "./records.ts";

/** When an amount counts; screens call `instalment` "by date". */
export type Basis = "purchase" | "instalment" | "invoice" | "payment";

export interface MonthFlow {
  inCents: number;
  outCents: number;
  resultCents: number;
}

export interface MonthFlows {
  /** What is paid, and purchases on cards if purchases count. */
  realised: MonthFlow;
  /** Realised, and what is still to come in the month. */
  predicted: MonthFlow;
}

/** Counts each row on its own day, like finance by `instalment`. Refunds on cards reduce expenses. */
export function flowsOfRows(rows: readonly Transaction[]): MonthFlows {
  const counted = rows.filter((row) => !isNeutral(row));
  return { realised: flowOf(counted.filter((row) => row.paid || row.credit_card_id !== null)), predicted: flowOf(counted) };
}

function flowOf(rows: readonly Transaction[]): MonthFlow {
  const [inCents, resultCents] = [sumOf(rows.filter((row) => row.credit_card_id === null && row.amount_cents > 0)), sumOf(rows)];
  return { inCents, outCents: resultCents - inCents, resultCents };
}

/** Undefined if all rows only move money, which is different from zero. */
export function resultOf(rows: readonly Transaction[]): number | undefined {
  const counted = rows.filter((row) => !isNeutral(row));
  return counted.length === 0 ? undefined : sumOf(counted);
}

/** Transfers and invoice payments only move money. The purchase on the card already counted as an expense. */
export const isNeutral = (row: Transaction) => row.oposite_transaction_id !== null || row.paid_credit_card_id !== null;

const sumOf = (rows: readonly Transaction[]) => rows.reduce((cents, row) => cents + row.amount_cents, 0);
