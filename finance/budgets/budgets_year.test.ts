// POST /budgets/year, copies of several months, and suggestions.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { bookRows } from "../integrity/testing.ts";
import { buildSpaceMonths } from "../months/build_space_months.ts";
import { startTestFinance, type TestMember } from "../testing.ts";
import { averageOf, medianOf } from "./suggest.ts";
import { type Budget, createBudget, createCategory, errorsOf, listBudgets, neutralCategory, writtenBudgets } from "./testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

let members = 0;
const someone = () => finance.member(`years${++members}@example.com`);
const setYear = async (member: TestMember, budgets: object[], more: object = {}) => {
  const reply = await member.post("/budgets/year", { year: 2026, budgets, ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Budget[];
};
const clone = async (member: TestMember, body: object) => {
  const reply = await member.post("/budgets/clone", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Budget[];
};
const amounts = (budgets: Budget[]) =>
  budgets.map(({ date, category_id, amount_cents }) => [date.slice(5, 7), category_id, amount_cents]);
const versionOf = async (member: TestMember) => {
  const { changes } = (await member.get("/changes?since=0&limit=500")).body as { changes: { version: number }[] };
  return changes.at(-1)?.version ?? 0;
};

test("POST /budgets/year creates, changes and deletes in one version, which one undo takes back", async () => {
  const ana = await someone();
  const [food, home] = [await createCategory(ana), await createCategory(ana)];
  await createBudget(ana, { category_id: food, amount_cents: 700, date: "2026-03-01" });
  await createBudget(ana, { category_id: home, amount_cents: 900, date: "2026-05-01", carry: "both" });
  const [before, version] = [await listBudgets(ana, "/2026"), await versionOf(ana)];
  const lines = [
    { category_id: food, amount_cents: 1_000, carry: "surplus" },
    { category_id: home, month: 5, amount_cents: null },
    { category_id: home, month: 6, amount_cents: 50, activity_type: 1 },
  ];
  const dry = await ana.post("/budgets/year?dry_run=true", { year: 2026, budgets: lines });
  assert.equal(dry.headers["cofre-dry-run"], "true");
  assert.deepEqual(await listBudgets(ana, "/2026"), before);
  const year = await setYear(ana, lines);
  assert.deepEqual(await listBudgets(ana, "/2026"), year);
  const withoutIds = (budgets: Budget[]) => budgets.map(({ id: _, ...rest }) => rest);
  assert.deepEqual(withoutIds(dry.body as Budget[]), withoutIds(year));
  assert.equal(year.length, 13);
  assert.deepEqual(
    year.filter(({ category_id: id }) => id === food).map((budget) => budget.available_cents),
    Array.from({ length: 12 }, (_, index) => 1_000 * (index + 1)),
  );
  assert.equal(await versionOf(ana), version + 1);
  assert.equal((await ana.post("/changes/undo", { version: version + 1 })).status, 200);
  assert.deepEqual(await listBudgets(ana, "/2026"), before);
});

test("POST /budgets/year without an amount changes what the months have, and nothing twice", async () => {
  const ana = await someone();
  const category = await createCategory(ana);
  for (const month of [2, 3, 9]) await createBudget(ana, { category_id: category, amount_cents: 100 * month, year: 2026, month });
  const year = await setYear(ana, [{ category_id: category, carry: "surplus", carry_cap_cents: 250, refill: true }]);
  assert.deepEqual(amounts(year), [
    ["02", category, 200],
    ["03", category, 300],
    ["09", category, 900],
  ]);
  assert.deepEqual(
    year.map((budget) => [budget.carry_cap_cents, budget.carried_cents, budget.added_cents]),
    [
      [250, 0, 200],
      [250, 200, 100],
      [250, 0, 900],
    ],
  );
  const before = await writtenBudgets(finance, ana);
  await setYear(ana, [{ category_id: category, carry: "surplus" }]);
  assert.equal(await writtenBudgets(finance, ana), before);
  const uncapped = await setYear(ana, [{ category_id: category, month: 3, carry_cap_cents: null }]);
  assert.equal(uncapped[1]?.carry_cap_cents, null);
});

test("POST /budgets/year refuses each wrong line under its index, and writes nothing", async () => {
  const ana = await someone();
  const category = await createCategory(ana);
  const neutral = await neutralCategory(ana);
  const line = { category_id: category, amount_cents: 1 };
  const before = await writtenBudgets(finance, ana);
  const cases: [body: object, errors: Record<string, string[]>][] = [
    [{}, { year: ["é obrigatório(a)"], budgets: ["é obrigatório(a)"] }],
    [{ year: 1899, budgets: [line] }, { year: ["deve ser maior ou igual a 1900"] }],
    [{ year: 2026, budgets: {} }, { budgets: ["deve ser uma lista"] }],
    [{ year: 2026, budgets: [] }, { budgets: ["deve ter ao menos 1 itens"] }],
    [{ year: 2026, budgets: [line, 7] }, { "budgets.1": ["deve ser um objeto"] }],
    [{ year: 2026, budgets: [line, { ...line, month: 3 }] }, { "budgets.1.category_id": ["já está em uso"] }],
    [{ year: 2026, budgets: [{ ...line, category_id: neutral }] }, { "budgets.0.category_id": ["não é válido"] }],
    [{ year: 2026, budgets: [{ ...line, category_id: 2_147_483_647 }] }, { "budgets.0.category_id": ["não foi encontrado(a)"] }],
    [{ year: 2026, budgets: [{ amount_cents: 1 }] }, { "budgets.0.category_id": ["é obrigatório(a)"] }],
    [{ year: 2026, budgets: [{ ...line, month: 13 }] }, { "budgets.0.month": ["deve ser menor ou igual a 12"] }],
    [{ year: 2026, budgets: [{ ...line, amount_cents: -1 }] }, { "budgets.0.amount_cents": ["deve ser maior ou igual a 0"] }],
    [{ year: 2026, budgets: [{ ...line, activity_type: 1, refill: true }] }, { "budgets.0.refill": ["não é válido"] }],
    [
      { year: 2026, budgets: [{ ...line, carry: "x" }] },
      { "budgets.0.carry": ["não está incluído na lista (valores: none, surplus, both)"] },
    ],
    [{ year: 2026, budgets: [{ ...line, date: "2026-01-01" }] }, { "budgets.0.date": ["não é válido"] }],
  ];
  for (const [body, errors] of cases)
    assert.deepEqual(errorsOf(await ana.post("/budgets/year", body)), errors, JSON.stringify(body));
  const tooMany = Array.from({ length: 1_201 }, () => line);
  assert.deepEqual(Object.keys(errorsOf(await ana.post("/budgets/year", { year: 2026, budgets: tooMany }))), ["budgets"]);
  assert.equal(await writtenBudgets(finance, ana), before);
});

test("POST /budgets/year takes 1,200 lines at once, and two callers at once leave one budget for each slot", async () => {
  const ana = await someone();
  const categories: number[] = [];
  for (let index = 0; index < 5; index++) categories.push(await createCategory(ana));
  const lines = (cents: number) =>
    categories.flatMap((category_id) =>
      Array.from({ length: 12 }, (_, index) => ({ category_id, month: index + 1, amount_cents: cents })),
    );
  const [one, two] = await Promise.all([setYear(ana, lines(1)), setYear(ana, lines(2))]);
  const year = await listBudgets(ana, "/2026");
  assert.equal(year.length, 60);
  assert.ok(JSON.stringify(year) === JSON.stringify(one) || JSON.stringify(year) === JSON.stringify(two));
  const padded = [...lines(3), ...Array.from({ length: 1_140 }, () => lines(3)[0] as object)];
  assert.equal((await ana.post("/budgets/year", { year: 2026, budgets: padded })).status, 422);
});

test("POST /budgets/clone copies a month to others, and a year to the next, in one version", async () => {
  const ana = await someone();
  const [food, home] = [await createCategory(ana), await createCategory(ana)];
  await createBudget(ana, { category_id: food, amount_cents: 100, date: "2025-01-01", carry: "both", carry_cap_cents: 30 });
  await createBudget(ana, { category_id: home, amount_cents: 200, date: "2025-02-01" });
  await createBudget(ana, { category_id: home, amount_cents: 999, date: "2026-02-01" });
  const version = await versionOf(ana);
  const year = await clone(ana, { year: 2026, month: 1, from_year: 2025, from_month: 1, from_months: 12 });
  assert.deepEqual(amounts(year), [
    ["01", food, 100],
    ["02", home, 999],
  ]);
  assert.deepEqual([year[0]?.carry, year[0]?.carry_cap_cents], ["both", 30]);
  assert.equal(await versionOf(ana), version + 1);
  const replaced = await clone(ana, { year: 2026, month: 2, from_year: 2025, from_month: 2, months: 3, replace: true });
  assert.deepEqual(amounts(replaced), [
    ["02", home, 200],
    ["03", home, 200],
    ["04", home, 200],
  ]);
  assert.equal(replaced[0]?.id, year[1]?.id);
  const cycle = await clone(ana, { year: 2027, month: 1, from_year: 2026, from_month: 1, from_months: 2, months: 5 });
  assert.deepEqual(amounts(cycle), [
    ["01", food, 100],
    ["02", home, 200],
    ["03", food, 100],
    ["04", home, 200],
    ["05", food, 100],
  ]);
});

test("POST /budgets/clone refuses numbers of months that cannot be, and months that would copy themselves", async () => {
  const ana = await someone();
  await createBudget(ana, { category_id: await createCategory(ana), amount_cents: 1, date: "2026-01-01" });
  const before = await writtenBudgets(finance, ana);
  const from = { year: 2026, month: 1, from_year: 2025, from_month: 12 };
  const cases: [object, Record<string, string[]>][] = [
    [{ ...from, months: 0 }, { months: ["deve ser maior ou igual a 1"] }],
    [{ ...from, months: 25 }, { months: ["deve ser menor ou igual a 24"] }],
    [{ ...from, from_months: 25 }, { from_months: ["deve ser menor ou igual a 24"] }],
    [{ ...from, replace: "maybe" }, { replace: ["deve ser true ou false"] }],
    [{ ...from, from_year: 2026, from_month: 3, months: 3 }, { from_month: ["deve ser diferente de month"] }],
    [{ ...from, year: 2199, month: 12, months: 2 }, { months: ["não é válido"] }],
  ];
  for (const [body, errors] of cases)
    assert.deepEqual(errorsOf(await ana.post("/budgets/clone", body)), errors, JSON.stringify(body));
  assert.equal(await writtenBudgets(finance, ana), before);
});

interface Suggestions {
  date: string;
  months: string[];
  suggestions: {
    category_id: number;
    activity_type: number;
    amount_cents: number;
    average_cents: number;
    median_cents: number;
    months: { date: string; total: number }[];
  }[];
}

test("GET /budgets/suggestions computes each amount from the months that are over, and names them", async () => {
  const ana = await someone();
  const food = await createCategory(ana);
  const market = await createCategory(ana, { parent_id: food });
  const salary = await createCategory(ana, { kind: "earnings" });
  await bookRows(db, ana.spaceId, [
    { category_id: food, amount_cents: -10_000, date: "2025-10-05" },
    { category_id: market, amount_cents: -2_000, date: "2025-11-05" },
    { category_id: food, amount_cents: 500, date: "2025-11-06" },
    { category_id: market, amount_cents: -4_001, date: "2025-12-05" },
    { category_id: market, amount_cents: -77, date: "2025-12-06", paid: false },
    { category_id: market, amount_cents: -9_999, date: "2026-01-06" },
    { category_id: salary, amount_cents: 300_000, date: "2025-12-05" },
  ]);
  const ask = async (query: string) => {
    const reply = await ana.get(`/budgets/suggestions${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body as Suggestions;
  };
  const { date, months, suggestions } = await ask("");
  assert.deepEqual([date, months], ["2026-01-01", ["2025-10-01", "2025-11-01", "2025-12-01"]]);
  assert.deepEqual(
    suggestions.map(({ months: some, ...rest }) => [Object.values(rest), some.map(({ total }) => total)]),
    [
      [
        [food, 0, 5_167, 5_167, 4_001],
        [10_000, 1_500, 4_001],
      ],
      [
        [market, 0, 2_000, 2_000, 2_000],
        [0, 2_000, 4_001],
      ],
      [
        [salary, 1, 100_000, 100_000, 0],
        [0, 0, 300_000],
      ],
    ],
  );
  const median = await ask("?month=2026-05&months=2&method=median");
  assert.deepEqual([median.date, median.months], ["2026-05-01", ["2025-11-01", "2025-12-01"]]);
  assert.equal(median.suggestions[0]?.amount_cents, 2_751);
  assert.deepEqual((await ask("?month=2025-10")).suggestions, []);
  assert.equal((await ana.put("/spaces/months", { start_day: 6 })).status, 200);
  const totals = async (query: string) => {
    const { months: names, suggestions: all } = await ask(query);
    return [names, all.map(({ category_id: id, months: some }) => [id, some.map(({ total }) => total)])];
  };
  const ofCalendar = await totals("");
  const ofSpace = [
    ["2025-09-01", "2025-10-01", "2025-11-01", "2025-12-01"],
    [
      [food, [10_000, 2_000, 3_501, 0]],
      [market, [0, 2_000, 4_001, 0]],
      [salary, [0, 0, 300_000, 0]],
    ],
  ];
  assert.deepEqual(await totals("?period=space"), ofSpace, "as long as rows are added up");
  assert.ok(await buildSpaceMonths(db, ana.spaceId));
  assert.deepEqual(await totals("?period=space"), ofSpace, "as sums are kept");
  assert.deepEqual(await totals(""), ofCalendar);
  const wrong = errorsOf(await ana.get("/budgets/suggestions?months=25&method=mode&month=2026"));
  assert.deepEqual(Object.keys(wrong).sort(), ["method", "month", "months"]);
});

test("averages and medians are rounded to the cent, halves up, and exact for the largest sums", () => {
  assert.deepEqual([averageOf([]), averageOf([1, 2]), averageOf([1, 1, 2]), averageOf([0, 0, 1])], [0, 2, 1, 0]);
  assert.deepEqual(
    [medianOf([]), medianOf([5]), medianOf([9, 1]), medianOf([9, 1, 2]), medianOf([1, 2, 4, 100])],
    [0, 5, 5, 2, 3],
  );
  assert.equal(averageOf([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]), Number.MAX_SAFE_INTEGER);
});
