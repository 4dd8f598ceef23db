import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bookRows, bookTransfer } from "../integrity/testing.ts";
import { startTestFinance, type TestMember } from "../testing.ts";
import { create, statementsOf } from "../transactions/testing.ts";
import {
  assertBudgetsAreRight,
  type Budget,
  createBudget,
  createCategory,
  errorsOf,
  listBudgets,
  writtenBudgets,
} from "./testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

let members = 0;
const someone = () => finance.member(`budgets${++members}@example.com`);

test("POST /budgets answers 201 with every key, for this month and the category's kind unless given, and GET /budgets lists it", async () => {
  const ana = await someone();
  const spending = await createCategory(ana);
  const reply = await ana.post("/budgets", { category_id: spending, amount_in_cents: 150_000 });
  assert.equal(reply.status, 201);
  const { id, ...rest } = reply.body as Budget;
  assert.ok(Number.isSafeInteger(id) && id > 0);
  assert.deepEqual(rest, {
    amount_cents: 150_000,
    amount_in_cents: 150_000,
    category_id: spending,
    date: "2026-01-01",
    activity_type: 0,
    total: 0,
    predicted_total: 0,
    percentage: "0.0",
  });
  const earning = await createCategory(ana, { kind: "earnings" });
  const goal = await createBudget(ana, { category_id: earning, amount_cents: 0 });
  assert.deepEqual([goal.activity_type, goal.amount_cents], [1, 0]);
  for (const path of ["", "/2026", "/2026/1", "/2026/01", "?year=2026&month=1", "?month=01", "?year=2026", "?year=&month="])
    assert.deepEqual(await listBudgets(ana, path), [reply.body, goal], path);
  for (const path of ["/2026/2", "/2025", "/1900/1", "/2199/12", "?month=2", "?year=2027"])
    assert.deepEqual(await listBudgets(ana, path), [], path);
});

test("GET /budgets shows what was spent under the category and its subcategories, and what is expected beyond it", async () => {
  const ana = await someone();
  const house = await createCategory(ana, { name: "Casa" });
  const rent = await createCategory(ana, { name: "Aluguel", parent_id: house });
  const other = await createCategory(ana, { name: "Outra" });
  await bookRows(db, ana.spaceId, [
    { category_id: house, amount_cents: -30_000 },
    { category_id: rent, amount_cents: -10_000 },
    { category_id: rent, amount_cents: 2_500, date: "2026-01-31" },
    { category_id: rent, amount_cents: -2_500, paid: false, date: "2026-01-01" },
    { category_id: rent, amount_cents: -99_999, date: "2025-12-31" },
    { category_id: house, amount_cents: -99_999, date: "2026-02-01" },
    { category_id: other, amount_cents: -99_999 },
  ]);
  const whole = await createBudget(ana, { category_id: house, amount_cents: 150_000 });
  assert.deepEqual([whole.total, whole.predicted_total, whole.percentage], [37_500, 40_000, "25.0"]);
  const part = await createBudget(ana, { category_id: rent, amount_cents: 5_625 });
  assert.deepEqual([part.total, part.predicted_total, part.percentage], [7_500, 10_000, "133.3"]);
  const goal = await createBudget(ana, { category_id: house, amount_cents: 1_000, activity_type: 1 });
  assert.deepEqual([goal.total, goal.predicted_total, goal.percentage], [0, 0, "0.0"]);
  const nothing = await createBudget(ana, { category_id: other, amount_cents: 0 });
  assert.deepEqual([nothing.total, nothing.percentage], [99_999, "0.0"]);
  assert.deepEqual(await listBudgets(ana), [whole, goal, part, nothing]);
  await assertBudgetsAreRight(db, ana, 2026);
});

