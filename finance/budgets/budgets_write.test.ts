// POST, PUT and DELETE /budgets: fields, refusals, conflicts.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { bookRows } from "../integrity/testing.ts";
import { startTestFinance } from "../testing.ts";
import { type Budget, createBudget, createCategory, errorsOf, listBudgets, neutralCategory, writtenBudgets } from "./testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

let members = 0;
const someone = () => finance.member(`budgets${++members}@example.com`);
const INFINITE = '{"category_id":1,"amount_cents":1e400}';

test("POST /budgets takes the month as a date or as year and month, in the body or in the query string", async () => {
  const ana = await someone();
  const category = await createCategory(ana);
  const date = async (fields: object) =>
    (await createBudget(ana, { category_id: category, amount_cents: 1, activity_type: 0, ...fields })).date;
  assert.equal(await date({ date: "2026-03-17" }), "2026-03-01");
  assert.equal(await date({ year: 2026, month: 4 }), "2026-04-01");
  assert.equal(await date({ year: 2026, month: 5, date: "2026-05-31" }), "2026-05-01");
  assert.equal(await date({ date: "1900-01-01" }), "1900-01-01");
  assert.equal(await date({ date: "2199-12-31" }), "2199-12-01");
  const reply = await ana.post(`/budgets?category_id=${category}&amount_in_cents=700&year=2026&month=08&activity_type=1`);
  assert.equal(reply.status, 201);
  const { amount_cents, date: month, activity_type } = reply.body as Budget;
  assert.deepEqual([amount_cents, month, activity_type], [700, "2026-08-01", 1]);
});

const WRONG: [fields: object | string, errors: Record<string, string[]>][] = [
  [{ amount_cents: undefined }, { amount_cents: ["é obrigatório(a)"] }],
  [{ amount_cents: "1000" }, { amount_cents: ["não é um número inteiro"] }],
  [{ amount_cents: 10.5 }, { amount_cents: ["não é um número inteiro"] }],
  [{ amount_cents: true }, { amount_cents: ["não é um número inteiro"] }],
  [{ amount_cents: [] }, { amount_cents: ["não é um número inteiro"] }],
  [{ amount_cents: -1 }, { amount_cents: ["deve ser maior ou igual a 0"] }],
  [{ amount_cents: 1_000_000_000_000 }, { amount_cents: ["deve ser menor ou igual a 999999999999"] }],
  [{ amount_cents: undefined, amount_in_cents: 2 ** 53 }, { amount_in_cents: ["deve ser menor ou igual a 999999999999"] }],
  [{ amount_cents: 5, amount_in_cents: 6 }, { amount_in_cents: ["não pode ser usado junto com amount_cents"] }],
  [{ category_id: undefined }, { category_id: ["é obrigatório(a)"] }],
  [{ category_id: "7" }, { category_id: ["não é um número inteiro"] }],
  [{ category_id: 0 }, { category_id: ["não foi encontrado(a)"] }],
  [{ category_id: 2_147_483_647 }, { category_id: ["não foi encontrado(a)"] }],
  [{ category_id: 2 ** 31 }, { category_id: ["não foi encontrado(a)"] }],
  [{ date: "2026-02-30" }, { date: ["não é uma data válida (AAAA-MM-DD)"] }],
  [{ date: "2026-02" }, { date: ["não é uma data válida (AAAA-MM-DD)"] }],
  [{ date: "1899-12-31" }, { date: ["não é uma data válida (AAAA-MM-DD)"] }],
  [{ date: "2200-01-01" }, { date: ["não é uma data válida (AAAA-MM-DD)"] }],
  [{ date: "2026-02-01", year: 2026, month: 3 }, { date: ["não pode ser usado junto com year"] }],
  [{ year: 2026 }, { month: ["é obrigatório(a)"] }],
  [{ month: 1 }, { year: ["é obrigatório(a)"] }],
  [{ year: 1899, month: 1 }, { year: ["deve ser maior ou igual a 1900"] }],
  [{ year: 2026, month: 13 }, { month: ["deve ser menor ou igual a 12"] }],
  [
    { year: null, month: "2" },
    { year: ["é obrigatório(a)"], month: ["não é um número inteiro"] },
  ],
  [{ activity_type: 2 }, { activity_type: ["deve ser menor ou igual a 1"] }],
  [{ activity_type: -1 }, { activity_type: ["deve ser maior ou igual a 0"] }],
  [{ activity_type: "0" }, { activity_type: ["não é um número inteiro"] }],
];

