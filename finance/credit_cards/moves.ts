// Which purchases new days put on other invoices.
import { type Static, Type } from "typebox";
import { type DayHistory, invoiceOn, invoicesNear } from "../billing/cycle.ts";
import type { Reader } from "../post/reader.ts";
import { listPaidSums } from "../rows/queries_cards.ts";
import { listPurchaseDays } from "./queries.ts";

export type Move = Static<typeof Move>;
export const Move = Type.Object({
  from_invoice_id: Type.Integer(),
  to_invoice_id: Type.Integer(),
  transactions_count: Type.Integer(),
  amount_cents: Type.Integer(),
  paid: Type.Boolean({ description: "Whether somebody paid one of the two invoices" }),
});

/** Every purchase after that day goes to the invoice that its date says. By invoices, the first that loses one first. */
export async function listMoves(
  read: Reader,
  spaceId: number,
  card: { id: number; days: DayHistory },
  after: string,
): Promise<Move[]> {
  const bought = await listPurchaseDays(read, spaceId, card.id, after);
  if (bought.length === 0) return [];
  const range = invoicesNear(
    bought.map(({ date }) => date),
    bought.map(({ invoice }) => invoice),
  );
  const paid = await listPaidSums(read, spaceId, [card.id], range);
  const paidInvoices = new Set(paid.map(({ invoice }) => invoice));
  const moves = new Map<string, Move>();
  for (const { date, invoice: from, count, amount_cents: cents } of bought) {
    const to = invoiceOn(card.days, date);
    if (to === from) continue;
    const before = moves.get(`${from} ${to}`);
    moves.set(`${from} ${to}`, {
      from_invoice_id: from,
      to_invoice_id: to,
      transactions_count: count + (before?.transactions_count ?? 0),
      amount_cents: cents + (before?.amount_cents ?? 0),
      paid: paidInvoices.has(from) || paidInvoices.has(to),
    });
  }
  return [...moves.values()].sort(
    (one, other) => one.from_invoice_id - other.from_invoice_id || one.to_invoice_id - other.to_invoice_id,
  );
}
