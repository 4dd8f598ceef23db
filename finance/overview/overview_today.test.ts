// What only the current month has: what is free until the next income, where it went, what is worth a look, and the newest rows.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { countTrips } from "../../kernel/testing/trips.ts";
import { newCard } from "../invoices/testing.ts";
import { fillRandomly, operations } from "../reports/testing.ts";
import { shareTestFinance, type TestClient } from "../testing.ts";
import { list } from "../transactions/testing.ts";
import type { showOverview } from "./show_overview.ts";

const finance = shareTestFinance();
const TODAY = "2026-01-15";
before(async () => {
  finance.clock.set(`${TODAY}T12:00:00Z`);
});

type Overview = Required<ReturnType<typeof showOverview>>;

async function ask<Body>(client: TestClient, path: string): Promise<Body> {
  const reply = await client.get(path);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Body;
}

async function create(client: TestClient, path: string, body: object): Promise<number> {
  const reply = await client.post(path, body);
  assert.equal(reply.status, 201, reply.text);
  return (reply.body as { id: number }).id;
}

const spend = (client: TestClient, date: string, cents: number, more: object = {}) =>
  create(client, "/transactions", { description: "Mercado", date, amount_cents: cents, paid: date <= TODAY, ...more });

let members = 0;
const someone = () => finance.member(`today${++members}@example.com`);
const sumOf = (rows: readonly { amount_cents: number }[]) => rows.reduce((cents, row) => cents + row.amount_cents, 0);

test("what is free is the balance less what is committed, and with uncounted income it is what the forecast has", async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (all) => {
      const client = await someone();
      await fillRandomly(client, all);
      const { free, balance_cents: balance, spending, latest } = await ask<Overview>(client, "/overview");
      const forecast = await ask<{ days: { date: string; balance_cents: number; rows: { date: string }[] }[] }>(
        client,
        "/forecast",
      );
      const atUntil = forecast.days.find(({ date }) => date === free.until);
      assert.equal(free.free_cents, balance - free.committed_cents);
      assert.equal(free.free_cents + free.uncounted_income_cents, atUntil?.balance_cents);
      assert.equal(sumOf(free.committed), free.committed_cents);
      const overdue = free.committed.find(({ kind }) => kind === "overdue")?.amount_cents ?? 0;
      assert.equal(0 - sumOf(free.next) - free.more_cents, free.committed_cents - overdue);
      assert.ok(free.more_count === 0 || free.next.length === 5);
      assert.equal(free.income === null, free.until === "2026-01-31" && free.days === 17);
      const rows = await list(client, "2026-01-01", TODAY);
      const spent = rows.filter((row) => isSpending(row) && (row.paid || row.credit_card_id !== null));
      assert.equal(spending.spent_cents, 0 - sumOf(spent));
      assert.equal(
        spending.categories.reduce((sum, each) => sum + each.spent_cents, spending.others.spent_cents),
        spending.spent_cents,
      );
      const recent = await list(client, "2025-12-01", TODAY);
      assert.deepEqual(
        latest.map(({ id }) => id),
        recent
          .toReversed()
          .slice(0, 5)
          .map(({ id }) => id),
      );
    }),
    { numRuns: 6, seed: 37 },
  );
});

/** The categories of these spaces are all of expenses, but for those of transfers and payments. */
function isSpending(row: { oposite_transaction_id: number | null; paid_credit_card_id: number | null }): boolean {
  return row.oposite_transaction_id === null && row.paid_credit_card_id === null;
}

