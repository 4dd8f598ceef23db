// Reads with period=space: what they answer is what the rows say, whether sums of these months are kept or added up anew.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { periodOf } from "../billing/cycle.ts";
import { addMonths } from "../calendar/day.ts";
import { type MonthRule, monthsOf } from "../calendar/months.ts";
import { checkBooks } from "../integrity/check_space.ts";
import { BASES } from "../reports/basis.ts";
import { counted, fillRandomly, isNeutral, operations, total } from "../reports/testing.ts";
import { listCardDays } from "../rows/queries_cards.ts";
import { shareTestFinance, type TestClient, type TestMember } from "../testing.ts";
import { list, type TransactionView } from "../transactions/testing.ts";
import { buildSpaceMonths } from "./build_space_months.ts";
import { findMonths } from "./queries.ts";

const finance = shareTestFinance();
const database = () => finance.service.world.db;

let members = 0;
const someone = () => finance.member(`months${++members}@example.com`);

async function ask<Body>(client: TestClient, path: string): Promise<Body> {
  const reply = await client.get(path);
  assert.equal(reply.status, 200, `${path}: ${reply.text}`);
  return reply.body as Body;
}

const RULES: readonly MonthRule[] = [
  { startDay: 5, weekend: "same" },
  { startDay: 25, weekend: "before" },
  { startDay: 31, weekend: "after" },
  { startDay: 1, weekend: "before" },
];
const setRule = async (client: TestClient, { startDay, weekend }: MonthRule) => {
  const reply = await client.put("/spaces/months", { start_day: startDay, weekend });
  assert.equal(reply.status, 200, reply.text);
};
const sumsOf = async ({ spaceId }: TestMember) => (await findMonths(database(), spaceId)).sums;
const books = ({ spaceId }: TestMember) => database().transaction((tx) => checkBooks(tx, spaceId));
const leaveBehind = ({ spaceId }: TestMember) =>
  database().run(sql`update spaces set version = version + 1 where space_id = ${spaceId}`);

const SPAN = "start_date=2025-10-10&end_date=2026-04-10&period=space";
const PATHS = [
  ...BASES.flatMap((basis) => [`/reports/cash_flow?${SPAN}&basis=${basis}`, `/reports/categories?${SPAN}&basis=${basis}`]),
  `/reports/categories?${SPAN}&tag=casa&basis=payment`,
  `/reports/cash_flow?${SPAN}&periodicity=trimonthly`,
  `/reports/categories?${SPAN}&periodicity=bimonthly`,
  ...["instalment", "invoice", "payment"].map((basis) => `/reports/net_worth?${SPAN}&basis=${basis}`),
  `/balances?${SPAN}&periodicity=monthly`,
  "/balances?period=space",
  "/overview?period=space",
  "/overview?period=space&month=2026-02",
  "/budgets?period=space",
  "/budgets/2026?period=space",
  "/budgets/2026/2?period=space",
  "/budgets/groups?period=space&month=2026-02",
  "/forecast?period=space&budgets=true&days=90",
  "/transactions?period=space&start_date=2026-02-10",
];
const readAll = (client: TestClient) => Promise.all(PATHS.map((path) => ask<unknown>(client, path)));

async function setBudgets(client: TestClient): Promise<void> {
  const categories = await ask<{ id: number; kind: string }[]>(client, "/categories");
  const [category] = categories.filter(({ kind }) => kind === "expenses").slice(-1);
  for (const month of [1, 2, 3]) {
    const reply = await client.post("/budgets", { category_id: category?.id, year: 2026, month, amount_cents: 30_000 });
    assert.equal(reply.status, 201, reply.text);
  }
}

test("every read by the months of the space is the same from kept sums as from rows, and posts keep them right", async () => {
  const samples = fc.sample(fc.tuple(operations, operations), { seed: 41, numRuns: RULES.length });
  for (const [index, rule] of RULES.entries()) {
    const [before, after] = samples[index]!;
    const ana = await someone();
    await fillRandomly(ana, before);
    await setBudgets(ana);
    await setRule(ana, rule);
    assert.equal(await sumsOf(ana), "rows");
    const fromRows = await readAll(ana);
    assert.ok(await buildSpaceMonths(database(), ana.spaceId, { rowsAStep: 7 }));
    assert.equal(await sumsOf(ana), "kept");
    assert.deepEqual(await readAll(ana), fromRows, JSON.stringify(rule));
    assert.deepEqual(await books(ana), []);
    await fillRandomly(ana, after);
    assert.equal(await sumsOf(ana), "kept");
    assert.deepEqual(await books(ana), []);
    const kept = await readAll(ana);
    await leaveBehind(ana);
    assert.equal(await sumsOf(ana), "rows");
    assert.deepEqual(await readAll(ana), kept, JSON.stringify(rule));
  }
});