test("POST and PUT /budgets refuse each wrong field by its name, and write nothing", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  const { id } = await createBudget(ana, { category_id, amount_cents: 100, date: "2026-07-01" });
  const before = await writtenBudgets(finance, ana);
  for (const [fields, errors] of WRONG) {
    const body = typeof fields === "string" ? fields : { category_id, amount_cents: 1, ...fields };
    const reply = await ana.post("/budgets", body);
    assert.deepEqual(errorsOf(reply), errors, JSON.stringify(fields));
    assert.equal((reply.body as Budget).id, null);
    const isAboutAbsence = Object.values(fields).includes(undefined);
    if (!isAboutAbsence) assert.deepEqual(errorsOf(await ana.put(`/budgets/${id}`, fields)), errors, JSON.stringify(fields));
  }
  const neutral = await neutralCategory(ana);
  assert.deepEqual(errorsOf(await ana.post("/budgets", { category_id: neutral, amount_cents: 1 })), {
    category_id: ["não é válido"],
  });
  assert.deepEqual(errorsOf(await ana.put(`/budgets/${id}`, { category_id: neutral })), { category_id: ["não é válido"] });
  for (const body of ["[]", '"x"', "{", INFINITE]) {
    assert.ok([400, 422].includes((await ana.post("/budgets", body)).status), body);
    assert.ok([400, 422].includes((await ana.put(`/budgets/${id}`, body)).status), body);
  }
  assert.equal(await writtenBudgets(finance, ana), before);
});

test("POST /budgets answers a refused record as it was submitted, in English to those who ask for it", async () => {
  const ana = await someone();
  const body = { id: 7, category_id: 2_147_483_647, amount_cents: 100, percentage: "50.0", more: 1 };
  const reply = await ana.post("/budgets", body, { "accept-language": "en" });
  assert.equal(reply.status, 422);
  assert.deepEqual(reply.body, {
    id: null,
    amount_cents: 100,
    amount_in_cents: null,
    category_id: 2_147_483_647,
    date: null,
    activity_type: null,
    total: 0,
    predicted_total: 0,
    percentage: "50.0",
    errors: { category_id: ["does not exist"] },
  });
});

test("POST /budgets refuses a second one for the same category, month and type, also when both come at once", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  const first = await createBudget(ana, { category_id, amount_cents: 100 });
  const again = await ana.post("/budgets", { category_id, amount_cents: 200, date: "2026-01-31" });
  assert.deepEqual(errorsOf(again), { category_id: ["já está em uso"] });
  const inEnglish = await ana.post("/budgets", { category_id, amount_cents: 200 }, { "accept-language": "en" });
  assert.deepEqual(errorsOf(inEnglish), { category_id: ["has already been taken"] });
  assert.deepEqual(await listBudgets(ana), [first]);
  await createBudget(ana, { category_id, amount_cents: 300, activity_type: 1 });
  for (let month = 2; month <= 6; month++) {
    const replies = await Promise.all(
      [1, 2, 3].map((cents) => ana.post("/budgets", { category_id, amount_cents: cents, year: 2026, month })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422, 422]);
    const winner = replies.find(({ status }) => status === 201)?.body;
    assert.deepEqual(await listBudgets(ana, `/2026/${month}`), [winner]);
  }
});

test("PUT /budgets/:id changes what is sent, keeps the rest, and ignores what a client may not set", async () => {
  const ana = await someone();
  const [one, two] = [await createCategory(ana), await createCategory(ana)];
  await bookRows(db, ana.spaceId, [
    { category_id: one, amount_cents: -500 },
    { category_id: two, amount_cents: -100, date: "2026-03-01" },
  ]);
  const budget = await createBudget(ana, { category_id: one, amount_cents: 1_000 });
  const put = async (body: object) => {
    const reply = await ana.put(`/budgets/${budget.id}`, body);
    assert.equal(reply.status, 200, reply.text);
    return reply.body as Budget;
  };
  assert.deepEqual(await put({}), budget);
  assert.deepEqual(await put({ amount_in_cents: 2_000 }), {
    ...budget,
    amount_cents: 2_000,
    amount_in_cents: 2_000,
    percentage: "25.0",
  });
  const sentBack = { ...budget, amount_cents: 2_000, amount_in_cents: 400, id: 1, total: 9, predicted_total: 9, percentage: "9" };
  const changed = await put(sentBack);
  assert.deepEqual(changed, { ...budget, amount_cents: 400, amount_in_cents: 400, percentage: "125.0" });
  assert.deepEqual(errorsOf(await ana.put(`/budgets/${budget.id}`, { amount_cents: 5, amount_in_cents: 6 })), {
    amount_in_cents: ["não pode ser usado junto com amount_cents"],
  });
  const moved = await put({ category_id: two, year: 2026, month: 3 });
  assert.deepEqual([moved.id, moved.date, moved.total, moved.percentage], [budget.id, "2026-03-01", 100, "25.0"]);
  assert.deepEqual(await listBudgets(ana, "/2026"), [moved]);
  const goal = await put({ activity_type: 1 });
  assert.deepEqual([goal.activity_type, goal.total], [1, 0]);
});

