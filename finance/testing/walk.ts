// Test support: a walk through every route as one user, in the ways that reach its statements. What the answers hold is for other tests.
import assert from "node:assert/strict";
import type { Reply } from "../../kernel/testing/client.ts";
import { png } from "../attachment_files/testing.ts";
import { routes } from "../routes.ts";
import type { TestFinance, TestMember } from "../testing.ts";
import { addDay, walkCards, walkInvoices } from "./walk_cards.ts";
import { walkImports } from "./walk_imports.ts";
import { walkMembers, walkSmallRoutes, walkWebhooks } from "./walk_people.ts";
import { walkSplits } from "./walk_splits.ts";
import type { Accounts, Categories, Walker } from "./walker.ts";

export interface Step {
  /** `GET /accounts/:id` */
  route: string;
  /** `GET /accounts/7` */
  request: string;
  reply: Reply;
}

export const ROUTES: readonly string[] = routes.map(({ method, path }) => `${method} ${path}`);

/** The walk has filled its space when it comes there; `statements.test.ts` has an empty one. */
const WANTS_EMPTY_SPACE: readonly string[] = ["POST /exports/restore"];

/** Not there unless `FINANCE_OAUTH_RESOURCE` is set, and without a statement; `docs/openapi/finance.test.ts` has their success. */
const WANTS_APPS: readonly string[] = [
  "GET /.well-known/oauth-protected-resource",
  "GET /.well-known/oauth-protected-resource/rest/v2",
];

/** For administrators of the server, who are in no space; `operators/operators.test.ts` has its success. */
const WANTS_OPERATOR: readonly string[] = ["GET /operators/spaces"];

/** The route that a request goes to. A fixed part of a path comes before a parameter, as in the router. */
export function routeOf(method: string, path: string): string | undefined {
  const parts = (path.split("?")[0] as string).split("/");
  const fits = (pattern: string[]) =>
    pattern.length === parts.length && pattern.every((part, index) => part.startsWith(":") || part === parts[index]);
  const fitting = routes.filter((route) => route.method === method && fits(route.path.split("/")));
  const parameters = (route: string) => route.split("/:").length;
  const [first] = fitting.map(({ path: each }) => each).sort((one, other) => parameters(one) - parameters(other));
  return first && `${method} ${first}`;
}

/** Every route answers a success on the way; a route that does not, or is missing here, is an offence. */
/** `guest`: somebody who joins the space and goes again. */
export async function walkEveryRoute(
  member: TestMember,
  { clock, auth }: Pick<TestFinance, "clock" | "auth">,
  guest: TestMember,
): Promise<Step[]> {
  const steps: Step[] = [];
  const send = async (request: string, sending: Promise<Reply>) => {
    const [method = "", path = ""] = request.split(" ");
    const reply = await sending;
    steps.push({ route: routeOf(method, path) ?? request, request, reply });
    return reply.body as { id: number } & Record<string, unknown>;
  };
  const walker: Walker = {
    get: (path) => send(`GET ${path}`, member.get(path)),
    post: (path, body = {}, headers = {}) => send(`POST ${path}`, member.post(path, body, headers)),
    put: (path, body = {}) => send(`PUT ${path}`, member.put(path, body)),
    delete: (path, body) => send(`DELETE ${path}`, member.delete(path, body)),
  };
  await walkSmallRoutes(walker, member);
  const asGuest: Walker = { ...walker, post: (path, body = {}) => send(`POST ${path}`, guest.post(path, body)) };
  // An API token tells of no other space.
  const byPassword: Walker = {
    ...walker,
    put: (path, body = {}) => send(`PUT ${path}`, member.basic.put(path, body)),
    delete: (path, body) => send(`DELETE ${path}`, member.basic.delete(path, body)),
  };
  await walkMembers({ on: walker, asGuest, byPassword }, { auth, guest });
  await walkWebhooks(walker);
  const accounts = await walkAccounts(walker);
  const categories = await walkCategories(walker);
  const today = clock.now().toISOString().slice(0, 10);
  await walkBudgets(walker, categories.root, Number(today.slice(0, 4)));
  await walkTransactions(walker, today, accounts, categories);
  await walkTransfers(walker, accounts);
  await walkGoals(walker, accounts, today);
  const card = await walkCards(walker, today, accounts, categories);
  const year = today.slice(0, 4);
  await walkSplits(walker, accounts, categories, `start_date=${year}-01-01&end_date=${year}-12-31`);
  await walkMany(walker, accounts, categories, card);
  await walkInvoices(walker);
  await walkReads(walker, { ...accounts, card }, categories, Number(year));
  await walkChanges(walker);
  await walkImports(walker, accounts, card);
  await walkRemovals(walker, accounts, categories);
  const reached = new Set(steps.filter(({ reply }) => reply.status < 300).map(({ route }) => route));
  assert.deepEqual(
    ROUTES.filter((route) => !reached.has(route) && ![...WANTS_EMPTY_SPACE, ...WANTS_APPS, ...WANTS_OPERATOR].includes(route)),
    [],
    "these routes have no success in finance/testing/walk.ts",
  );
  const broken = steps.filter(({ reply }) => reply.status >= 500).map(({ request, reply }) => `${request}: ${reply.text}`);
  assert.deepEqual(broken, []);
  return steps;
}

