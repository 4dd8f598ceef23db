// Lines of an account that pay a card's invoice: the one that owes the amount, else the one due around that day. If several cards are
// possible, the user decides.
import { addDifferences, balanceOf, type SumsByInvoice } from "../../billing/balance.ts";
import { type DayHistory, invoiceDueOn, periodOf } from "../../billing/cycle.ts";
import { wordsOf } from "../../import_files/meaning/merchant.ts";
import { fold } from "../../import_files/text/fold.ts";
import type { ImportLine } from "../line.ts";
import { distance } from "./repeated_lines.ts";
import type { LineVerdict, PaidInvoice } from "./verdict.ts";

export interface PaidCard {
  id: number;
  name: string;
  /** Why the account of the file pays for the card: the card names it, or it is the default of a card that names none. */
  paidBy: "named" | "default" | "other";
  days: DayHistory;
  sums: SumsByInvoice;
}

/** A line comes at most so long after the invoice was due, or before. */
const DAYS_LATE = 10;
const DAYS_EARLY = 20;
const CENTS_APART = 1;

interface Candidate extends PaidInvoice {
  card: PaidCard;
  /** The invoice owes just the amount of the line. */
  isOwed: boolean;
}

/** By the number of the line. Each payment is counted before the next line is looked at. */
export function findPayments(
  lines: readonly ImportLine[],
  cards: readonly PaidCard[],
  isRuled: (line: ImportLine) => boolean,
): Map<number, LineVerdict> {
  const sums = new Map(cards.map((card) => [card.id, card.sums]));
  const verdicts = new Map<number, LineVerdict>();
  for (const line of lines.filter(({ kind }) => kind === "invoice_payment").sort((a, b) => (a.day < b.day ? -1 : 1))) {
    // What a rule of the user calls a transfer is one, unless the card itself names this account.
    const possible = isRuled(line) ? cards.filter(({ paidBy }) => paidBy === "named") : cards;
    const all = possible.flatMap((card) => candidateOf(card, line, sums.get(card.id) as SumsByInvoice) ?? []);
    const [chosen, ...others] = likeliest(all, line);
    if (!chosen) continue;
    if (others.length > 0) {
      const options = [chosen, ...others].map(({ cardId, invoice }) => ({ cardId, invoice }));
      verdicts.set(line.n, { verdict: "payment", reason: "invoice_which", sure: false, target: { options } });
      continue;
    }
    const { card, invoice, isOwed } = chosen;
    const paid = { invoice, amount_cents: 0, payment_cents: line.cents, payments: 1 };
    sums.set(card.id, addDifferences(sums.get(card.id) as SumsByInvoice, [paid]));
    const reason = isOwed ? "invoice_owed" : "invoice_near";
    const sure = isOwed && card.paidBy === "named";
    verdicts.set(line.n, { verdict: "payment", reason, sure, target: { cardId: card.id, invoice } });
  }
  return verdicts;
}

/** The invoice of the card that the line would pay: the first that owes the amount, else the nearest of those that owe anything. */
function candidateOf(card: PaidCard, line: ImportLine, sums: SumsByInvoice): Candidate | undefined {
  const month = invoiceDueOn(line.day);
  const near = [month - 1, month, month + 1].flatMap((invoice) => {
    const { due } = periodOf(card.days, invoice);
    const apart = distance(due, line.day);
    const owed = Math.max(-balanceOf(sums, invoice), 0);
    return apart <= (due < line.day ? DAYS_LATE : DAYS_EARLY) ? [{ invoice, apart, owed }] : [];
  });
  const isOwed = ({ owed }: { owed: number }) => owed > 0 && Math.abs(owed + line.cents) <= CENTS_APART;
  const byDay = near.toSorted((one, other) => Number(one.owed === 0) - Number(other.owed === 0) || one.apart - other.apart);
  const chosen = near.find(isOwed) ?? byDay[0];
  return chosen && { card, cardId: card.id, invoice: chosen.invoice, isOwed: isOwed(chosen) };
}

/** The amount decides before the name in the text, and both before which account usually pays. */
function likeliest(candidates: readonly Candidate[], { description }: ImportLine): readonly Candidate[] {
  const words = new Set(fold(description).split(/[^\p{L}\p{N}]+/u));
  const isNamed = ({ card }: Candidate) => !wordsOf(card.name).isDisjointFrom(words);
  const owed = candidates.filter(({ isOwed }) => isOwed);
  const named = candidates.filter(isNamed);
  // An amount that fits one card under the name of another is a question.
  if (owed.length > 0 && named.length > 0 && !owed.some(isNamed)) return [...owed, ...named];
  const fitting = narrow(owed.length > 0 ? owed : candidates, isNamed);
  return narrow(fitting, ({ card }) => card.paidBy !== "other");
}

/** Those of the list that are so; all of it where none is. */
function narrow<T>(list: readonly T[], isSo: (each: T) => boolean): readonly T[] {
  const chosen = list.filter(isSo);
  return chosen.length > 0 ? chosen : list;
}
