// Test support: the part of the household that is about credit cards, their invoices, payments and checks.
import type { Accounts, Categories } from "./household_catalogue.ts";
import type { HouseholdClient } from "./household_client.ts";
import { FIXED, PARTS, useSeries } from "./household_rows.ts";

const FEBRUARY = 314;
const MARCH = 315;

/** The id of a card with purchases. */
export async function useCards(on: HouseholdClient, { checking, savings }: Accounts, { food }: Categories): Promise<number> {
  const days = { closing_day: 5, due_day: 12 };
  const { id: card } = await on.post("/credit_cards", {
    name: "Cartão azul",
    ...days,
    limit_cents: 800_000,
    card_network: "visa",
    payment_account_id: checking,
    description: "do dia a dia",
    institution_name: "Banco Azul",
    default: true,
  });
  await on.put(`/credit_cards/${card}`, { name: "Cartão da casa", limit_cents: 900_000 });
  const bought = { description: "Farmácia", amount_cents: -6_400, date: "2026-01-20", category_id: food, credit_card_id: card };
  const { id: single } = await on.post("/transactions", { ...bought, tags: ["saúde"] });
  await on.put(`/transactions/${single}`, { credit_card_invoice_id: MARCH });
  await on.put(`/transactions/${single}`, { credit_card_invoice_id: FEBRUARY, amount_cents: -6_500 });
  const { id: moved } = await on.post("/transactions", { ...bought, description: "Pizza" });
  await on.put(`/transactions/${moved}`, { account_id: checking });
  await on.put(`/transactions/${moved}`, { credit_card_id: card });
  const { id: gone } = await on.post("/transactions", { ...bought, description: "Engano" });
  await on.delete(`/transactions/${gone}`);
  await useSeries(on, { credit_card_id: card, category_id: food });
  await usePayments(on, card, single, savings);
  await on.put(`/credit_cards/${card}`, { closing_day: 8, due_day: 15, update_invoices_since: "2026-04-01" });
  await on.put(`/credit_cards/${card}`, { closing_day: 9, due_day: 16, force: true });
  await useOtherCards(on, days, bought);
  return card;
}

async function usePayments(on: HouseholdClient, card: number, purchase: number, otherAccount: number): Promise<void> {
  const invoices = `/credit_cards/${card}/invoices`;
  await on.put(`${invoices}/${FEBRUARY}/checks`, { transaction_ids: [purchase], bill_cents: -20_000 });
  const { id: part } = await on.post(`${invoices}/${FEBRUARY}/payments`, { amount_cents: 3_000, date: "2026-02-10" });
  await on.put(`${invoices}/${FEBRUARY}/payments/${part}`, { amount_cents: 3_500, notes: "adiantado", account_id: otherAccount });
  await on.post(`${invoices}/${FEBRUARY}/payments`);
  const { id: gone } = await on.post(`${invoices}/${MARCH}/payments`, { amount_cents: 10, paid: false });
  await on.delete(`${invoices}/${MARCH}/payments/${gone}`);
  await on.put(`${invoices}/${FEBRUARY}/checks`, { transaction_ids: [] });
  await on.post(`${invoices}/${MARCH}/payments`, { amount_cents: 1_000, date: "2026-03-01", paid: false });
}

async function useOtherCards(on: HouseholdClient, days: object, bought: object): Promise<void> {
  const { id: archived } = await on.post("/credit_cards", { name: "Cartão verde", ...days });
  await on.post("/transactions", { ...bought, credit_card_id: archived, ...PARTS });
  await on.put(`/credit_cards/${archived}`, { archived: true });
  const { id: gone } = await on.post("/credit_cards", { name: "Cartão antigo", ...days, default: true });
  await on.post("/transactions", { ...bought, credit_card_id: gone, ...FIXED });
  await on.delete(`/credit_cards/${gone}`);
}
