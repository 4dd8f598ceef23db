// Cards: each purchase is on its invoice, and invoices show what their rows come to.
import type { Db } from "../../kernel/sql/database.ts";
import { type DayHistory, LAST_KEPT_INVOICE, periodOf } from "../billing/cycle.ts";
import { type Invoice, invoicesOf } from "../invoices/invoice.ts";
import { findCardFacts } from "../invoices/queries.ts";
import { type Disagreement, MOST_OF_A_KIND } from "./disagreement.ts";
import { type InvoiceTruth, listCardDays, listCardPeriods, listInvoiceTruths, listMisplaced } from "./queries_truth.ts";

export async function checkCards(tx: Db, spaceId: number): Promise<Disagreement[]> {
  const cards = await listCardDays(tx, spaceId);
  if (cards.length === 0) return [];
  const histories = new Map(cards.map(({ credit_card_id: id, days }) => [id, days]));
  const withoutDays = cards.filter(({ days }) => days.length === 0).map(({ credit_card_id: id }) => ({ credit_card_id: id }));
  return [
    ...withoutDays.map((key) => ({
      ...about("FV-07", spaceId, "card_days", key),
      recorded: null,
      computed: "the days of the card",
    })),
    ...(await checkInvoicesOfRows(tx, spaceId, histories)),
    ...(await checkInvoices(tx, spaceId, histories)),
  ];
}

/** By the calendar of the cycle, where writes go by that of the database: both would have to be wrong alike. */
async function checkInvoicesOfRows(tx: Db, spaceId: number, histories: ReadonlyMap<number, DayHistory>): Promise<Disagreement[]> {
  const disagreements: Disagreement[] = [];
  for (const group of await listCardPeriods(tx, spaceId)) {
    const history = histories.get(group.credit_card_id);
    if (!history || history.length === 0) continue;
    const period = periodOf(history, group.invoice);
    if (group.first_day >= period.starting && group.last_day <= period.closing) continue;
    const misplaced = await listMisplaced(tx, spaceId, group, period, MOST_OF_A_KIND - disagreements.length);
    const { credit_card_id: cardId, invoice } = group;
    for (const { id, date } of misplaced) {
      const { starting, closing } = period;
      const recorded = { credit_card_id: cardId, credit_card_invoice_id: invoice, date };
      disagreements.push({ ...about("FV-07", spaceId, "transactions", { id }), recorded, computed: { starting, closing } });
    }
    if (disagreements.length >= MOST_OF_A_KIND) break;
  }
  return disagreements;
}

/** As an endpoint would show them: all in a row, and the last one alone. */
async function checkInvoices(tx: Db, spaceId: number, histories: ReadonlyMap<number, DayHistory>): Promise<Disagreement[]> {
  const truths = Map.groupBy(await listInvoiceTruths(tx, spaceId), ({ credit_card_id: id }) => id);
  const disagreements: Disagreement[] = [];
  for (const [creditCardId, invoices] of truths) {
    if (!histories.get(creditCardId)?.length) continue;
    const first = invoices[0]?.invoice as number;
    const last = Math.min((invoices.at(-1)?.invoice as number) + 1, LAST_KEPT_INVOICE);
    const [all, alone] = await Promise.all([
      readStatements(tx, { spaceId, creditCardId, first, last }),
      readStatements(tx, { spaceId, creditCardId, first: last, last }),
    ]);
    disagreements.push(...compareInvoices(spaceId, creditCardId, all, alone, invoices));
    if (disagreements.length >= MOST_OF_A_KIND) break;
  }
  return disagreements.slice(0, MOST_OF_A_KIND);
}

async function readStatements(tx: Db, question: { spaceId: number; creditCardId: number; first: number; last: number }) {
  const facts = await findCardFacts(tx, question);
  if (!facts) return [];
  return invoicesOf(facts, question.first, question.last);
}

type InvoiceFigures = Pick<Invoice, "number" | "previousCents" | "amountCents" | "paymentCents" | "balanceCents">;

/**
 * `all`: in a row from the first on which anything happened. `alone`: some that were read without those before. An invoice carries the
 * balance of the one before if that has a payment by its rows; else it begins with nothing.
 */
export function compareInvoices(
  spaceId: number,
  creditCardId: number,
  all: readonly InvoiceFigures[],
  alone: readonly InvoiceFigures[],
  truths: readonly InvoiceTruth[],
): Disagreement[] {
  const byInvoice = new Map(truths.map((truth) => [truth.invoice, truth]));
  const carried = new Map<number, number>();
  const disagreements: Disagreement[] = [];
  for (const invoice of all) {
    const before = byInvoice.get(invoice.number - 1);
    const previous = before && before.payments > 0 ? balanceOf(before, carried.get(before.invoice) ?? 0) : 0;
    carried.set(invoice.number, previous);
  }
  for (const invoice of [...all, ...alone]) {
    const key = { credit_card_id: creditCardId, invoice: invoice.number };
    const { previousCents, amountCents, paymentCents, balanceCents } = invoice;
    const truth = byInvoice.get(invoice.number);
    const sums = { amount_cents: truth?.amount_cents ?? 0, payment_cents: truth?.payment_cents ?? 0 };
    if (amountCents !== sums.amount_cents || paymentCents !== sums.payment_cents) {
      const recorded = { amount_cents: amountCents, payment_cents: paymentCents };
      disagreements.push({ ...about("FV-04", spaceId, "invoices", key), recorded, computed: sums });
    }
    const balance = previousCents + amountCents - paymentCents;
    if (balanceCents !== balance)
      disagreements.push({ ...about("FV-05", spaceId, "invoices", key), recorded: balanceCents, computed: balance });
    const previous = carried.get(invoice.number) ?? 0;
    if (previousCents !== previous)
      disagreements.push({ ...about("FV-06", spaceId, "invoices", key), recorded: previousCents, computed: previous });
  }
  return disagreements;
}

function balanceOf({ amount_cents: amount, payment_cents: payment }: InvoiceTruth, previous: number): number {
  return previous + amount - payment;
}

function about(invariant: Disagreement["invariant"], spaceId: number, table: string, key: Disagreement["key"]) {
  return { invariant, spaceId, table, key };
}