test("GET /budgets counts income for a goal, and a refund lowers what was spent, down to nothing", async () => {
  const ana = await someone();
  const salary = await createCategory(ana, { kind: "earnings" });
  await create(ana, { description: "Salário", amount_cents: 500_000, category_id: salary, date: "2026-01-05" });
  await create(ana, { description: "Bônus", amount_cents: 100_000, category_id: salary, date: "2026-01-31", paid: false });
  const goal = await createBudget(ana, { category_id: salary, amount_cents: 750_000 });
  assert.deepEqual([goal.total, goal.predicted_total, goal.percentage], [500_000, 600_000, "66.7"]);
  const shoes = await createCategory(ana);
  await createBudget(ana, { category_id: shoes, amount_cents: 10_000 });
  await create(ana, { description: "Devolução", amount_cents: 3_000, category_id: shoes });
  const [, limit] = await listBudgets(ana);
  assert.deepEqual([limit?.total, limit?.predicted_total, limit?.percentage], [0, 0, "0.0"]);
  await assertBudgetsAreRight(db, ana, 2026);
});

test("GET /budgets counts no transfers, not even under a category of their own", async () => {
  const ana = await someone();
  const category = await createCategory(ana);
  const { id: savings } = (await ana.post("/accounts", { name: "Poupança" })).body as { id: number };
  const [{ id: checking }] = (await ana.get("/accounts")).body as [{ id: number }];
  const [out, into] = await bookTransfer(db, ana.spaceId, { from: checking, to: savings, amount_cents: 5_000 });
  await db.run(sql`
    update transactions set category_id = ${category} where space_id = ${ana.spaceId} and id in (${out}, ${into})`);
  await ana.post("/transfers", { credit_account_id: checking, debit_account_id: savings, amount_cents: 700 });
  const limit = await createBudget(ana, { category_id: category, amount_cents: 100 });
  const goal = await createBudget(ana, { category_id: category, amount_cents: 100, activity_type: 1 });
  assert.deepEqual(
    [limit, goal].map((budget) => [budget.total, budget.predicted_total]),
    [
      [0, 0],
      [0, 0],
    ],
  );
});

test("GET /budgets follows every write of transactions", async () => {
  const ana = await someone();
  const category = await createCategory(ana);
  await createBudget(ana, { category_id: category, amount_cents: 1_000 });
  const totals = async () => (await listBudgets(ana)).map((budget) => [budget.total, budget.predicted_total])[0];
  const { id } = await create(ana, { description: "Pão", amount_cents: -100, category_id: category });
  assert.deepEqual(await totals(), [100, 100]);
  await ana.put(`/transactions/${id}`, { paid: false, amount_cents: -250 });
  assert.deepEqual(await totals(), [0, 250]);
  await ana.put(`/transactions/${id}`, { date: "2026-02-01" });
  assert.deepEqual(await totals(), [0, 0]);
  await ana.put(`/transactions/${id}`, { date: "2026-01-31", paid: true });
  assert.deepEqual(await totals(), [250, 250]);
  await ana.delete(`/transactions/${id}`);
  assert.deepEqual(await totals(), [0, 0]);
});

test("GET /budgets without a month takes that of the space's own zone", async () => {
  const ana = await someone();
  const category = await createCategory(ana);
  try {
    finance.clock.set("2026-02-01T02:59:59.900Z");
    assert.equal((await createBudget(ana, { category_id: category, amount_cents: 1 })).date, "2026-01-01");
    assert.equal((await listBudgets(ana)).length, 1);
    finance.clock.set("2026-02-01T03:00:00.100Z");
    assert.deepEqual(await listBudgets(ana), []);
    assert.equal((await createBudget(ana, { category_id: category, amount_cents: 2 })).date, "2026-02-01");
  } finally {
    finance.clock.set("2026-01-31T12:00:00Z");
  }
  assert.deepEqual(
    (await listBudgets(ana, "/2026")).map((budget) => [budget.date, budget.amount_cents]),
    [
      ["2026-01-01", 1],
      ["2026-02-01", 2],
    ],
  );
});

