// Lines of an account that pay the invoice of a card.
import { addDifferences, balanceOf, type SumsByInvoice } from "../../billing/balance.ts";
import { type DayHistory, invoiceDueOn, periodOf } from "../../billing/cycle.ts";
import type { ImportLine } from "../line.ts";
import { distance } from "./known.ts";
import type { Judged } from "./verdict.ts";

export interface PaidCard {
  id: number;
  days: DayHistory;
  sums: SumsByInvoice;
}

/** A line comes at most so long after the invoice was due, or before. */
const DAYS_LATE = 10;
const DAYS_EARLY = 20;

/** By the number of the line. Each payment is counted before the next line is looked at. */
export function findPayments(lines: readonly ImportLine[], cards: readonly PaidCard[]): Map<number, Judged> {
  const sums = new Map(cards.map((card) => [card.id, card.sums]));
  const judged = new Map<number, Judged>();
  for (const line of lines.filter(({ kind }) => kind === "invoice_payment").sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const options = cards.flatMap((card) => optionsOf(card, line, sums.get(card.id) as SumsByInvoice));
    const owed = options.find(({ owedCents }) => Math.abs(owedCents + line.cents) <= 1);
    const chosen = owed ?? options.toSorted((one, other) => one.days - other.days)[0];
    if (!chosen) continue;
    const { cardId, invoice } = chosen;
    const paid = { invoice, amount_cents: 0, payment_cents: line.cents, payments: 1 };
    sums.set(cardId, addDifferences(sums.get(cardId) as SumsByInvoice, [paid]));
    const reason = owed ? "invoice_owed" : "invoice_near";
    judged.set(line.n, { verdict: "payment", reason, sure: owed !== undefined, target: { cardId, invoice } });
  }
  return judged;
}

function optionsOf({ id, days }: PaidCard, line: ImportLine, sums: SumsByInvoice) {
  const month = invoiceDueOn(line.day);
  return [month - 1, month, month + 1].flatMap((invoice) => {
    const { due } = periodOf(days, invoice);
    const apart = distance(due, line.day);
    const fits = apart <= (due < line.day ? DAYS_LATE : DAYS_EARLY);
    return fits ? [{ cardId: id, invoice, days: apart, owedCents: Math.max(-balanceOf(sums, invoice), 0) }] : [];
  });
}
