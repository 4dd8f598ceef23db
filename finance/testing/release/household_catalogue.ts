// Test support: the part of the household that is about accounts, categories and budgets.
import type { HouseholdClient } from "./household_client.ts";

export interface Accounts {
  checking: number;
  savings: number;
}

export interface Categories {
  home: number;
  food: number;
  salary: number;
}

export async function useAccounts(on: HouseholdClient): Promise<Accounts> {
  const { id: checking } = await on.post("/accounts", { name: "Conta corrente", institution_name: "Banco Azul", default: true });
  const opening = { type: "savings", opening_balance_cents: 250_000, description: "Reserva", hide_balance: true };
  const { id: savings } = await on.post("/accounts", { name: "Poupança", ...opening });
  await on.put(`/accounts/${savings}`, { name: "Reserva", opening_balance_cents: 260_000 });
  const { id: old } = await on.post("/accounts", { name: "Conta antiga" });
  await on.put(`/accounts/${old}/archive`);
  await on.put(`/accounts/${old}/unarchive`);
  await on.put(`/accounts/${old}`, { archived: true });
  const { id: empty } = await on.post("/accounts", { name: "Conta vazia", default: true });
  await on.delete(`/accounts/${empty}`);
  await on.put(`/accounts/${checking}`, { default: true });
  const { id: full } = await on.post("/accounts", { name: "Carteira" });
  await on.post("/transactions", { description: "Troco", amount_cents: 350, account_id: full });
  await on.delete(`/accounts/${full}`, { force: true });
  return { checking, savings };
}

export async function useCategories(on: HouseholdClient): Promise<Categories> {
  const { id: home } = await on.post("/categories", { name: "Moradia", color: "336699", icon: "home", essential: true });
  const { id: food } = await on.post("/categories", { name: "Mercado", parent_id: home, group_id: "essenciais" });
  const { id: salary } = await on.post("/categories", { name: "Salário da casa", kind: "earnings", fixed: true });
  await on.put(`/categories/${food}`, { name: "Mercado e feira", color: "884422", icon: "plant" });
  await on.put(`/categories/${food}`, { icon: "cart" });
  const { id: hidden } = await on.post("/categories", { name: "Obra", parent_id: home });
  await on.post("/transactions", { description: "Tinta", amount_cents: -8_000, category_id: hidden });
  await on.put(`/categories/${hidden}`, { archived: true });
  const { id: empty } = await on.post("/categories", { name: "Vazia" });
  await on.delete(`/categories/${empty}`);
  const { id: replaced } = await on.post("/categories", { name: "Padaria", parent_id: home });
  await on.post("/transactions", { description: "Pão", amount_cents: -1_250, category_id: replaced });
  await on.post("/budgets", { category_id: replaced, amount_cents: 5_000 });
  await on.delete(`/categories/${replaced}`, { replacement_id: food });
  return { home, food, salary };
}

export async function useBudgets(on: HouseholdClient, { home, food }: Categories): Promise<void> {
  const month = { year: 2026, month: 1 };
  await on.post("/budgets", { category_id: home, amount_cents: 300_000, ...month });
  const { id: budget } = await on.post("/budgets", { category_id: food, amount_cents: 90_000, year: 2026, month: 3 });
  await on.put(`/budgets/${budget}`, { amount_cents: 95_000 });
  await on.post("/budgets/clone", { year: 2026, month: 4 });
  const { id: gone } = await on.post("/budgets", { category_id: food, amount_cents: 1, year: 2027, month: 1 });
  await on.delete(`/budgets/${gone}`);
}
