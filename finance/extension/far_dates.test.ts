// Fixed transactions go on for ever, their rows do not: they are made up to ten years ahead, and as long as sums stay exact. An answer that
// goes further says up to which day it is whole; one that is whole says nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let people = 0;

type Row = { id: number } & Record<string, unknown>;
const HEADER = "cofre-complete-until";
/** Ten years after the month in which the tests are, and two. */
const FARTHEST = "2036-01-31";
const WINDOW = "2028-01-31";

interface Household {
  ana: TestMember;
  account: number;
  other: number;
  card: number;
  category: number;
}

async function household(): Promise<Household> {
  const ana = await finance.member(`ana${++people}@example.com`);
  const make = async (path: string, body: object) => ((await ana.post(path, body)).body as Row).id;
  return {
    ana,
    account: await make("/accounts", { name: "Conta", default: true }),
    other: await make("/accounts", { name: "Outra" }),
    card: await make("/credit_cards", { name: "Visa", closing_day: 5, due_day: 10 }),
    category: await make("/categories", { name: "Moradia" }),
  };
}

const monthly = { description: "x", amount_cents: -100, date: "2026-01-10", recurrence_attributes: { periodicity: "monthly" } };

async function repeat(home: Household, target: object): Promise<void> {
  const seriesReply = await home.ana.post("/transactions", { ...monthly, category_id: home.category, ...target });
  assert.equal(seriesReply.status, 201, seriesReply.text);
}

/** What all that reads far days says of itself, by path. */
const READS = (home: Household, year: number): Record<string, string> => {
  const period = `start_date=${year}-03-01&end_date=${year}-03-31`;
  const invoices = `/credit_cards/${home.card}/invoices`;
  const number = (year - 2000) * 12 + 2;
  return {
    rows: `/transactions?${period}`,
    "a page": `/transactions?${period}&page=1`,
    "rows of the account": `/transactions?${period}&account_id=${home.account}`,
    "rows of the other account": `/transactions?${period}&account_id=${home.other}`,
    "rows of the card": `/transactions?${period}&credit_card_id=${home.card}`,
    transfers: `/transfers?${period}`,
    balances: `/balances?${period}`,
    "budgets of the year": `/budgets/${year}`,
    "budgets of the month": `/budgets/${year}/3`,
    invoices: `${invoices}?${period}`,
    invoice: `${invoices}/${number}`,
    explained: `${invoices}/${number}/explain`,
  };
};

async function completeUntilOf(home: Household, year: number): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, path] of Object.entries(READS(home, year))) {
    const reply = await home.ana.get(path);
    assert.equal(reply.status, 200, reply.text);
    const header = reply.headers[HEADER] as string | undefined;
    if (header) headers[name] = header;
    const inBody = Array.isArray(reply.body)
      ? name.startsWith("budgets") && (reply.body as Row[]).at(-1)?.complete_until
      : (reply.body as Row).complete_until;
    if (inBody !== false) assert.equal(inBody, header, `${name}: the body says the same`);
  }
  return headers;
}

const budget = (home: Household, year: number, more: object = {}) =>
  home.ana.post("/budgets", { category_id: home.category, amount_cents: 500, date: `${year}-03-01`, ...more });

test("without fixed transactions every answer is whole, however far it goes", async () => {
  const home = await household();
  await home.ana.post("/transactions", { ...monthly, date: "2090-03-05", recurrence_attributes: undefined });
  assert.equal(((await budget(home, 2090)).body as Row).complete_until, undefined);
  assert.deepEqual(await completeUntilOf(home, 2090), {});
  const ended = (await home.ana.post("/transactions", monthly)).body as Row;
  await home.ana.delete(`/transactions/${ended.id}`, { update_all: true });
  assert.deepEqual(await completeUntilOf(home, 2090), {}, "a series that was ended lacks nothing");
});

test("a fixed transaction of an account: what goes past ten years says so, what does not is whole", async () => {
  const home = await household();
  await repeat(home, { account_id: home.account });
  for (const year of [2026, 2030, 2035, 2036, 2090]) assert.equal((await budget(home, year)).status, 201);
  for (const year of [2026, 2030, 2035]) assert.deepEqual(await completeUntilOf(home, year), {}, String(year));
  const names = ["rows", "a page", "rows of the account", "balances", "budgets of the year", "budgets of the month"];
  for (const year of [2036, 2090])
    assert.deepEqual(await completeUntilOf(home, year), Object.fromEntries(names.map((name) => [name, FARTHEST])), String(year));
  const last = await home.ana.get("/transactions?start_date=2036-01-01");
  assert.deepEqual([last.headers[HEADER], (last.body as Row[]).length], [undefined, 1]);
  await assertSumsAreRight(finance.service.world.db, home.ana.spaceId);
});

test("a fixed purchase: its card's rows and invoices say so, and no list of an account", async () => {
  const home = await household();
  await repeat(home, { credit_card_id: home.card });
  assert.deepEqual(await completeUntilOf(home, 2035), {});
  const names = ["rows", "a page", "rows of the card", "balances", "invoices", "invoice", "explained"];
  assert.deepEqual(await completeUntilOf(home, 2036), Object.fromEntries(names.map((name) => [name, FARTHEST])));
});