async function walkChanges(on: Walker): Promise<void> {
  const { id } = await on.post("/transactions", { description: "walk undone", amount_cents: -1 });
  await on.put(`/transactions/${id}`, { amount_cents: -2, dry_run: true });
  const { cursor } = await on.get("/changes");
  await on.get("/changes?since=0&limit=5");
  await on.get(`/changes?transaction_id=${id}`);
  await on.get(`/changes?since=${cursor}&wait=1`);
  await on.post("/changes/undo", { version: Number(cursor) });
  await on.post("/changes/undo", { version: Number(cursor) + 1, force: true });
}

async function walkAccounts(on: Walker): Promise<Accounts> {
  const { id: open } = await on.post("/accounts", { name: "walk one", opening_balance_cents: 100 });
  const { id: other } = await on.post("/accounts", { name: "walk two", default: true });
  const { id: archived } = await on.post("/accounts", { name: "walk three" });
  await on.put(`/accounts/${archived}/unarchive`);
  await on.put(`/accounts/${archived}/archive`);
  await on.put(`/accounts/${open}`, { name: "walk one again", default: true });
  await on.get("/accounts");
  await on.get(`/accounts/${open}`);
  return { open, other, archived };
}

async function walkCategories(on: Walker): Promise<Categories> {
  const { id: root } = await on.post("/categories", { name: "walk root" });
  const { id: child } = await on.post("/categories", { name: "walk child", parent_id: root });
  await on.put(`/categories/${child}`, { name: "walk child again", parent_id: root });
  await on.get("/categories");
  await on.get(`/categories/${root}`);
  return { root, child };
}

async function walkBudgets(on: Walker, categoryId: number, year: number): Promise<void> {
  const budget = await on.post("/budgets", { category_id: categoryId, amount_cents: 1000, year, month: 1 });
  await on.post("/budgets", { category_id: categoryId, amount_cents: 1000, year: year + 4, month: 1 });
  await on.post("/budgets/clone", { year, month: 2 });
  await on.post("/budgets/clone", { year, month: 1, from_year: year, from_month: 2, months: 3, replace: true });
  await on.post("/budgets/year", { year: year + 1, budgets: [{ category_id: categoryId, amount_cents: 1000, carry: "both" }] });
  await on.put(`/budgets/${budget.id}`, { amount_cents: 2000 });
  for (const path of ["/budgets", `/budgets/${year}`, `/budgets/${year}/02`, `/budgets/${year + 5}`]) await on.get(path);
  for (const path of [`/budgets/${budget.id}/explain`, `/budgets/groups?month=${year + 1}-02`]) await on.get(path);
  await on.get("/budgets/suggestions");
  await on.delete(`/budgets/${budget.id}`);
}

