import { invoiceDueIn } from "../../finance/billing/cycle.ts";
import { addDays, addMonths, dayIn, lastOfMonth } from "../../finance/calendar/day.ts";
import type { FinanceCaller } from "../../finance/endpoint.ts";
import type { Database } from "../../kernel/sql/database.ts";
import type { FilledSpace } from "./finance_data.ts";

export const TIME_ZONE = "America/Sao_Paulo";

export interface Space extends FilledSpace {
  db: Database;
  rows: number;
  caller: FinanceCaller;
  now: Date;
}

/** A client's request; `chance` is in [0, 1), the same for both spaces. */
export interface Call {
  method: "GET" | "POST";
  path: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

export const WORKLOADS: Record<string, (space: Space, chance: number) => Call> = {
  "month list": (space, chance) => {
    const month = pick(space.months, chance);
    return { method: "GET", path: "/transactions", query: { start_date: month, end_date: lastOfMonth(month) } };
  },
  "month list of an account": (space, chance) => {
    const query = { start_date: pick(space.months, chance), account_id: String(pick(space.accounts, chance)) };
    return { method: "GET", path: "/transactions", query };
  },
  create: (space, chance) => {
    const input = { description: "Padaria", amount_cents: -1_250, tags: ["casa"] };
    const where = { date: anyDay(space, chance), account_id: pick(space.accounts, chance) };
    return { method: "POST", path: "/transactions", body: { ...input, ...where } };
  },
  "create, split in three": (space, chance) => {
    const parts = space.categories.slice(0, 3).map((category_id) => ({ category_id, amount_cents: -500 }));
    const where = { date: anyDay(space, chance), account_id: pick(space.accounts, chance) };
    return { method: "POST", path: "/transactions", body: { description: "Mercado", amount_cents: -1_500, parts, ...where } };
  },
  "rows of a category in a year": (space, chance) => {
    const start_date = pick(space.months.slice(0, -11), chance);
    const category_id = String(pick(space.categories, (chance * 7) % 1));
    const query = { start_date, end_date: lastOfMonth(addMonths(start_date, 11)), exact_dates: "true", category_id };
    return { method: "GET", path: "/transactions", query };
  },
  "rows with words in a month": (space, chance) => {
    const month = pick(space.months, chance);
    return { method: "GET", path: "/transactions", query: { start_date: month, end_date: lastOfMonth(month), q: "padaria" } };
  },
  tags: () => ({ method: "GET", path: "/tags" }),
  transfer: (space, chance) => {
    const [from_account_id, to_account_id] = space.accounts;
    const body = { from_account_id, to_account_id, amount_cents: 100, date: anyDay(space, chance) };
    return { method: "POST", path: "/transfers", body };
  },
  "balance of any account on any day": (space, chance) => {
    const day = anyDay(space, chance);
    const account_id = String(pick(space.accounts, (chance * 7) % 1));
    return { method: "GET", path: "/balances", query: { account_id, start_date: day, end_date: day } };
  },
  "balance of the last day, all accounts": (space) => {
    const day = dayIn(TIME_ZONE, space.now);
    return { method: "GET", path: "/balances", query: { start_date: day, end_date: day } };
  },
  "balances of a month, day by day": (space, chance) => {
    const month = pick(space.months, chance);
    return { method: "GET", path: "/balances", query: { start_date: month, end_date: lastOfMonth(month) } };
  },
  "balances of a year, by month": (space, chance) => {
    const start = pick(space.months.slice(0, -11), chance);
    const query = { start_date: start, end_date: lastOfMonth(addMonths(start, 11)), periodicity: "monthly" };
    return { method: "GET", path: "/balances", query };
  },
  "invoices of a year": (space, chance) => {
    const start = pick(cardMonths(space).slice(0, -11), chance);
    const query = { start_date: start, end_date: lastOfMonth(addMonths(start, 11)) };
    return { method: "GET", path: "/credit_cards/:id/invoices", params: { id: anyCard(space, chance) }, query };
  },
  "invoices of a year, all cards": (space, chance) => {
    const start = pick(cardMonths(space).slice(0, -11), chance);
    return { method: "GET", path: "/invoices", query: { start_date: start, end_date: lastOfMonth(addMonths(start, 11)) } };
  },
  ...Object.fromEntries(
    ["purchase", "instalment", "invoice", "payment"].map((basis) => [
      `categories of a year, by ${basis}`,
      yearReport("categories", basis),
    ]),
  ),
  "cash flow of a year": yearReport("cash_flow", "payment"),
  "net worth of a year": yearReport("net_worth", "instalment"),
  "categories of an account in a year": (space, chance) => {
    const call = yearReport("categories", "instalment")(space, chance);
    return { ...call, query: { ...call.query, account_id: String(pick(space.accounts, chance)) } };
  },
  "categories of a tag in a year": (space, chance) => {
    const call = yearReport("categories", "instalment")(space, chance);
    return { ...call, query: { ...call.query, tag: "casa" } };
  },
  "forecast of 60 days": () => ({ method: "GET", path: "/forecast", query: { days: "60" } }),
  cards: () => ({ method: "GET", path: "/credit_cards" }),
  overview: () => ({ method: "GET", path: "/overview" }),
  "an invoice with its rows": (space, chance) => {
    const [year = 0, month = 0] = pick(cardMonths(space), chance).split("-").map(Number);
    const params = { id: anyCard(space, chance), number: String(invoiceDueIn(year, month)) };
    return { method: "GET", path: "/credit_cards/:id/invoices/:number", params };
  },
  "purchase on a card": (space, chance) => {
    const where = { date: addDays(pick(cardMonths(space), chance), 14), credit_card_id: Number(anyCard(space, chance)) };
    return { method: "POST", path: "/transactions", body: { description: "Padaria", amount_cents: -1_250, ...where } };
  },
  "budgets of a month": (space, chance) => {
    const [year = "", month = ""] = pick(space.months, chance).split("-");
    return { method: "GET", path: "/budgets/:year/:month", params: { year, month } };
  },
};

/** Of a space whose months begin on the 5th, whose budgets carry, and that has goals. */
export const PLANS: typeof WORKLOADS = {
  "cash flow of a year, by its own months": yearReport("cash_flow", "payment", { period: "space" }),
  "net worth of a year, by its own months": yearReport("net_worth", "instalment", { period: "space" }),
  "categories of a year, by its own months": yearReport("categories", "instalment", { period: "space" }),
  "overview, by its own months": () => ({ method: "GET", path: "/overview", query: { period: "space" } }),
  "balances of a year, by its own months": (space, chance) => {
    const start = pick(space.months.slice(0, -11), chance);
    const query = { start_date: start, end_date: lastOfMonth(addMonths(start, 11)), periodicity: "monthly", period: "space" };
    return { method: "GET", path: "/balances", query };
  },
  "create, where its own months are kept": (space, chance) => {
    const where = { date: anyDay(space, chance), account_id: pick(space.accounts, chance) };
    return { method: "POST", path: "/transactions", body: { description: "Padaria", amount_cents: -1_250, ...where } };
  },
  "budgets of a month that carry": (space, chance) => {
    const [year = "", month = ""] = pick(space.months.slice(-10), chance).split("-");
    return { method: "GET", path: "/budgets/:year/:month", params: { year, month } };
  },
  "budgets of a month that carry, by its own months": (space, chance) => {
    const [year = "", month = ""] = pick(space.months.slice(-10), chance).split("-");
    return { method: "GET", path: "/budgets/:year/:month", params: { year, month }, query: { period: "space" } };
  },
  "suggested budgets": () => ({ method: "GET", path: "/budgets/suggestions", query: { months: "12" } }),
  goals: () => ({ method: "GET", path: "/goals" }),
  "forecast with goals": () => ({ method: "GET", path: "/forecast", query: { days: "60", goals: "true" } }),
};

function yearReport(report: string, basis: string, more: Record<string, string> = {}) {
  return (space: Space, chance: number): Call => {
    const start = pick(cardMonths(space).slice(0, -11), chance);
    const query = { start_date: start, end_date: lastOfMonth(addMonths(start, 11)), basis, ...more };
    return { method: "GET", path: `/reports/${report}`, query };
  };
}

function cardMonths({ months }: Space): string[] {
  return months.filter((month) => month >= "1992");
}

function anyCard({ cards }: Space, chance: number): string {
  return String(pick(cards, (chance * 11) % 1));
}

function pick<T>(list: readonly T[], chance: number): T {
  return list[Math.floor(chance * list.length)] as T;
}

function anyDay(space: Space, chance: number): string {
  return addDays(pick(space.months, chance), Math.floor((chance * 997) % 28));
}
