import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestFinance, type TestMember } from "../testing.ts";
import { type Budget, createBudget, createCategory, errorsOf, listBudgets, writtenBudgets } from "./testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());

let members = 0;
const someone = () => finance.member(`clones${++members}@example.com`);
const clone = async (member: TestMember, body?: object) => {
  const reply = await member.post("/budgets/clone", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Budget[];
};
const amounts = (budgets: Budget[]) =>
  budgets.map(({ category_id, activity_type, amount_cents }) => [category_id, activity_type, amount_cents]);

test("POST /budgets/clone copies the month before, leaves what is there as it is, and answers the whole month", async () => {
  const ana = await someone();
  const [one, two, three] = [await createCategory(ana), await createCategory(ana), await createCategory(ana)];
  await createBudget(ana, { category_id: one, amount_cents: 100, date: "2026-02-01" });
  await createBudget(ana, { category_id: two, amount_cents: 200, date: "2026-02-01" });
  await createBudget(ana, { category_id: two, amount_cents: 250, activity_type: 1, date: "2026-02-01" });
  const marchBudget = await createBudget(ana, { category_id: two, amount_cents: 999, date: "2026-03-01" });
  await createBudget(ana, { category_id: three, amount_cents: 300, date: "2026-03-01" });
  const march = await clone(ana, { year: 2026, month: 3 });
  assert.deepEqual(amounts(march), [
    [one, 0, 100],
    [two, 0, 999],
    [two, 1, 250],
    [three, 0, 300],
  ]);
  assert.deepEqual(march[1], marchBudget);
  assert.ok(march.every(({ date }) => date === "2026-03-01"));
  assert.deepEqual(await listBudgets(ana, "/2026/3"), march);
  assert.deepEqual(await clone(ana, { year: 2026, month: 3 }), march);
  assert.equal((await listBudgets(ana, "/2026/2")).length, 3);
});

test("POST /budgets/clone fills this month unless given, across the end of a year, in body or query string", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  await createBudget(ana, { category_id, amount_cents: 100, date: "2025-12-01" });
  assert.deepEqual(amounts(await clone(ana)), [[category_id, 0, 100]]);
  assert.equal((await listBudgets(ana)).length, 1);
  const reply = await ana.post("/budgets/clone?year=2026&month=07&from_year=2025&from_month=12");
  assert.deepEqual([reply.status, amounts(reply.body as Budget[])], [201, [[category_id, 0, 100]]]);
  assert.deepEqual(await clone(ana, { year: 2026, month: 4 }), []);
  assert.deepEqual(await clone(ana, { year: 1900, month: 1 }), []);
  assert.deepEqual(amounts(await clone(ana, { year: 2199, month: 12, from_year: 2026, from_month: 7 })), [[category_id, 0, 100]]);
});

test("POST /budgets/clone refuses months that cannot be, one field without the other, and a month as its own source", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  await createBudget(ana, { category_id, amount_cents: 100 });
  const before = await writtenBudgets(finance, ana);
  const cases: [body: object, errors: Record<string, string[]>][] = [
    [{ year: 2026 }, { month: ["é obrigatório(a)"] }],
    [{ month: 2 }, { year: ["é obrigatório(a)"] }],
    [{ year: 2026, month: 2, from_year: 2026 }, { from_month: ["é obrigatório(a)"] }],
    [{ from_month: 2 }, { from_year: ["é obrigatório(a)"] }],
    [{ year: 2026, month: 13 }, { month: ["deve ser menor ou igual a 12"] }],
    [{ year: 2200, month: 1 }, { year: ["deve ser menor ou igual a 2199"] }],
    [
      { year: "2026", month: null },
      { year: ["não é um número inteiro"], month: ["é obrigatório(a)"] },
    ],
    [{ year: 2026, month: 2, from_year: 1899, from_month: 1 }, { from_year: ["deve ser maior ou igual a 1900"] }],
    [{ year: 2026, month: 2, from_year: 2026, from_month: 2 }, { from_month: ["deve ser diferente de month"] }],
    [{ from_year: 2026, from_month: 1 }, { from_month: ["deve ser diferente de month"] }],
  ];
  for (const [body, errors] of cases) {
    const reply = await ana.post("/budgets/clone", body);
    assert.deepEqual(errorsOf(reply), errors, JSON.stringify(body));
    assert.deepEqual(reply.body, { year: null, month: null, from_year: null, from_month: null, ...body, errors });
  }
  assert.equal(await writtenBudgets(finance, ana), before);
});

test("POST /budgets/clone many times at once copies each budget once, and nothing of other spaces", async () => {
  const [ana, bob] = [await someone(), await someone()];
  const categories = [await createCategory(ana), await createCategory(ana)];
  for (const category_id of categories) await createBudget(ana, { category_id, amount_cents: 100 });
  await createBudget(bob, { category_id: await createCategory(bob), amount_cents: 500 });
  const february = { year: 2026, month: 2 };
  const replies = await Promise.all([1, 2, 3, 4].map(() => clone(ana, february)));
  for (const reply of replies) assert.deepEqual(reply, replies[0]);
  assert.deepEqual(
    replies[0]?.map(({ category_id }) => category_id),
    categories,
  );
  assert.deepEqual(await listBudgets(bob, "/2026/2"), []);
});

test("POST /budgets/clone with an Idempotency-Key is answered again with the first answer", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  const { id } = await createBudget(ana, { category_id, amount_cents: 100 });
  const key = { "idempotency-key": "clone-1" };
  const first = await ana.post("/budgets/clone", { year: 2026, month: 2 }, key);
  await ana.put(`/budgets/${id}`, { amount_cents: 700 });
  const again = await ana.post("/budgets/clone", { year: 2026, month: 2 }, key);
  assert.deepEqual([again.status, again.text], [201, first.text]);
  assert.equal(again.headers["idempotency-replayed"], "true");
});