async function walkTransactions(on: Walker, today: string, accounts: Accounts, categories: Categories): Promise<void> {
  const { open, other, archived } = accounts;
  const row = { description: "walk", amount_cents: -1200, date: today, tags: ["walk"], category_id: categories.child };
  const single = await on.post("/transactions", { ...row, account_id: open }, { "idempotency-key": "walk" });
  await on.post("/transactions", { ...row, account_id: open }, { "idempotency-key": "walk" });
  await on.post("/transactions", { description: "" }, { "idempotency-key": "walk-refused" });
  await on.post("/transactions", { ...row, account_id: archived });
  await on.put(`/transactions/${single.id}`, { description: "walk again", account_id: other, amount_cents: 7 });
  await on.get(`/transactions/${single.id}`);
  await walkAttachments(on, single.id);
  for (const repetition of [
    { recurrence_attributes: { periodicity: "monthly" } },
    { installments_attributes: { periodicity: "weekly", total: 12 } },
  ]) {
    const first = await on.post("/transactions", { ...row, ...repetition });
    await on.put(`/transactions/${first.id}`, { notes: "one" });
    await on.put(`/transactions/${first.id}`, { date: addDay(today), kind: "income", update_future: true });
    await on.put(`/transactions/${first.id}`, { category_id: categories.root, tags: [], update_all: true });
    await on.put(`/transactions/${first.id}`, { total_amount_cents: 12_345 });
    await on.delete(`/transactions/${first.id}`);
    const second = await on.post("/transactions", { ...row, account_id: open, ...repetition });
    await on.delete(`/transactions/${second.id}`, { update_future: true });
    const third = await on.post("/transactions", { ...row, account_id: open, ...repetition });
    await on.delete(`/transactions/${third.id}`, { update_all: true });
    await on.post("/transactions", { ...row, account_id: open, ...repetition });
  }
}

async function walkAttachments(on: Walker, id: number): Promise<void> {
  const path = `/transactions/${id}/attachments`;
  const [file] = (await on.post(path, png())) as unknown as { id: string }[];
  await on.get(path);
  await on.get(`${path}/${file?.id}`);
  await on.delete(`${path}/${file?.id}`);
  await on.post(path, png());
  await on.post(path, png());
}

async function walkGoals(on: Walker, { open, other }: Accounts, today: string): Promise<void> {
  const goal = await on.post("/goals", { name: "walk", target_cents: 10_000, target_date: "2199-01-31" });
  await on.post(`/goals/${goal.id}/reserve`, { amount_cents: 5_000, account_id: open });
  await on.post(`/goals/${goal.id}/release`, { amount_cents: 1_000, account_id: open });
  await on.post(`/goals/${goal.id}/move`, { amount_cents: 1_000, from_account_id: open, to_account_id: other });
  const bought = { description: "walk goal", amount_cents: -700, date: today, account_id: open };
  const [first, second] = [await on.post("/transactions", bought), await on.post("/transactions", bought)];
  await on.post(`/goals/${goal.id}/spend`, { transaction_id: first.id });
  await on.post(`/goals/${goal.id}/spend`, { transaction_id: second.id, amount_cents: 300 });
  await on.delete(`/goals/${goal.id}/spend`, { transaction_id: second.id });
  await on.put(`/goals/${goal.id}`, { name: "walk again" });
  for (const path of ["/goals", `/goals/${goal.id}`, "/accounts", `/accounts/${open}`]) await on.get(path);
  const { id } = await on.post("/goals", { name: "walk two", target_cents: 1 });
  await on.post(`/goals/${id}/reserve`, { amount_cents: 1 });
  await on.delete(`/goals/${id}`);
}

async function walkMany(on: Walker, { open, other }: Accounts, { root }: Categories, card: number): Promise<void> {
  const booked = { description: "walk many", amount_cents: -900 };
  const single = await on.post("/transactions", { ...booked, account_id: open });
  const leg = await on.post("/transfers", { from_account_id: open, to_account_id: other, amount_cents: 5 });
  const parts = { installments_attributes: { periodicity: "monthly", total: 3 } };
  const part = await on.post("/transactions", { ...booked, ...parts, credit_card_id: card });
  const ids = [single.id, leg.id, part.id];
  await on.post("/transactions/bulk", { ids, set: { tags: ["many"], notes: null, paid: true } });
  await on.post("/transactions/bulk", { ids, set: { account_id: 1, category_id: 1 } });
  await on.post("/transactions/bulk", { filter: { q: "walk many", category_id: root }, set: { credit_card_id: card } });
  await on.post("/transactions/bulk", { filter: { q: "walk many" }, set: { category_id: root, credit_card_id: card } });
  await on.post("/transactions/bulk", { ids, delete: true }, { "idempotency-key": "walk-many" });
}

async function walkTransfers(on: Walker, { open, other, archived }: Accounts): Promise<void> {
  const sides = { from_account_id: open, to_account_id: other, amount_cents: 500 };
  const leg = await on.post("/transfers", sides);
  await on.post("/transfers", { ...sides, to_account_id: archived });
  await on.get(`/transfers/${leg.id}`);
  await on.put(`/transfers/${leg.id}`, { amount_cents: 600, notes: "walk", tags: ["walk"] });
  await on.put(`/transactions/${leg.oposite_transaction_id}`, { description: "walk", paid: false });
  await on.delete(`/transfers/${leg.id}`);
  const second = await on.post("/transfers", sides);
  await on.delete(`/transactions/${second.id}`);
  await on.post("/transfers", sides);
}