test("GET /budgets/:year is in the order of months, then of categories, whatever the order of writing", async () => {
  const ana = await someone();
  const [one, two] = [await createCategory(ana), await createCategory(ana)];
  const keys: [number, number, number][] = [
    [two, 3, 0],
    [one, 3, 1],
    [one, 12, 0],
    [two, 1, 0],
    [one, 3, 0],
  ];
  for (const [category_id, month, activity_type] of keys)
    await createBudget(ana, { category_id, year: 2027, month, activity_type, amount_cents: 1 });
  assert.deepEqual(
    (await listBudgets(ana, "/2027")).map((budget) => [budget.date, budget.category_id, budget.activity_type]),
    [
      ["2027-01-01", two, 0],
      ["2027-03-01", one, 0],
      ["2027-03-01", one, 1],
      ["2027-03-01", two, 0],
      ["2027-12-01", one, 0],
    ],
  );
  assert.equal((await listBudgets(ana, "/2027/3")).length, 3);
});

test("a period that cannot be is 404 in a path and 422 in a query string", async () => {
  const ana = await someone();
  const unknown = '{"error":"registro não encontrado"}';
  const paths = [
    "/1899",
    "/2200",
    "/0",
    "/26",
    "/02026",
    "/abc",
    "/2026x",
    "/-2026",
    "/2026.0",
    "/99999999999999999999",
    "/２０２６",
  ];
  const months = ["/2026/0", "/2026/13", "/2026/00", "/2026/001", "/2026/x", "/2026/-1", "/2026/1.0", "/1899/12", "/2200/1"];
  for (const path of [...paths, ...months]) {
    const reply = await ana.get(`/budgets${encodeURI(path)}`);
    assert.deepEqual([reply.status, reply.text], [404, unknown], path);
  }
  const queries: [query: string, field: string][] = [
    ["year=1899", "year"],
    ["year=2200&month=1", "year"],
    ["year=x", "year"],
    ["year=2026&year=2027", "year"],
    ["month=0", "month"],
    ["month=13", "month"],
    ["year=2026&month=1.5", "month"],
  ];
  for (const [query, field] of queries)
    assert.deepEqual(Object.keys(errorsOf(await ana.get(`/budgets?${query}`))), [field], query);
  assert.equal((await ana.get("/budgets/2026/1/1")).status, 404);
});

test("every write of a budget leaves a change with what was before and after", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  const { id } = await createBudget(ana, { category_id, amount_cents: 100 });
  await ana.put(`/budgets/${id}`, { amount_cents: 200 });
  await ana.delete(`/budgets/${id}`);
  const changes = await db.many(sql`
    select action, entity_id, user_id, before ->> 'amount_cents' as before, after ->> 'amount_cents' as after
      from changes
     where space_id = ${ana.spaceId} and entity = 'budget'
     order by version, n`);
  const row = { entity_id: id, user_id: ana.userId };
  assert.deepEqual(changes, [
    { ...row, action: "create", before: null, after: "100" },
    { ...row, action: "update", before: "100", after: "200" },
    { ...row, action: "delete", before: "200", after: null },
  ]);
});

test("DELETE /categories/:id drops the category's budgets and no others; a subcategory's row counts no longer above it", async () => {
  const ana = await someone();
  const parent = await createCategory(ana);
  const child = await createCategory(ana, { parent_id: parent });
  const other = await createCategory(ana);
  await bookRows(db, ana.spaceId, [{ category_id: child, amount_cents: -70 }]);
  for (const category_id of [parent, child, other]) await createBudget(ana, { category_id, amount_cents: 100 });
  assert.deepEqual(
    (await listBudgets(ana)).map((budget) => budget.total),
    [70, 70, 0],
  );
  assert.equal((await ana.delete(`/categories/${child}`, { replacement_id: other })).status, 200);
  assert.deepEqual(
    (await listBudgets(ana)).map((budget) => [budget.category_id, budget.total]),
    [
      [parent, 0],
      [other, 70],
    ],
  );
});

test("DELETE /categories/:id and POST /budgets at once leave no budget without a category", async () => {
  const ana = await someone();
  for (let round = 0; round < 10; round++) {
    const category_id = await createCategory(ana);
    const [created, gone] = await Promise.all([
      ana.post("/budgets", { category_id, amount_cents: 1 }),
      ana.delete(`/categories/${category_id}`),
    ]);
    assert.equal(gone.status, 200);
    if (created.status !== 201) assert.deepEqual(errorsOf(created), { category_id: ["não foi encontrado(a)"] });
    assert.deepEqual(await listBudgets(ana), []);
  }
});