interface Flow {
  date: string;
  start_date: string;
  end_date: string;
  result_cents: number;
  predicted_result_cents: number;
}

test("reports by the months of the space add up to the rows of their days, by every basis", async () => {
  const samples = fc.sample(operations, { seed: 42, numRuns: RULES.length });
  for (const [index, rule] of RULES.entries()) {
    const ana = await someone();
    await fillRandomly(ana, samples[index]!);
    await setRule(ana, rule);
    const months = monthsOf(rule);
    const rows = await list(ana, "2025-01-01", "2027-12-31");
    const days = await listCardDays(database(), ana.spaceId);
    const dueMonthOf = (card: number, invoice: number) =>
      months.of(
        periodOf(
          days.filter(({ credit_card_id: id }) => id === card),
          invoice,
        ).due,
      );
    for (const basis of BASES) {
      const { months: flows } = await ask<{ months: Flow[] }>(ana, `/reports/cash_flow?${SPAN}&basis=${basis}`);
      const { categories } = await ask<{
        categories: { category_id: number; months: { date: string; total_cents: number; predicted_total_cents: number }[] }[];
      }>(ana, `/reports/categories?${SPAN}&basis=${basis}`);
      const names = flows.map(({ date }) => date);
      assert.equal(names[0], months.of("2025-10-10"));
      assert.equal(names.at(-1), months.of("2026-04-10"));
      for (const flow of flows)
        assert.deepEqual({ start: flow.start_date, end: flow.end_date }, months.days(flow.date), `${flow.date} ${basis}`);
      const all = counted(rows, basis, { monthOf: months.of, dueMonthOf }).filter(({ month }) => names.includes(month));
      const expected = [...Map.groupBy(all, ({ row, month }) => `${row.category_id} ${month}`)].map(([key, each]) => [
        key,
        total(each.filter(({ done }) => done).map(({ row }) => row)),
        total(each.map(({ row }) => row)),
      ]);
      const answered = categories.flatMap(({ category_id: id, months: each }) =>
        each.map(({ date, total_cents, predicted_total_cents }) => [`${id} ${date}`, total_cents, predicted_total_cents]),
      );
      const sorted = (cells: (string | number)[][]) => cells.filter(([, one, other]) => one !== 0 || other !== 0).sort();
      assert.deepEqual(sorted(answered), sorted(expected as (string | number)[][]), `${basis} of ${JSON.stringify(rule)}`);
      for (const flow of flows) {
        const here = (row: TransactionView) => months.of(row.date) === flow.date;
        const onAccounts = rows.filter((row) => here(row) && row.credit_card_id === null && row.paid);
        const result =
          basis === "payment"
            ? total(onAccounts.filter((row) => !isNeutral(row) || row.paid_credit_card_id !== null))
            : total(all.filter(({ month, done }) => month === flow.date && done).map(({ row }) => row));
        assert.equal(flow.result_cents, result, `${flow.date} ${basis} of ${JSON.stringify(rule)}`);
      }
    }
  }
});

test("the overview, budgets, net worth and balances of a month of the space agree with its days", async () => {
  const ana = await someone();
  const [sample] = fc.sample(operations, { seed: 43, numRuns: 1 });
  await fillRandomly(ana, sample!);
  await setBudgets(ana);
  await setRule(ana, { startDay: 25, weekend: "same" });
  const overview = await ask<Record<string, unknown> & { budgets: { id: number; total: number }[] }>(
    ana,
    "/overview?period=space&month=2026-02",
  );
  assert.deepEqual([overview.month, overview.start_date, overview.end_date], ["2026-02-01", "2026-01-25", "2026-02-24"]);
  const days = "start_date=2026-01-25&end_date=2026-02-24";
  const balances = await ask<Record<string, number>>(ana, `/balances?${days}&periodicity=monthly`);
  assert.equal(overview.month_balance_cents, balances.balance);
  assert.equal(overview.predicted_month_balance_cents, balances.predicted_balance);
  const { months: worth } = await ask<{ months: Record<string, unknown>[] }>(ana, `/reports/net_worth?${days}&period=space`);
  assert.deepEqual(
    worth.map(({ date, month, accounts_cents }) => [date, month, accounts_cents]),
    [["2026-02-24", "2026-02-01", balances.balance]],
  );
  const budgets = await ask<{ id: number; category_id: number; total: number; date: string }[]>(
    ana,
    "/budgets/2026/2?period=space",
  );
  assert.deepEqual(
    overview.budgets.map(({ total: used }) => used),
    budgets.map(({ total: used }) => used),
  );
  const rows = await ask<TransactionView[]>(ana, "/transactions?period=space&start_date=2026-02-01");
  assert.deepEqual(rows, await ask(ana, `/transactions?${days}&exact_dates=true`));
  const steps = await ask<{ balances: { date_range: string }[] }>(
    ana,
    "/balances?period=space&start_date=2026-02-01&end_date=2026-04-01&periodicity=monthly",
  );
  assert.deepEqual(
    steps.balances.map(({ date_range: range }) => range),
    ["2026-02-01..2026-02-24", "2026-02-25..2026-03-24", "2026-03-25..2026-04-01"],
  );
});