test("free: until the day before the salary, with invoices, transfers to hidden accounts and what is overdue; small income is passed over", async () => {
  const ana = await someone();
  const account = await create(ana, "/accounts", { name: "Itaú", opening_balance_cents: 500_000, default: true });
  const savings = await create(ana, "/accounts", { name: "Caixa", hide_balance: true });
  const second = await create(ana, "/accounts", { name: "Nubank" });
  const card = await newCard(ana, { name: "Visa", closing_day: 20, due_day: 27 });
  const salary = await spend(ana, "2026-02-05", 600_000, { description: "Salário" });
  await spend(ana, "2026-02-05", 20_000, { description: "Vale" });
  await spend(ana, "2026-01-20", 30_000, { description: "Devolução" });
  await spend(ana, "2026-01-10", 7_000, { description: "Não veio", paid: false });
  await spend(ana, "2026-01-09", -1_000, { description: "Atrasado", paid: false });
  await spend(ana, "2026-01-31", -90_000, { description: "Aluguel" });
  await spend(ana, "2026-02-05", -5_000, { description: "Depois" });
  await spend(ana, "2026-01-12", -40_000, { credit_card_id: card });
  const transfer = { date: "2026-01-28", paid: false };
  await create(ana, "/transfers", { from_account_id: account, to_account_id: savings, amount_cents: 10_000, ...transfer });
  await create(ana, "/transfers", { from_account_id: account, to_account_id: second, amount_cents: 3_000, ...transfer });
  const { free } = await ask<Overview>(ana, "/overview");
  const { next, committed, ...rest } = free;
  assert.deepEqual(rest, {
    until: "2026-02-04",
    days: 21,
    income: { date: "2026-02-05", description: "Salário", amount_cents: 600_000, transaction_id: salary },
    free_cents: 500_000 - 141_000,
    free_per_day_cents: Math.floor(359_000 / 21),
    reserved_cents: 0,
    committed_cents: 141_000,
    uncounted_income_cents: 37_000,
    more_count: 0,
    more_cents: 0,
  });
  assert.deepEqual(committed, [
    { kind: "rows", credit_card_id: null, description: "", amount_cents: 100_000 },
    { kind: "credit_card", credit_card_id: card, description: "Visa", amount_cents: 40_000 },
    { kind: "overdue", credit_card_id: null, description: "", amount_cents: 1_000 },
  ]);
  assert.deepEqual(
    next.map(({ date, kind, amount_cents: cents }) => [date, kind, cents]),
    [
      ["2026-01-27", "invoice", -40_000],
      ["2026-01-28", "transaction", -10_000],
      ["2026-01-31", "transaction", -90_000],
    ],
  );
  for (const month of ["2025-12", "2026-02"]) {
    const other = await ask<object>(ana, `/overview?month=${month}`);
    assert.deepEqual(
      ["free", "spending", "odd", "latest"].filter((key) => key in other),
      [],
    );
  }
});

test("free: without any income until the end of the month, and negative where the balance does not suffice", async () => {
  const ana = await someone();
  const { free: none } = await ask<Overview>(ana, "/overview");
  assert.deepEqual([none.until, none.days, none.free_cents, none.income], ["2026-01-31", 17, 0, null]);
  for (const day of [16, 17, 18, 19, 20, 21, 22]) await spend(ana, `2026-01-${day}`, -1_000);
  const { free } = await ask<Overview>(ana, "/overview");
  assert.deepEqual([free.free_cents, free.free_per_day_cents, free.more_count, free.more_cents], [-7_000, 0, 2, -2_000]);
});

test("spending: categories with those below them beside the same day of the month before, which is null for whoever began later", async () => {
  const ana = await someone();
  const house = await create(ana, "/categories", { name: "Moradia" });
  const rent = await create(ana, "/categories", { name: "Aluguel", parent_id: house });
  const market = await create(ana, "/categories", { name: "Mercado" });
  await spend(ana, "2026-01-15", -500, { category_id: market });
  await spend(ana, "2026-01-16", -900, { category_id: market, paid: true });
  await spend(ana, "2026-01-10", -100, { category_id: market, paid: false });
  const later = (await ask<Overview>(ana, "/overview")).spending;
  assert.deepEqual([later.spent_cents, later.previous_spent_cents], [500, null]);
  await spend(ana, "2025-12-05", -300, { category_id: rent });
  await spend(ana, "2025-12-15", -40, { category_id: house });
  await spend(ana, "2025-12-16", -7_000, { category_id: house });
  await spend(ana, "2026-01-02", 50, { category_id: market });
  await spend(ana, "2026-01-02", 90_000);
  const { spending } = await ask<Overview>(ana, "/overview");
  assert.deepEqual(spending, {
    until: TODAY,
    previous_until: "2025-12-15",
    spent_cents: 450,
    previous_spent_cents: 340,
    categories: [
      { category_id: market, spent_cents: 450, previous_spent_cents: 0 },
      { category_id: house, spent_cents: 0, previous_spent_cents: 340 },
    ],
    others_count: 0,
    others: { spent_cents: 0, previous_spent_cents: 0 },
  });
});