test("each list of budgets is one statement, and DELETE /budgets/:id reads in one batch and posts", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  const { id } = await createBudget(ana, { category_id, amount_cents: 1 });
  const countStatements = async (work: () => Promise<unknown>) => (await statementsOf(db, work)).length;
  for (const path of ["", "/2026", "/2026/1", "?year=2026"])
    assert.equal(await countStatements(() => listBudgets(ana, path)), 1, path);
  assert.equal(await countStatements(() => ana.delete(`/budgets/${id}`)), 3);
});

/** A fixed series whose rows end with the window, two years ahead. */
async function payRent(member: TestMember, category_id: number, amount_cents = -1_000): Promise<void> {
  await create(member, {
    description: "Aluguel",
    amount_cents,
    category_id,
    date: "2026-01-10",
    recurrence_attributes: { periodicity: "monthly" },
  });
}

test("a month past the rows of fixed series counts them all the same, in the answers to writes too", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  await payRent(ana, category_id);
  const budget = await createBudget(ana, { category_id, amount_cents: 4_000, date: "2031-05-01" });
  assert.deepEqual([budget.total, budget.predicted_total], [0, 1_000]);
  assert.deepEqual(await listBudgets(ana, "/2031/5"), [budget]);
  const moved = await ana.put(`/budgets/${budget.id}`, { date: "2032-06-01" });
  assert.equal((moved.body as Budget).predicted_total, 1_000);
  const cloned = await ana.post("/budgets/clone", { year: 2034, month: 1, from_year: 2032, from_month: 6 });
  assert.deepEqual(
    (cloned.body as Budget[]).map((budget) => budget.predicted_total),
    [1_000],
  );
  await assertBudgetsAreRight(db, ana, 2034);
  const farthest = await createBudget(ana, { category_id, amount_cents: 1, date: "2199-12-01" });
  assert.equal(farthest.predicted_total, 0, "nobody is shown more than ten years");
});

test("GET /budgets of a month past the rows of fixed series makes them first", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  await payRent(ana, category_id);
  await db.run(sql`
    insert into budgets (space_id, id, category_id, date, activity_type, amount_cents)
    values (${ana.spaceId}, nextval('budgets_id_seq'), ${category_id}, '2030-03-01', 0, 500)`);
  const lists = await Promise.all(["/2030", "/2030/3", "?year=2030"].map((path) => listBudgets(ana, path)));
  for (const [budget] of lists) assert.deepEqual([budget?.total, budget?.predicted_total], [0, 1_000]);
  await assertBudgetsAreRight(db, ana, 2030);
});

test("a month whose fixed series would make sums inexact is refused, and nothing is written", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  await payRent(ana, category_id);
  const { id } = await createBudget(ana, { category_id, amount_cents: 100 });
  await db.run(sql`update spaces set turnover_cents = 9007199254740991 where space_id = ${ana.spaceId}`);
  const before = await writtenBudgets(finance, ana);
  const tooLarge = ["levaria a soma dos valores além do limite"];
  const key = { "idempotency-key": "far-1" };
  const far = { category_id, amount_cents: 1, date: "2031-01-01" };
  for (const headers of [undefined, key, key])
    assert.deepEqual(errorsOf(await ana.post("/budgets", far, headers)), { date: tooLarge });
  assert.deepEqual(errorsOf(await ana.put(`/budgets/${id}`, { date: "2031-01-01" })), { date: tooLarge });
  const clone = { year: 2031, month: 1, from_year: 2026, from_month: 1 };
  assert.deepEqual(errorsOf(await ana.post("/budgets/clone", clone)), { month: tooLarge });
  assert.equal(await writtenBudgets(finance, ana), before);
  assert.equal((await ana.put(`/budgets/${id}`, { amount_cents: 200 })).status, 200);
});