test("without period=space nothing follows the rule, and a wrong period is refused", async () => {
  const ana = await someone();
  const [sample] = fc.sample(operations, { seed: 44, numRuns: 1 });
  await fillRandomly(ana, sample!);
  await setBudgets(ana);
  const plain = PATHS.map((path) =>
    path
      .replace(/[?&]period=space/, (found) => (found[0] === "?" ? "?x=1" : ""))
      .replace("?x=1&", "?")
      .replace("?x=1", ""),
  );
  const read = () => Promise.all(plain.map(async (path) => (await ana.get(path)).text));
  const before = await read();
  await setRule(ana, { startDay: 10, weekend: "after" });
  assert.deepEqual(await read(), before);
  for (const path of ["/overview", "/budgets", "/budgets/2026", "/budgets/2026/1", "/balances", "/forecast", "/transactions"])
    assert.equal((await ana.get(`${path}?period=week`)).status, 422, path);
  for (const report of ["cash_flow", "categories", "net_worth"])
    assert.equal((await ana.get(`/reports/${report}?period=`)).status, 422, report);
});

test("sums are built step by step: posts in between are in them, and what another release posts makes them begin again", async () => {
  const ana = await someone();
  const [sample, more] = fc.sample(operations, { seed: 45, numRuns: 2 });
  await fillRandomly(ana, sample!);
  await setRule(ana, { startDay: 5, weekend: "same" });
  let steps = 0;
  const isBuilt = await buildSpaceMonths(database(), ana.spaceId, {
    rowsAStep: 4,
    afterStep: async () => {
      steps++;
      // Dates are spread over months that are built and months that are not.
      if (steps === 1) await fillRandomly(ana, more!);
      if (steps === 3) await leaveBehind(ana);
      assert.deepEqual(await books(ana), []);
    },
  });
  assert.ok(isBuilt && steps > 4, `${steps} steps`);
  assert.equal(await sumsOf(ana), "kept");
  assert.deepEqual(await books(ana), []);
  assert.ok(await buildSpaceMonths(database(), ana.spaceId), "there is nothing to do");
});

test("a deletion in bulk leaves the sums behind, and a rule that goes takes them away", async () => {
  const ana = await someone();
  const [sample] = fc.sample(operations, { seed: 46, numRuns: 1 });
  const { accounts } = await fillRandomly(ana, sample!);
  await setRule(ana, { startDay: 5, weekend: "same" });
  await buildSpaceMonths(database(), ana.spaceId);
  assert.equal((await ana.delete(`/accounts/${accounts[1]}`)).status, 200);
  assert.equal(await sumsOf(ana), "rows");
  const fromRows = await readAll(ana);
  await buildSpaceMonths(database(), ana.spaceId);
  assert.deepEqual(await readAll(ana), fromRows);
  await setRule(ana, { startDay: 1, weekend: "same" });
  await buildSpaceMonths(database(), ana.spaceId);
  const left = await database().one(sql`
    select (select count(*) from account_space_months where space_id = ${ana.spaceId}) as accounts,
           (select count(*) from category_space_months where space_id = ${ana.spaceId}) as categories`);
  assert.deepEqual(left, { accounts: 0, categories: 0 });
  assert.equal(await sumsOf(ana), "calendar");
});

test("months at the ends of the calendar have names beside it", async () => {
  const ana = await someone();
  await ana.post("/transactions", { description: "first", amount_cents: -100, date: "1900-01-02" });
  await ana.post("/transactions", { description: "last", amount_cents: -200, date: "2199-12-31" });
  for (const startDay of [5, 25]) {
    await setRule(ana, { startDay, weekend: "same" });
    const month = monthsOf({ startDay, weekend: "same" }).of("2199-12-31");
    assert.equal(month, startDay === 5 ? "2199-12-01" : addMonths("2199-12-01", 1));
    await buildSpaceMonths(database(), ana.spaceId);
    assert.deepEqual(await books(ana), []);
    const { months } = await ask<{ months: Flow[] }>(
      ana,
      "/reports/cash_flow?start_date=1900-01-01&end_date=1900-01-31&period=space&basis=instalment",
    );
    assert.equal(
      months.reduce((cents, each) => cents + each.predicted_result_cents, 0),
      -100,
    );
  }
});
