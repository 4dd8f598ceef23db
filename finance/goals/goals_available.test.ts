// What goals reserve, wherever balances are read: /balances, /overview, /forecast.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareTestFinance } from "../testing.ts";
import { create, wrongFields } from "../transactions/testing.ts";
import { act, createGoal, reserve } from "./testing.ts";

const finance = shareTestFinance();

let members = 0;

/** With 1.000,00 on an account that counts, and as much on one that does not. */
async function someone() {
  const member = await finance.member(`available${++members}@example.com`);
  const account = async (body: object) =>
    ((await member.post("/accounts", { opening_balance_cents: 100_000, ...body })).body as { id: number }).id;
  return {
    ...member,
    account: await account({ name: "Conta" }),
    hidden: await account({ name: "Escondida", hide_balance: true }),
  };
}

type Figures = Record<string, number>;

test("GET /balances shows what is reserved on its accounts, and what is left of the balance", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 30_000, account_id: ana.account });
  await reserve(ana, id, { amount_cents: 5_000, account_id: ana.hidden });
  const figures = async (query: string) => {
    const { balance, reserved_cents, available_cents } = (await ana.get(`/balances${query}`)).body as Figures;
    return [balance, reserved_cents, available_cents];
  };
  assert.deepEqual(await figures(""), [100_000, 30_000, 70_000]);
  assert.deepEqual(await figures(`?account_id=${ana.hidden}`), [100_000, 5_000, 95_000]);
});

test("GET /overview subtracts what is reserved from what is free until the next income, and from nothing else", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await create(ana, { description: "Luz", amount_cents: -20_000, account_id: ana.account, date: "2026-02-05", paid: false });
  await create(ana, { description: "Salário", amount_cents: 500_000, account_id: ana.account, date: "2026-02-10", paid: false });
  const read = async () => (await ana.get("/overview")).body as Figures & { free: Figures; forecast: Figures };
  const before = await read();
  assert.deepEqual([before.free.free_cents, before.free.reserved_cents, before.available_cents], [80_000, 0, 100_000]);
  await reserve(ana, id, { amount_cents: 30_000, account_id: ana.account });
  await reserve(ana, id, { amount_cents: 5_000, account_id: ana.hidden });
  const after = await read();
  assert.deepEqual(
    [after.balance_cents, after.reserved_cents, after.available_cents, after.free.free_cents, after.free.reserved_cents],
    [100_000, 30_000, 70_000, 50_000, 30_000],
  );
  assert.deepEqual([after.free.committed_cents, after.forecast], [before.free.committed_cents, before.forecast]);
});

test("a planned purchase that uses a goal is not subtracted twice", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 30_000, account_id: ana.account });
  const body = { description: "Hotel", amount_cents: -20_000, account_id: ana.account, date: "2026-02-05", paid: false };
  const planned = await create(ana, body);
  await create(ana, { description: "Salário", amount_cents: 500_000, account_id: ana.account, date: "2026-02-10", paid: false });
  const free = async () => ((await ana.get("/overview")).body as { free: Figures }).free.free_cents;
  assert.equal(await free(), 50_000);
  await act(ana, id, "spend", { transaction_id: planned.id });
  assert.equal(await free(), 70_000);
});

interface Forecast {
  days: object[];
  goals?: {
    reserved_cents: number;
    available_cents: number;
    final_available_cents: number;
    lowest_available: object;
    planned: { date: string; goal_id: number; amount_cents: number }[];
    days: { date: string; available_cents: number }[];
  };
}

test("GET /forecast?goals=true shows what goals need, and what is available on each day; the rest is as without it", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana, { target_cents: 100_000, target_date: "2026-04-15" });
  await createGoal(ana, { name: "pausado", target_date: "2026-04-15", state: "paused" });
  await reserve(ana, id, { amount_cents: 10_000, account_id: ana.account });
  const plain = (await ana.get("/forecast?days=80")).body as Forecast;
  const { goals, ...rest } = (await ana.get("/forecast?days=80&goals=true")).body as Forecast;
  assert.deepEqual(rest, plain);
  // 1.000,00 in four months; 100,00 of the 250,00 of this month are there.
  assert.deepEqual(
    goals?.planned.map(({ date, amount_cents: cents }) => [date, cents]),
    [
      ["2026-01-31", 15_000],
      ["2026-02-28", 25_000],
      ["2026-03-31", 25_000],
      ["2026-04-14", 25_000],
    ],
  );
  assert.deepEqual([goals?.reserved_cents, goals?.available_cents, goals?.final_available_cents], [10_000, 90_000, 0]);
  assert.deepEqual(goals?.lowest_available, { date: "2026-04-14", available_cents: 0 });
  assert.deepEqual(goals?.days.at(28), { date: "2026-02-28", available_cents: 50_000 });
  const posted = (await ana.post("/forecast", { days: 80, goals: true })).body as Forecast;
  assert.deepEqual(posted.goals, goals);
  assert.deepEqual(wrongFields(await ana.get(`/forecast?goals=true&account_id=${ana.account}`)), ["goals"]);
});