test("writes of budgets say so in the record, also when they are answered again under an Idempotency-Key", async () => {
  const home = await household();
  await repeat(home, { account_id: home.account });
  const until = ({ status, body, text }: Reply) => {
    assert.ok(status < 300, text);
    return (Array.isArray(body) ? body : [body]).map((each: Row) => each.complete_until);
  };
  const { ana, category } = home;
  const key = { "idempotency-key": `far-${category}` };
  const far = { category_id: category, amount_cents: 500, date: "2040-03-01" };
  const budgetReply = await ana.post("/budgets", far, key);
  assert.deepEqual([until(budgetReply), until(await ana.post("/budgets", far, key))], [[FARTHEST], [FARTHEST]]);
  const path = `/budgets/${(budgetReply.body as Row).id}`;
  assert.deepEqual(until(await ana.put(path, { date: "2035-03-01" })), [undefined]);
  assert.deepEqual(until(await ana.put(path, { date: "2041-03-01" })), [FARTHEST]);
  const clone = { year: 2042, month: 3, from_year: 2041, from_month: 3 };
  assert.deepEqual(until(await ana.post("/budgets/clone", clone)), [FARTHEST]);
  assert.deepEqual(until(await ana.delete(path)), [FARTHEST]);
});

test("a month so far ahead that daily series lack hundreds of thousands of rows is answered in parts, each time further", async () => {
  const home = await household();
  const { db } = finance.service.world;
  // As if their rows up to the window were deleted: those that are missing are all that matters here.
  await db.run(sql`
    insert into series (space_id, id, kind, periodicity, total_installments, anchor_date, anchor_occurrence, last_occurrence, account_id,
                        category_id, description, amount_cents, tags, created_at, updated_at)
    select space_id, nextval('series_id_seq'), 'fixed', 'daily', 1, '2026-01-01', 1, 761, ${home.account}, ${home.category}, 'coffee', -450, '{}',
           created_at, created_at
      from spaces, generate_series(1, ${DAILY}::int)
     where space_id = ${home.ana.spaceId}`);
  const look = async (): Promise<string> => {
    const reply = await home.ana.get("/transactions?start_date=2036-01-01&end_date=2036-01-31");
    assert.deepEqual([reply.status, reply.body], [200, []], reply.text);
    return reply.headers[HEADER] as string;
  };
  const [first, second] = [await look(), await look()];
  assert.ok(WINDOW < first && first < second && second < FARTHEST, `${WINDOW}, ${first}, ${second}`);
  const whole = await home.ana.get("/transactions?start_date=2028-02-01&end_date=2028-02-29");
  assert.deepEqual([(whole.body as Row[]).length, whole.headers[HEADER]], [29 * DAILY, undefined], "what was made is whole");
  await assertSumsAreRight(db, home.ana.spaceId);
});

const DAILY = 100;

test("where sums would pass their limit, answers hold as far as there are rows, and say so", async () => {
  const home = await household();
  await repeat(home, { account_id: home.account });
  await repeat(home, { credit_card_id: home.card });
  await finance.service.world.db.run(
    sql`update spaces set turnover_cents = 9007199254740991 where space_id = ${home.ana.spaceId}`,
  );
  await finance.service.world.db.run(sql`
    insert into budgets (space_id, id, category_id, date, activity_type, amount_cents)
    values (${home.ana.spaceId}, nextval('budgets_id_seq'), ${home.category}, '2031-03-01', 0, 500)`);
  assert.deepEqual(await completeUntilOf(home, 2027), {});
  const all = Object.keys(READS(home, 2031)).filter((name) => !["transfers", "rows of the other account"].includes(name));
  assert.deepEqual(await completeUntilOf(home, 2031), Object.fromEntries(all.map((name) => [name, WINDOW])));
});

test("POST .../payments without an amount pays all that a far invoice will hold, and asks for one where nobody knows it", async () => {
  const home = await household();
  await repeat(home, { credit_card_id: home.card });
  const path = (year: number) => `/credit_cards/${home.card}/invoices/${(year - 2000) * 12 + 2}/payments`;
  const paid = await home.ana.post(path(2033), {});
  assert.deepEqual([paid.status, (paid.body as Row).amount_cents], [201, -100], paid.text);
  const errors = { amount_cents: ["é obrigatório(a): ainda não se sabe tudo o que esta fatura terá"] };
  assert.deepEqual(((await home.ana.post(path(2040), {})).body as { errors: object }).errors, errors);
  assert.equal((await home.ana.post(path(2040), { amount_cents: 100 })).status, 201);
  await assertSumsAreRight(finance.service.world.db, home.ana.spaceId);
});

test("the API's document names the header where it can come", async () => {
  const { paths } = (await finance.call("/openapi.json")).body as {
    paths: Record<string, { get?: { responses: Record<string, { headers?: Record<string, unknown> }> } }>;
  };
  const naming = Object.keys(paths).filter((path) => paths[path]?.get?.responses[200]?.headers?.["Cofre-Complete-Until"]);
  assert.deepEqual(naming.sort(), [
    "/balances",
    "/budgets",
    "/budgets/groups",
    "/budgets/{year_or_id}",
    "/budgets/{year_or_id}/explain",
    "/budgets/{year}/{month}",
    "/credit_cards/{id}/invoices",
    "/credit_cards/{id}/invoices/{number}",
    "/credit_cards/{id}/invoices/{number}/explain",
    "/forecast",
    "/invoices",
    "/overview",
    "/reports/cash_flow",
    "/reports/categories",
    "/reports/net_worth",
    "/transactions",
    "/transfers",
  ]);
});
