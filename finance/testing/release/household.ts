// Test support: a household that uses every feature of finance, through the API alone, so that any release can run it. `npm run
// release-copy` stores its data for later releases.
import type { TestFinance, TestMember } from "../../testing.ts";
import { joinSpace } from "../shared_space.ts";
import { useCards } from "./household_cards.ts";
import { useAccounts, useBudgets, useCategories } from "./household_catalogue.ts";
import { type HouseholdClient, openHouseholdClient } from "./household_client.ts";
import { useImports } from "./household_imports.ts";
import { usePlans } from "./household_plans.ts";
import { useMany, useSeries, useSingles, useTransfers } from "./household_rows.ts";

/** All of it is in the space of the owner; some of it is done by an editor. */
export async function liveTogether(finance: TestFinance, owner: TestMember): Promise<void> {
  const on = openHouseholdClient(owner, finance);
  const editor = await joinSpace(finance, owner, "beto@example.com", "editor");
  await joinSpace(finance, owner, "carla@example.com", "viewer");
  await usePeople(on);
  const accounts = await useAccounts(on);
  const categories = await useCategories(on);
  await useBudgets(on, categories);
  await useSingles(on, openHouseholdClient(editor, finance), accounts, categories);
  await useSeries(on, { account_id: accounts.checking, category_id: categories.food });
  await useTransfers(on, accounts);
  const card = await useCards(on, accounts, categories);
  await useMany(on, accounts, categories, card);
  await useImports(on, accounts, categories, card);
  await usePlans(on, accounts, categories);
  await useUndo(on, accounts);
  // Months later the fixed series have gone on.
  finance.clock.advance(100 * 86_400);
  await on.post("/transactions", { description: "Volta das férias", amount_cents: -1_990, account_id: accounts.checking });
}

async function usePeople(on: HouseholdClient): Promise<void> {
  await on.post("/invitations", { email: "dora@example.com", role: "viewer" });
  const { id: gone } = await on.post("/invitations", { email: "elias@example.com", role: "editor" });
  await on.delete(`/invitations/${gone}`);
  await on.put("/preferences", { preferences: { theme: "dark" } });
  await on.post("/api_tokens", { name: "Planilha", scope: "read" });
  const { id: token } = await on.post("/api_tokens", { name: "Agenda", scopes: ["agenda:read"] });
  await on.delete(`/api_tokens/${token}`);
  const { id: hook } = await on.post("/webhooks", { url: "https://localhost/household", description: "Casa", enabled: false });
  await on.put(`/webhooks/${hook}`, { events: ["transaction.created"] });
  await on.post(`/webhooks/${hook}/ping`);
}

const versionOf = async (on: HouseholdClient) => Number((await on.get("/changes")).cursor);

/** Undo itself, of each kind: at once, of an undo, and of what was touched since, by force too. */
async function useUndo(on: HouseholdClient, { checking, savings }: { checking: number; savings: number }): Promise<void> {
  const undoLast = async () => on.post("/changes/undo", { version: await versionOf(on) });
  const row = { description: "Presente", amount_cents: -12_000, account_id: checking };
  await on.post("/transactions", row);
  await undoLast();
  await undoLast();
  const { id: edited } = await on.post("/transactions", row);
  const created = await versionOf(on);
  await on.put(`/transactions/${edited}`, { amount_cents: -13_000 });
  await on.post("/changes/undo", { version: created, force: true });
  const { id: account } = await on.post("/accounts", { name: "Conta de passagem" });
  const opened = await versionOf(on);
  await on.post("/transfers", { from_account_id: savings, to_account_id: account, amount_cents: 100 });
  await on.post("/changes/undo", { version: opened });
  await on.delete(`/accounts/${account}`, { force: true });
  await undoLast();
}
