// What came in, went out and was left of it: figures of a month that several screens show, each computed here alone; flows.ts reads those that
// finance adds up. docs/figures.md says what counts in which of them, and how they are called.
import type { Transaction } from "./records.ts";

/** When something counts; `instalment` is what screens call by date. */
export type Basis = "purchase" | "instalment" | "invoice" | "payment";

export interface MonthFlow {
  inCents: number;
  outCents: number;
  resultCents: number;
}

export interface MonthFlows {
  /** What is paid, and what was bought on cards where purchases count. */
  realised: MonthFlow;
  /** That, and what is still to come in the month. */
  predicted: MonthFlow;
}

/** Of rows, each on its own day: equal to what finance says by `instalment`. What a card gives back makes it cost less. */
export function flowsOfRows(rows: readonly Transaction[]): MonthFlows {
  const counted = rows.filter((row) => !isNeutral(row));
  return {
    realised: flowOf(counted.filter((row) => row.paid || row.credit_card_id !== null)),
    predicted: flowOf(counted),
  };
}

function flowOf(rows: readonly Transaction[]): MonthFlow {
  const [inCents, resultCents] = [sumOf(rows.filter((row) => row.credit_card_id === null && row.amount_cents > 0)), sumOf(rows)];
  return { inCents, outCents: resultCents - inCents, resultCents };
}

/** Undefined where none of the rows counts: what only moves money comes to nothing, and not to zero. */
export function resultOf(rows: readonly Transaction[]): number | undefined {
  const counted = rows.filter((row) => !isNeutral(row));
  return counted.length === 0 ? undefined : sumOf(counted);
}

/**
 * Transfers and payments of invoices only move money: they are neither income nor expense. So a purchase on a card counts, and what pays for it
 * does not count again.
 */
export const isNeutral = (row: Transaction) => row.oposite_transaction_id !== null || row.paid_credit_card_id !== null;

const sumOf = (rows: readonly Transaction[]) => rows.reduce((cents, row) => cents + row.amount_cents, 0);
