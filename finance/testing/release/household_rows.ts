// Test support: the part of the household that is about transactions, series and transfers on accounts.
import type { Accounts, Categories } from "./household_catalogue.ts";
import type { HouseholdClient } from "./household_client.ts";

export const PARTS = { installments_attributes: { periodicity: "monthly", total: 4 } };
export const FIXED = { recurrence_attributes: { periodicity: "monthly" } };

export async function useSingles(
  on: HouseholdClient,
  asEditor: HouseholdClient,
  accounts: Accounts,
  { food, salary }: Categories,
): Promise<void> {
  const { checking, savings } = accounts;
  const bought = { description: "Feira de sábado", amount_cents: -8_790, date: "2026-01-24", category_id: food };
  const { id: single } = await on.post("/transactions", {
    ...bought,
    account_id: checking,
    tags: ["feira", "comida"],
    notes: "sem nota",
  });
  await on.put(`/transactions/${single}`, { amount_cents: -9_000, date: "2026-01-25" });
  await on.put(`/transactions/${single}`, { account_id: savings, tags: ["feira"], notes: null });
  await on.put(`/transactions/${single}`, { paid: false });
  const { id: wages } = await asEditor.post("/transactions", {
    description: "Salário",
    amount_cents: 510_000,
    date: "2026-01-05",
    account_id: checking,
    category_id: salary,
  });
  await asEditor.put(`/transactions/${wages}`, { description: "Salário de janeiro", amount_cents: 515_000 });
  await on.put(`/transactions/${wages}`, { kind: "expense" });
  await on.put(`/transactions/${wages}`, { kind: "income" });
  const { id: gone } = await on.post("/transactions", { ...bought, description: "Engano", account_id: checking });
  await asEditor.delete(`/transactions/${gone}`);
}

/** Changes of one, of those that follow and of all, and removals of the same; the rest stays. `place`: the account or card, and the category. */
export async function useSeries(on: HouseholdClient, target: Record<string, number>): Promise<void> {
  const row = { description: "Assinatura", amount_cents: -4_990, date: "2026-01-10", tags: ["casa"], ...target };
  for (const repetition of [FIXED, PARTS]) {
    const { id: first, recurrence_id: series } = await on.post("/transactions", { ...row, ...repetition });
    const rows = (await on.get(
      `/transactions?recurrence_id=${series}&start_date=2026-01-01&end_date=2026-12-31&order=asc`,
    )) as unknown as { id: number }[];
    const [, second, third] = rows.map(({ id }) => id);
    await on.put(`/transactions/${second}`, { notes: "só esta", amount_cents: -5_500 });
    await on.put(`/transactions/${third}`, { description: "Assinatura nova", date: "2026-03-12", update_future: true });
    await on.put(`/transactions/${first}`, { tags: ["casa", "fixo"], notes: "todas", update_all: true });
    if (repetition === PARTS) await on.put(`/transactions/${first}`, { total_amount_cents: -24_000 });
    await on.put(`/transactions/${first}`, { kind: "income", update_all: true });
    await on.put(`/transactions/${first}`, { kind: "expense", update_all: true });
    await on.delete(`/transactions/${second}`);
    const { id: shortened } = await on.post("/transactions", { ...row, description: "Academia", ...repetition });
    await on.delete(`/transactions/${shortened}`, { update_future: true });
    const { id: gone } = await on.post("/transactions", { ...row, description: "Curso", ...repetition });
    await on.delete(`/transactions/${gone}`, { update_all: true });
  }
  await on.post("/transactions", { ...row, description: "Yoga", recurrence_attributes: { periodicity: "weekly" } });
  await on.post("/transactions", { ...row, description: "Seguro", recurrence_attributes: { periodicity: "yearly" } });
}

export async function useTransfers(on: HouseholdClient, { checking, savings }: Accounts): Promise<void> {
  const sides = { from_account_id: checking, to_account_id: savings, date: "2026-01-15" };
  const leg = await on.post("/transfers", { ...sides, amount_cents: 40_000, description: "Guardar", tags: ["reserva"] });
  await on.put(`/transfers/${leg.id}`, { amount_cents: 45_000, notes: "mais um pouco" });
  await on.put(`/transactions/${leg.oposite_transaction_id}`, { date: "2026-01-16" });
  await on.put(`/transfers/${leg.id}`, { paid: false, tags: ["reserva", "meta"] });
  const second = await on.post("/transfers", { ...sides, amount_cents: 700 });
  await on.delete(`/transfers/${second.id}`);
  const third = await on.post("/transfers", { ...sides, amount_cents: 800 });
  await on.delete(`/transactions/${third.id}`);
}

/** What is done to many at once, of every kind. */
export async function useMany(
  on: HouseholdClient,
  { checking, savings }: Accounts,
  { home }: Categories,
  card: number,
): Promise<void> {
  const row = { description: "Muitas", amount_cents: -2_100, date: "2026-02-02" };
  const single = await on.post("/transactions", { ...row, account_id: checking });
  const leg = await on.post("/transfers", { from_account_id: checking, to_account_id: savings, amount_cents: 500 });
  const part = await on.post("/transactions", { ...row, ...PARTS, credit_card_id: card });
  const fixed = await on.post("/transactions", { ...row, ...FIXED, account_id: checking });
  const ids = [single.id, leg.id, part.id, fixed.id];
  await on.post("/transactions/bulk", { ids, set: { tags: ["muitas"], notes: "juntas", paid: true } });
  await on.post("/transactions/bulk", { ids: [single.id, part.id, fixed.id], set: { category_id: home } });
  await on.post("/transactions/bulk", { ids: [single.id, fixed.id], set: { account_id: savings } });
  await on.post("/transactions/bulk", { ids: [single.id], set: { credit_card_id: card } });
  await on.post("/transactions/bulk", { ids: [leg.id, part.id, fixed.id], delete: true });
}