test("odd: a limit that is passed, a category far above its mean, a bill that rose and equal rows of one day; habits are none", async () => {
  const ana = await someone();
  const [fun, food, home] = [
    await create(ana, "/categories", { name: "Lazer" }),
    await create(ana, "/categories", { name: "Restaurantes" }),
    await create(ana, "/categories", { name: "Casa" }),
  ];
  await create(ana, "/budgets", { category_id: fun, amount_cents: 10_000, year: 2026, month: 1 });
  await spend(ana, "2026-01-03", -12_000, { category_id: fun });
  for (const month of ["2025-10", "2025-11", "2025-12"]) {
    await spend(ana, `${month}-02`, -20_000, { category_id: food });
    await spend(ana, `${month}-02`, -30_000, { category_id: home });
  }
  await spend(ana, "2026-01-04", -31_000, { category_id: food });
  const bill = { description: "Spotify", category_id: home, date: "2025-12-03", amount_cents: -3_490, paid: true };
  await create(ana, "/transactions", { ...bill, recurrence_attributes: { periodicity: "monthly" } });
  const ofSeries = (await list(ana, "2026-01-01", "2026-01-31")).find(({ description }) => description === "Spotify");
  await ana.put(`/transactions/${ofSeries?.id}`, { amount_cents: -4_090, paid: true });
  const twice = [
    await spend(ana, "2026-01-08", -5_990, { description: "Farmácia", category_id: home }),
    await spend(ana, "2026-01-08", -5_990, { description: "farmacia", category_id: home }),
  ];
  for (const day of ["2025-12-20", "2026-01-09"])
    for (let time = 0; time < 2; time++) await spend(ana, day, -2_500, { description: "Uber", category_id: home });
  const { odd } = await ask<Overview>(ana, "/overview");
  assert.deepEqual(
    odd.map(({ kind, category_id, transaction_ids, description, date, amount_cents, compared_cents }) => [
      kind,
      category_id,
      transaction_ids,
      description,
      date,
      amount_cents,
      compared_cents,
    ]),
    [
      ["budget", fun, [], "", null, 12_000, 10_000],
      ["category", food, [], "", null, 31_000, 20_000],
      ["bill", home, [ofSeries?.id], "Spotify", "2026-01-03", 4_090, 3_490],
      ["equal", null, twice, "Farmácia", "2026-01-08", 11_980, 5_990],
    ],
  );
  assert.deepEqual((await ask<Overview>(await someone(), "/overview")).odd, []);
});

test("the overview of the current month takes no more round trips than that of any other", async () => {
  const ana = await someone();
  await spend(ana, TODAY, -1_000, { credit_card_id: await newCard(ana, { closing_day: 5, due_day: 10 }) });
  const { db } = finance.service.world;
  await ask(ana, "/overview");
  // The least of several: whatever else the service does at that moment only adds to it.
  const trips = async (path: string) => {
    const counts: number[] = [];
    for (let time = 0; time < 5; time++) counts.push(await countTrips(db, () => ask(ana, path)));
    return Math.min(...counts);
  };
  assert.equal(await trips("/overview"), await trips("/overview?month=2025-12"));
});
