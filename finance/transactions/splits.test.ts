// `parts` of a transaction: what POST and PUT take and refuse, what old clients see, and which figures count parts.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import {
  change,
  create,
  createSeries,
  fingerprint,
  list,
  rowsOf,
  statementsOf,
  type TransactionView,
  wrongFields,
} from "./testing.ts";

const finance = shareTestFinance();
const db = () => finance.service.world.db;
let ana: TestMember;
const ids = { food: 0, home: 0, toys: 0, card: 0 };
before(async () => {
  ana = await finance.member("ana@example.com");
  const make = async (path: string, body: object) => ((await ana.post(path, body)).body as { id: number }).id;
  ids.food = await make("/categories", { name: "Mercado" });
  ids.home = await make("/categories", { name: "Casa" });
  ids.toys = await make("/categories", { name: "Brinquedos" });
  ids.card = await make("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 12 });
});

interface Part {
  category_id: number;
  amount_cents: number;
  description?: string | null;
  tags?: unknown[];
}
const part = (category_id: number, amount_cents: number, more: Partial<Part> = {}): Part => ({
  category_id,
  amount_cents,
  ...more,
});
const centsOf = ({ parts }: TransactionView) => parts?.map(({ amount_cents: cents }) => cents);
const shop = (more: object = {}) =>
  create(ana, {
    description: "Mercado",
    amount_cents: -10_000,
    date: "2026-01-10",
    parts: [part(ids.food, -7_000), part(ids.home, -2_000, { description: "panela", tags: ["casa"] }), part(ids.toys, -1_000)],
    ...more,
  });
const shown = async ({ id }: TransactionView) => (await ana.get(`/transactions/${id}`)).body as TransactionView;
const changesNothing = async (work: () => Promise<unknown>) => {
  const stored = await fingerprint(db(), ana.spaceId);
  await work();
  assert.equal(await fingerprint(db(), ana.spaceId), stored);
};
/** What categories come to in a month. */
async function spentIn(month: string, query = ""): Promise<Record<string, number>> {
  const reply = await ana.get(`/reports/categories?start_date=${month}-01&end_date=${month}-28${query}`);
  assert.equal(reply.status, 200, reply.text);
  const { categories } = reply.body as { categories: { category_id: number; predicted_total_cents: number }[] };
  return Object.fromEntries(categories.map((each) => [each.category_id, each.predicted_total_cents]));
}

test("POST /transactions with parts keeps the money on the row, under the category of its largest part", async () => {
  const row = await shop({ category_id: ids.toys });
  assert.equal(row.category_id, ids.food);
  assert.equal(row.amount_cents, -10_000);
  assert.deepEqual(row.parts, [
    { category_id: ids.food, amount_cents: -7_000, description: null, tags: [] },
    { category_id: ids.home, amount_cents: -2_000, description: "panela", tags: [{ name: "casa" }] },
    { category_id: ids.toys, amount_cents: -1_000, description: null, tags: [] },
  ]);
  assert.deepEqual(await shown(row), row);
  const plain = await create(ana, { description: "x", amount_cents: -1, parts: [] });
  assert.equal("parts" in plain, false);
  const turned = await create(ana, {
    description: "sem sinal",
    amount_cents: 300,
    kind: "expense",
    parts: [part(ids.food, 100), part(ids.home, 250), part(ids.toys, -50)],
  });
  assert.deepEqual([turned.category_id, centsOf(turned)], [ids.home, [-100, -250, 50]]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("POST and PUT /transactions refuse parts that are wrong, field by field, and write nothing", async () => {
  const row = await shop();
  const two = [part(ids.food, -50), part(ids.home, -50)];
  const bia = await finance.member("bia@example.com");
  const foreign = ((await bia.post("/categories", { name: "Dela" })).body as { id: number }).id;
  const cases: [parts: unknown, fields: string[]][] = [
    ["x", ["parts"]],
    [{}, ["parts"]],
    [[part(ids.food, -100)], ["parts"]],
    [Array(51).fill(part(ids.food, -2)), ["parts"]],
    [[part(ids.food, -50), part(ids.home, -49)], ["parts"]],
    [[part(ids.food, -100), part(ids.home, 0)], ["parts.1.amount_cents"]],
    [
      [7, null],
      ["parts.0", "parts.1"],
    ],
    [
      [{ category_id: "x", amount_cents: 1.5 }, { owner: 1 }],
      ["parts.0.category_id", "parts.0.amount_cents", "parts.1.owner", "parts.1.category_id", "parts.1.amount_cents"],
    ],
    [
      [two[0], { ...two[1], description: "x".repeat(256), tags: ["x".repeat(41)] }],
      ["parts.1.tags", "parts.1.description"],
    ],
    [
      [two[0], { ...two[1], tags: [""], description: "\u0000" }],
      ["parts.1.tags", "parts.1.description"],
    ],
    [
      [part(9_999_999, -50), part(foreign, -50)],
      ["parts.0.category_id", "parts.1.category_id"],
    ],
    [
      [part(ids.food, -1e15), part(ids.home, 1e15 - 100)],
      ["parts.0.amount_cents", "parts.1.amount_cents"],
    ],
  ];
  await changesNothing(async () => {
    for (const [parts, fields] of cases) {
      const body = { description: "x", amount_cents: -100, parts };
      assert.deepEqual(wrongFields(await ana.post("/transactions", body)), fields, JSON.stringify(parts));
      assert.deepEqual(wrongFields(await ana.put(`/transactions/${row.id}`, { amount_cents: -100, parts })), fields);
    }
    const nothing = { description: "x", amount_cents: 0, parts: [part(ids.food, 5), part(ids.home, -5)] };
    assert.deepEqual(wrongFields(await ana.post("/transactions", nothing)), ["parts"]);
    assert.deepEqual(wrongFields(await ana.put(`/transactions/${row.id}`, { parts: two })), ["parts"]);
    assert.deepEqual(wrongFields(await ana.post("/transactions/bulk", { ids: [row.id], set: { parts: two } })), ["set.parts"]);
  });
});

test("PUT /transactions/:id of a client that knows no parts neither loses nor doubles any", async () => {
  const row = await shop();
  const { parts, ...known } = row;
  assert.deepEqual((await change(ana, row.id, { ...known, notes: "x" })).parts, parts);
  assert.deepEqual((await change(ana, row.id, { category_id: ids.food })).parts, parts);
  const larger = await change(ana, row.id, { ...row, amount_cents: -10_001 });
  assert.deepEqual([larger.amount_cents, centsOf(larger)], [-10_001, [-7_001, -2_000, -1_000]]);
  const dry = await ana.put(`/transactions/${row.id}?dry_run=true`, { amount_cents: 5_000 });
  assert.deepEqual(centsOf(dry.body as TransactionView), [-3_500, -1_000, -500]);
  const income = await change(ana, row.id, { kind: "income" });
  assert.deepEqual(centsOf(income), [7_001, 2_000, 1_000]);
  await change(ana, row.id, { kind: "expense" });
  const other = await ana.put(`/transactions/${row.id}`, { category_id: ids.home });
  const { category_id: category, parts: gone } = other.body as TransactionView;
  assert.deepEqual([category, gone], [ids.home, undefined]);
  await ana.post("/changes/undo", { request_id: other.headers["x-request-id"] });
  assert.deepEqual(centsOf(await shown(row)), [-7_001, -2_000, -1_000]);
  const tied = await change(ana, row.id, { amount_cents: -2 });
  assert.deepEqual([tied.category_id, centsOf(tied)], [ids.food, [-2, 0, 0]]);
  assert.deepEqual(centsOf(await change(ana, row.id, { ...tied, notes: "y" })), [-2, 0, 0]);
  assert.equal((await change(ana, row.id, { amount_cents: 0 })).parts, undefined);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /transactions/:id splits a row, splits it anew and joins it again", async () => {
  const row = await create(ana, { description: "x", amount_cents: -100, category_id: ids.toys });
  const split = await change(ana, row.id, { parts: [part(ids.food, 40), part(ids.home, 60)] });
  assert.deepEqual([split.category_id, centsOf(split)], [ids.home, [-40, -60]]);
  const anew = await change(ana, row.id, { amount_cents: 30, parts: [part(ids.toys, 10), part(ids.toys, 20)] });
  assert.deepEqual([anew.amount_cents, anew.category_id, centsOf(anew)], [-30, ids.toys, [-10, -20]]);
  const whole = await change(ana, row.id, { parts: [] });
  assert.deepEqual([whole.category_id, whole.parts], [ids.toys, undefined]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("two people who split one row at once: with what they expect, one of them is told", async () => {
  const row = await create(ana, { description: "x", amount_cents: -100 });
  const splits = [
    [part(ids.food, -40), part(ids.home, -60)],
    [part(ids.toys, -10), part(ids.home, -90)],
  ];
  const replies = await Promise.all(
    splits.map((parts) => ana.put(`/transactions/${row.id}`, { parts, expected: { parts: null, amount_cents: -100 } })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  const winner = splits[replies.findIndex(({ status }) => status === 200)]!;
  assert.deepEqual(
    centsOf(await shown(row)),
    winner.map(({ amount_cents: cents }) => cents),
  );
});

test("transfers and payments of invoices are not split", async () => {
  const [from, to] = await Promise.all(
    ["a", "b"].map(async (name) => ((await ana.post("/accounts", { name })).body as { id: number }).id),
  );
  const transfer = await ana.post("/transfers", {
    credit_account_id: to,
    debit_account_id: from,
    amount_cents: 100,
    date: "2026-01-01",
  });
  const leg = transfer.body as TransactionView;
  await create(ana, { description: "x", amount_cents: -100, date: "2026-01-02", credit_card_id: ids.card });
  const paid = await ana.post(`/credit_cards/${ids.card}/invoices/313/payments`, { amount_cents: 100, date: "2026-01-12" });
  assert.equal(paid.status, 201, paid.text);
  for (const { id, amount_cents: cents } of [leg, paid.body as TransactionView]) {
    const parts = [part(ids.food, cents - 1), part(ids.home, 1)];
    assert.deepEqual(wrongFields(await ana.put(`/transactions/${id}`, { parts })), ["parts"]);
  }
});

test("instalments get the parts of the purchase, exact for each instalment and each part", async () => {
  const row = await shop({
    amount_cents: -100_00,
    credit_card_id: ids.card,
    installments_attributes: { periodicity: "monthly", total: 12 },
  });
  const rows = (await rowsOf(ana)).filter((each) => each.recurrence_id === row.recurrence_id);
  assert.equal(rows.length, 12);
  for (const each of rows)
    assert.equal(
      centsOf(each)?.reduce((sum, cents) => sum + cents),
      each.amount_cents,
    );
  const sums = [0, 1, 2].map((index) => rows.reduce((sum, each) => sum + (centsOf(each)?.[index] as number), 0));
  assert.deepEqual(sums, [-7_000, -2_000, -1_000]);
  await change(ana, row.id, { total_amount_cents: 1_201, parts: [part(ids.food, 1_000), part(ids.toys, 201)] });
  const anew = (await rowsOf(ana)).filter((each) => each.recurrence_id === row.recurrence_id);
  assert.deepEqual(
    [0, 1].map((index) => anew.reduce((sum, each) => sum + (centsOf(each)?.[index] as number), 0)),
    [-1_000, -201],
  );
  await change(ana, row.id, { total_amount_cents: 2_402 });
  await assertSumsAreRight(db(), ana.spaceId);
});

test("the rows of a fixed series are split as it is, and a change of several scales each", async () => {
  const row = await createSeries(ana, "recurrence", {
    date: "2026-02-01",
    amount_cents: -900,
    parts: [part(ids.food, -600), part(ids.home, -300)],
  });
  const seriesRows = async () => (await rowsOf(ana)).filter((each) => each.recurrence_id === row.recurrence_id);
  assert.ok((await seriesRows()).every((each) => String(centsOf(each)) === "-600,-300"));
  const [, second, third] = await seriesRows();
  await change(ana, second!.id, { amount_cents: -90 });
  await change(ana, third!.id, { parts: [part(ids.toys, -450), part(ids.home, -450)], update_all: true });
  const [, small, ...others] = await seriesRows();
  assert.deepEqual([small!.category_id, centsOf(small!)], [ids.toys, [-45, -45]]);
  assert.ok(others.every((each) => String(centsOf(each)) === "-450,-450"));
  const [last] = await list(ana, "2031-06-01", "2031-06-30");
  assert.deepEqual([last?.category_id, centsOf(last!)], [ids.toys, [-450, -450]]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("categories, budgets and tags count parts, by every basis, and rows are found by their parts", async () => {
  const at = { date: "2024-05-10", credit_card_id: ids.card, tags: ["mês"] };
  const row = await shop(at);
  const expected = { [ids.food]: -7_000, [ids.home]: -2_000, [ids.toys]: -1_000 };
  for (const basis of ["instalment", "purchase"]) assert.deepEqual(await spentIn("2024-05", `&basis=${basis}`), expected, basis);
  for (const basis of ["invoice", "payment"]) assert.deepEqual(await spentIn("2024-06", `&basis=${basis}`), expected, basis);
  assert.deepEqual(await spentIn("2024-05", `&account_id=${ids.card}`), expected);
  assert.deepEqual(await spentIn("2024-05", "&tag=casa"), { [ids.home]: -2_000 });
  assert.deepEqual(await spentIn("2024-05", "&tag=mês"), expected);
  await ana.post("/budgets", { category_id: ids.home, amount_cents: 5_000, date: "2024-05-01", activity_type: 0 });
  const [budget] = (await ana.get("/budgets/2024/5")).body as { category_id: number; predicted_total: number }[];
  assert.deepEqual([budget?.category_id, budget?.predicted_total], [ids.home, 2_000]);
  const queries = [`category_id=${ids.toys}`, `category_id=${ids.food}`, "q=panela", "q=mercado%20panela", "tag=casa", "tag=mês"];
  for (const query of [...queries, `category_id=${ids.home}&q=panela&tag=casa&account_id=${ids.card}`]) {
    const { body } = await ana.get(`/transactions?start_date=2024-05-01&end_date=2024-05-30&${query}`);
    assert.deepEqual(
      (body as TransactionView[]).map(({ id }) => id),
      [row.id],
      query,
    );
  }
  const tags = (await ana.get("/tags")).body as { name: string }[];
  assert.ok(tags.some(({ name }) => name === "casa"));
});

test("DELETE /categories/:id moves parts to the replacement, and undo brings them back; a part keeps the kind of its category", async () => {
  const gone = ((await ana.post("/categories", { name: "Vai" })).body as { id: number }).id;
  const parts = [part(gone, -60), part(ids.home, -40)];
  const [large, small] = [
    await create(ana, { description: "x", amount_cents: -100, date: "2026-03-01", parts }),
    await create(ana, { description: "x", amount_cents: -200, parts: [part(gone, -60), part(ids.home, -140)] }),
  ];
  const series = await createSeries(ana, "recurrence", { date: "2026-03-01", amount_cents: -100, parts });
  assert.deepEqual(wrongFields(await ana.put(`/categories/${gone}`, { kind: "earnings" })), ["kind"]);
  const removed = await ana.delete(`/categories/${gone}`, { replacement_id: ids.toys });
  assert.equal(removed.status, 200, removed.text);
  const categories = async (row: TransactionView) => {
    const { category_id, parts: now } = await shown(row);
    return [category_id, ...(now ?? []).map((each) => each.category_id)];
  };
  assert.deepEqual(await categories(large), [ids.toys, ids.toys, ids.home]);
  assert.deepEqual(await categories(small), [ids.home, ids.toys, ids.home]);
  const later = (await list(ana, "2032-03-01", "2032-03-01")).find((each) => each.recurrence_id === series.recurrence_id);
  assert.deepEqual([later?.category_id, centsOf(later!)], [ids.toys, [-60, -40]]);
  await assertSumsAreRight(db(), ana.spaceId);
  const undone = await ana.post("/changes/undo", { request_id: removed.headers["x-request-id"] });
  assert.deepEqual((undone.body as { kept: unknown[] }).kept, [], undone.text);
  assert.deepEqual(await categories(small), [ids.home, gone, ids.home]);
  assert.deepEqual(await categories(series), [gone, gone, ids.home]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("an undo that would leave an amount beside other parts leaves the row as it is", async () => {
  const row = await create(ana, { description: "x", amount_cents: -100, category_id: ids.food });
  const changed = await ana.put(`/transactions/${row.id}`, { amount_cents: -200 });
  await change(ana, row.id, { parts: [part(ids.food, -150), part(ids.home, -50)] });
  const undone = await ana.post("/changes/undo", { request_id: changed.headers["x-request-id"], force: true });
  assert.deepEqual((undone.body as { kept: object[] }).kept, [{ entity: "transaction", entity_id: row.id, reason: "changed" }]);
  assert.deepEqual(centsOf(await shown(row)), [-150, -50]);
});

test("3 parts in 12 instalments take at most half as many statements again as none", async () => {
  const instalments = { credit_card_id: ids.card, installments_attributes: { periodicity: "monthly", total: 12 } };
  const count = async (body: object) =>
    (await statementsOf(db(), () => create(ana, { description: "x", amount_cents: -10_000, ...instalments, ...body }))).length;
  await count({});
  const [without, withParts] = [
    await count({}),
    await count({ parts: [part(ids.food, -5_000), part(ids.home, -3_000), part(ids.toys, -2_000)] }),
  ];
  assert.ok(withParts <= 1.5 * without, `${withParts} statements, ${without} without parts`);
});
