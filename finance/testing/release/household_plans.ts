// Test support: the part of the household that is about splits, months that begin on another day, budgets that carry, and goals.
import type { Accounts, Categories } from "./household_catalogue.ts";
import type { HouseholdClient } from "./household_client.ts";

export async function usePlans(on: HouseholdClient, accounts: Accounts, categories: Categories): Promise<void> {
  await useSplits(on, accounts, categories);
  await useCarry(on, categories);
  await useGoals(on, accounts, categories);
  await on.put("/spaces/months", { start_day: 25, weekend: "before" });
  await on.put("/spaces/months", { start_day: 5 });
}

async function useSplits(on: HouseholdClient, { checking, savings }: Accounts, { home, food }: Categories): Promise<void> {
  const parts = [
    { category_id: food, amount_cents: -7_001, description: "Feira", tags: ["semana"] },
    { category_id: home, amount_cents: -2_999 },
  ];
  const bought = { description: "Compra dividida", account_id: checking, date: "2026-01-20" };
  const { id: row } = await on.post("/transactions", { ...bought, amount_cents: -10_000, parts });
  await on.put(`/transactions/${row}`, { amount_cents: -12_345 });
  await on.post("/transactions", { ...bought, description: "Devolução", amount_cents: 1_000, refund_of_id: row });
  const { id: joined } = await on.post("/transactions", { ...bought, amount_cents: -10_000, parts });
  await on.put(`/transactions/${joined}`, { parts: [] });
  const { id: gone } = await on.post("/transactions", { ...bought, amount_cents: -10_000, parts });
  await on.delete(`/transactions/${gone}`);
  const instalments = { periodicity: "monthly", total: 3 };
  await on.post("/transactions", { ...bought, amount_cents: -10_000, parts, installments_attributes: instalments });
  await on.post("/transactions", { ...bought, amount_cents: -10_000, parts, recurrence_attributes: { periodicity: "yearly" } });
  const withMove = [
    { category_id: food, amount_cents: -6_000 },
    { account_id: savings, amount_cents: -4_000 },
  ];
  await on.post("/transactions", { ...bought, description: "Mercado e poupança", amount_cents: -10_000, parts: withMove });
}

async function useCarry(on: HouseholdClient, { home, food, salary }: Categories): Promise<void> {
  const budgets = [
    { category_id: home, amount_cents: 200_000, carry: "surplus", carry_cap_cents: 50_000 },
    { category_id: food, amount_cents: 80_000, carry: "both", refill: true },
    { category_id: salary, amount_cents: 500_000 },
  ];
  await on.post("/budgets/year", { year: 2028, budgets });
  await on.post("/budgets/year", { year: 2028, budgets: [{ category_id: salary, month: 12, amount_cents: null }] });
  await on.post("/budgets/clone", { year: 2029, month: 1, from_year: 2028, from_month: 1, from_months: 12 });
}

async function useGoals(on: HouseholdClient, { checking, savings }: Accounts, { home }: Categories): Promise<void> {
  const { id: trip } = await on.post("/goals", {
    name: "Viagem",
    target_cents: 300_000,
    target_date: "2027-07-01",
    icon: "plane",
  });
  await on.post(`/goals/${trip}/reserve`, { amount_cents: 60_000, account_id: savings });
  await on.post(`/goals/${trip}/move`, { amount_cents: 10_000, from_account_id: savings, to_account_id: checking });
  await on.post(`/goals/${trip}/release`, { amount_cents: 2_500, account_id: checking });
  const tickets = { description: "Passagens", amount_cents: -20_000, account_id: checking, category_id: home };
  const { id: row } = await on.post("/transactions", { ...tickets, date: "2026-01-25" });
  await on.post(`/goals/${trip}/spend`, { transaction_id: row, amount_cents: 5_000 });
  const { id: gone } = await on.post("/transactions", { ...tickets, date: "2026-01-26" });
  await on.post(`/goals/${trip}/spend`, { transaction_id: gone, account_id: savings });
  await on.delete(`/transactions/${gone}`);
  const { id: fund } = await on.post("/goals", { name: "Emergência", target_cents: 900_000, refills: true });
  await on.post(`/goals/${fund}/reserve`, { amount_cents: 100_000, account_id: savings });
  await on.put(`/goals/${fund}`, { state: "paused" });
  const { id: old } = await on.post("/goals", { name: "Antiga", target_cents: 1_000 });
  await on.put(`/goals/${old}`, { state: "archived" });
  const { id: deleted } = await on.post("/goals", { name: "Apagada", target_cents: 1_000 });
  await on.post(`/goals/${deleted}/reserve`, { amount_cents: 1_000, account_id: checking });
  await on.delete(`/goals/${deleted}`);
}