async function walkReads(on: Walker, accounts: Accounts & { card: number }, { child }: Categories, year: number): Promise<void> {
  const { open, card } = accounts;
  const wholeYear = `start_date=${year}-01-01&end_date=${year}-12-31`;
  for (const list of ["/transactions", "/transfers"]) {
    for (const query of [
      "",
      `?${wholeYear}`,
      `?account_id=${open}`,
      `?category_id=${child}&order=asc`,
      `?account_id=${open}&category_id=${child}&${wholeYear}`,
      `?page=2&per_page=20&${wholeYear}`,
      `?page=1&account_id=${open}&${wholeYear}`,
      `?start_date=${year + 6}-01-01`,
      `?credit_card_id=${card}&${wholeYear}`,
      `?account_id=${card}&page=1&${wholeYear}`,
    ])
      await on.get(list + query);
  }
  const searches = [
    "q=walk+ag",
    "tag=walk",
    "paid=false",
    "paid=true",
    "kind=expense",
    "min_cents=1&max_cents=2000",
    "max_cents=5",
  ];
  for (const search of [...searches, `q=walk&tag=walk&paid=false&account_id=${card}&page=1`]) {
    await on.get(`/transactions?${search}&${wholeYear}`);
    await on.get(`/transactions?${search}&start_date=${year - 9}-01-01&end_date=${year}-12-31`);
  }
  const [series] = (await on.get(`/transactions?${wholeYear}&kind=expense&q=walk`)) as unknown as { recurrence_id: number }[];
  await on.get(`/transactions?recurrence_id=${series?.recurrence_id ?? 1}&${wholeYear}`);
  for (const query of ["", `?account_id=${open}`, `?${wholeYear}&periodicity=monthly`, `?start_date=${year + 7}-01-15`])
    await on.get(`/balances${query}`);
  await on.get(`/balances?account_id=${open}&start_date=${year - 2}-01-15&end_date=${year}-03-05&periodicity=monthly`);
  await on.get(`/balances?${wholeYear}&periodicity=weekly`);
  for (const path of ["/tags", "/descriptions", "/descriptions?q=walk&limit=5", "/preferences"]) await on.get(path);
  for (const query of ["", `?${wholeYear}`, `?start_date=${year + 6}-01-01`]) await on.get(`/invoices${query}`);
  for (const format of ["json", "csv", "ofx", "xlsx"]) await on.get(`/exports?format=${format}`);
  await on.get(`/exports?format=csv&${wholeYear}`);
  await on.post("/exports/restore");
  for (const query of ["", `?account_id=${open}&days=30`, "?days=731"]) await on.get(`/forecast${query}`);
  await on.get(`/forecast?budgets=true&days=90`);
  await on.post("/forecast", { days: 30, account_ids: [open], what_if: [{ date: `${year}-12-24`, amount_cents: -100 }] });
  const address = await on.post("/api_tokens", { name: "walk agenda", scopes: ["agenda:read"] });
  await on.get(`/agenda.ics?token=${address.token}`);
  for (const query of ["", `?month=${year}-02`]) await on.get(`/overview${query}`);
  for (const basis of ["purchase", "instalment", "invoice", "payment"]) {
    for (const report of ["categories", "cash_flow", "net_worth"]) await on.get(`/reports/${report}?basis=${basis}&${wholeYear}`);
    await on.get(`/reports/categories?basis=${basis}&start_date=${year + 6}-01-01`);
    for (const chosen of [`account_id=${open}`, `account_id=${card}&tag=walk`, "tag=walk"])
      await on.get(`/reports/categories?basis=${basis}&${chosen}&${wholeYear}`);
  }
}

async function walkRemovals(on: Walker, { open, other }: Accounts, { root, child }: Categories): Promise<void> {
  await on.delete(`/categories/${child}`, { replacement_id: root });
  await on.delete(`/categories/${root}`);
  await on.delete(`/accounts/${open}`, { force: false });
  await on.delete(`/accounts/${open}`);
  await on.delete(`/accounts/${other}`);
}
