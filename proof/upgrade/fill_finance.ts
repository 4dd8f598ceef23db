// Creates a household's year through the old release's API: each feature once, and twelve months of usual transactions.
import { addMonths, firstOfMonth } from "../../finance/calendar/day.ts";
import { useCards } from "../../finance/testing/release/household_cards.ts";
import { useAccounts, useBudgets, useCategories } from "../../finance/testing/release/household_catalogue.ts";
import type { HouseholdClient } from "../../finance/testing/release/household_client.ts";
import { useImports } from "../../finance/testing/release/household_imports.ts";
import { useMany, useSeries, useSingles, useTransfers } from "../../finance/testing/release/household_rows.ts";
import { seeded } from "../harness/random.ts";
import { type Callers, requireSuccess } from "./callers.ts";
import type { Stage } from "./stage.ts";

const SEED = 35;
const SINGLES_A_MONTH = 25;
const PURCHASES_A_MONTH = 10;
const SHOPS = ["Mercado Sol", "Padaria", "Farmácia", "Posto", "Livraria", "Cinema", "Feira", "Ônibus"];

export async function fillFinance(stage: Stage, callers: Callers, today: string): Promise<void> {
  const send = (method: string) => (path: string, body?: object) =>
    requireSuccess<never>(stage, callers, {
      service: "finance",
      as: "owner",
      method,
      path,
      body: method === "GET" ? undefined : (body ?? {}),
    });
  const on: HouseholdClient = { get: send("GET"), post: send("POST"), put: send("PUT"), delete: send("DELETE") };
  await usePeople(stage, callers, on);
  const accounts = await useAccounts(on);
  const categories = await useCategories(on);
  await useBudgets(on, categories);
  await useSingles(on, on, accounts, categories);
  await useSeries(on, { account_id: accounts.checking, category_id: categories.food });
  await useTransfers(on, accounts);
  const card = await useCards(on, accounts, categories);
  await useMany(on, accounts, categories, card);
  await useImports(on, accounts, categories, card);
  const first = addMonths(firstOfMonth(today), -11);
  for (let month = 0; month < 12; month++) await liveAMonth(on, addMonths(first, month), { ...accounts, ...categories, card });
}

/** A reader, invitations, a second space, an API token and a webhook. */
async function usePeople(stage: Stage, callers: Callers, on: HouseholdClient): Promise<void> {
  for (const email of ["invited@example.com", "member@example.com"]) await on.post("/invitations", { email, role: "viewer" });
  await on.put("/preferences", { preferences: { theme: "dark" } });
  const { token } = await on.post("/api_tokens", { name: "Agenda", scopes: ["agenda:read"] });
  callers.agenda = String(token);
  await on.post("/webhooks", { url: "https://localhost/upgrade", description: "Casa", enabled: false });
  await requireSuccess(stage, callers, {
    service: "finance",
    as: "member",
    method: "POST",
    path: "/spaces",
    body: { name: "Segunda casa" },
  });
}

type Ids = Record<"checking" | "savings" | "home" | "food" | "salary" | "card", number>;

async function liveAMonth(
  on: HouseholdClient,
  month: string,
  { checking, savings, home, food, salary, card }: Ids,
): Promise<void> {
  const random = seeded(SEED + Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)));
  const day = () => `${month.slice(0, 8)}${String(random.whole(1, 28)).padStart(2, "0")}`;
  const onAccount = { date: day(), account_id: checking };
  await on.post("/transactions", { ...onAccount, description: "Salário", amount_cents: 640_000, category_id: salary });
  await on.post("/transactions", {
    ...onAccount,
    description: "Aluguel",
    amount_cents: -210_000,
    category_id: home,
    tags: ["casa"],
  });
  for (let each = 0; each < SINGLES_A_MONTH; each++)
    await on.post("/transactions", {
      ...{ description: random.pick(SHOPS), amount_cents: -random.whole(150, 30_000), date: day(), account_id: checking },
      ...{ category_id: random.pick([food, home]), tags: random.pick([[], ["dia a dia"], ["lazer", "casa"]]) },
    });
  for (let each = 0; each < PURCHASES_A_MONTH; each++)
    await on.post("/transactions", {
      ...{ description: random.pick(SHOPS), amount_cents: -random.whole(900, 60_000), date: day(), credit_card_id: card },
      ...{ category_id: food, ...(each === 0 && { installments_attributes: { periodicity: "monthly", total: 6 } }) },
    });
  await on.post("/transfers", { from_account_id: checking, to_account_id: savings, amount_cents: 50_000, date: day() });
  const number = Number(month.slice(2, 4)) * 12 + Number(month.slice(5, 7));
  await on.post(`/credit_cards/${card}/invoices/${number}/payments`, { amount_cents: random.whole(10_000, 90_000), date: day() });
  const [year, monthOfYear] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  await on.post("/budgets", { category_id: salary, amount_cents: random.whole(100, 900_000), year, month: monthOfYear });
}