test("PUT /budgets/:id is refused where another budget is already", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  const january = await createBudget(ana, { category_id, amount_cents: 100 });
  const february = await createBudget(ana, { category_id, amount_cents: 200, date: "2026-02-01" });
  const reply = await ana.put(`/budgets/${february.id}`, { date: "2026-01-15", amount_cents: 300 });
  assert.deepEqual(errorsOf(reply), { category_id: ["já está em uso"] });
  const { id, date, amount_cents, amount_in_cents } = reply.body as Budget;
  assert.deepEqual([id, date, amount_cents, amount_in_cents], [february.id, "2026-01-15", 300, 200]);
  assert.deepEqual(await listBudgets(ana, "/2026"), [january, february]);
});

test("DELETE /budgets/:id answers the budget as it was, once, also when many ask at the same time", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  await bookRows(db, ana.spaceId, [{ category_id, amount_cents: -50 }]);
  const budget = await createBudget(ana, { category_id, amount_cents: 100 });
  const replies = await Promise.all([1, 2, 3, 4].map(() => ana.delete(`/budgets/${budget.id}`)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404, 404, 404]);
  assert.deepEqual(replies.find(({ status }) => status === 200)?.body, { ...budget, total: 50, percentage: "50.0" });
  assert.deepEqual(await listBudgets(ana), []);
  assert.deepEqual((await createBudget(ana, { category_id, amount_cents: 100 })).total, 50);
});

test("a budget of another space, one that never was and what is no id are the same 404, and nothing is written", async () => {
  const [ana, bob] = [await someone(), await someone()];
  const hers = await createCategory(ana);
  const his = await createCategory(bob);
  const budget = await createBudget(ana, { category_id: hers, amount_cents: 100 });
  const own = await createBudget(bob, { category_id: his, amount_cents: 100 });
  const before = [await writtenBudgets(finance, ana), await writtenBudgets(finance, bob)];
  for (const id of [budget.id, 9_007_199_254_740_991, "9223372036854775808", 0, -1, "x", "1.0", "%20", "1%20", "0x1"]) {
    for (const reply of [await bob.put(`/budgets/${id}`, { amount_cents: -1 }), await bob.delete(`/budgets/${id}`)])
      assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}'], String(id));
  }
  const foreign = { category_id: ["não foi encontrado(a)"] };
  assert.deepEqual(errorsOf(await bob.post("/budgets", { category_id: hers, amount_cents: 1 })), foreign);
  assert.deepEqual(errorsOf(await bob.put(`/budgets/${own.id}`, { category_id: hers })), foreign);
  assert.deepEqual([await writtenBudgets(finance, ana), await writtenBudgets(finance, bob)], before);
  assert.deepEqual(await listBudgets(bob), [own]);
});

test("a token that may only read lists budgets and writes none", async () => {
  const reader = await finance.member(`budgets${++members}@example.com`, { scope: "read" });
  assert.deepEqual(await listBudgets(reader), []);
  const replies = [
    await reader.post("/budgets", {}),
    await reader.put("/budgets/1", {}),
    await reader.delete("/budgets/1"),
    await reader.post("/budgets/clone", {}),
  ];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [403, 403, 403, 403],
  );
  assert.equal((await finance.call("/budgets")).status, 401);
});

test("other methods are refused with those that there are", async () => {
  const ana = await someone();
  const refused = await ana.post("/budgets/2026", {});
  assert.deepEqual([refused.status, refused.headers.allow?.split(", ").sort()], [405, ["DELETE", "GET", "PUT"]]);
  assert.deepEqual([(await ana.get("/budgets/clone")).status, (await ana.put("/budgets", {})).status], [405, 405]);
});

test("the same Idempotency-Key makes one budget and is answered alike, another body under it is refused", async () => {
  const ana = await someone();
  const category_id = await createCategory(ana);
  const key = { "idempotency-key": "budget-1" };
  const body = { category_id, amount_cents: 100 };
  const replies = await Promise.all([1, 2, 3].map(() => ana.post("/budgets", body, key)));
  assert.deepEqual(
    replies.map(({ status, text }) => [status, text]),
    replies.map(() => [201, replies[0]?.text]),
  );
  assert.equal((await ana.post("/budgets", { ...body, amount_cents: 200 }, key)).status, 422);
  assert.equal((await listBudgets(ana)).length, 1);
  const headers = { "idempotency-key": "budget-2" };
  const refused = await ana.post("/budgets", body, headers);
  const [created] = await listBudgets(ana);
  await ana.delete(`/budgets/${created?.id}`);
  assert.deepEqual(errorsOf(refused), errorsOf(await ana.post("/budgets", body, headers)));
});
