// Test support: the part of the walk that is about cards and their invoices.
import type { Accounts, Categories, Walker } from "./walker.ts";

/** The id of a card that has purchases. */
export async function walkCards(on: Walker, today: string, { open, other }: Accounts, { child }: Categories): Promise<number> {
  const days = { closing_day: 5, due_day: 10 };
  const { id: card } = await on.post("/credit_cards", { name: "walk", ...days, payment_account_id: open, limit_cents: 100 });
  const { id: gone } = await on.post("/credit_cards", { name: "walk two", ...days, default: true });
  await on.put(`/credit_cards/${card}`, { name: "walk again", default: true });
  const row = { description: "walk", amount_cents: -1200, date: today, tags: ["walk"], category_id: child };
  const single = await on.post("/transactions", { ...row, credit_card_id: card });
  await on.post("/transactions", { ...row, account_id: card });
  await on.post("/transactions", { ...row, credit_card_id: open });
  await on.put(`/transactions/${single.id}`, { credit_card_id: gone, date: addDay(today) });
  await on.put(`/transactions/${single.id}`, { credit_card_invoice_id: 400 });
  await on.put(`/transactions/${single.id}`, { account_id: other });
  await on.put(`/transactions/${single.id}`, { credit_card_id: card });
  for (const periodicity of ["monthly", "weekly"])
    for (const repetition of [
      { recurrence_attributes: { periodicity } },
      { credit_card_invoice_id: 400, installments_attributes: { periodicity, total: 3 } },
    ]) {
      const first = await on.post("/transactions", { ...row, ...repetition, credit_card_id: gone });
      await on.put(`/transactions/${first.id}`, { date: addDay(today), update_future: true });
      await on.put(`/transactions/${first.id}`, { credit_card_invoice_id: 401, update_all: true });
      await on.put(`/transactions/${first.id}`, { credit_card_id: card, credit_card_invoice_id: null, update_future: true });
      await on.post("/transactions", { ...row, ...repetition, credit_card_id: gone });
    }
  for (const path of ["/credit_cards", `/credit_cards/${card}`]) await on.get(path);
  await on.put(`/credit_cards/${card}`, { closing_day: 20, due_day: 27, update_invoices_since: today });
  await on.put(`/credit_cards/${card}`, { closing_day: 21, due_day: 1 });
  await on.delete(`/credit_cards/${gone}`);
  return card;
}

export async function walkInvoices(on: Walker): Promise<void> {
  const card = await on.post("/credit_cards", { name: "walk invoices", closing_day: 5, due_day: 10 });
  const row = { description: "walk", credit_card_id: card.id, amount_cents: -3_000, date: "2026-02-10" };
  const part = await on.post("/transactions", { ...row, installments_attributes: { periodicity: "monthly", total: 3 } });
  const invoices = `/credit_cards/${card.id}/invoices`;
  const payment = await on.post(`${invoices}/314/payments`, {}, { "idempotency-key": "walk-payment" });
  await on.post(`${invoices}/314/payments`);
  await on.post(`${invoices}/314/payments`, { amount_cents: 5, paid: false });
  await on.get(`${invoices}/314/checks`);
  await on.put(`${invoices}/314/checks`, { transaction_ids: [part.id], bill_cents: -1_000 });
  await on.put(`${invoices}/314/checks`, { transaction_ids: [payment.id] });
  const change = { amount_cents: 900, notes: "walk", joined_tags: "walk" };
  await on.put(`${invoices}/314/payments/${payment.id}`, change);
  const reads = ["", "?start_date=2015-01-01", "/314", "/315", "/314/explain", "/314/payments", "/314/payments?shape=array"];
  for (const path of reads) await on.get(invoices + path);
  await on.delete(`${invoices}/314/payments/${payment.id}`);
}

export function addDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
