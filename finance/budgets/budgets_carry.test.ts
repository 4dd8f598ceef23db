// Budgets that carry, through the API: what is computed, what changes it, and what others see of it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bookRows } from "../integrity/testing.ts";
import { startTestFinance, type TestMember } from "../testing.ts";
import { type Budget, createBudget, createCategory, errorsOf, listBudgets, writtenBudgets } from "./testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

let members = 0;
const someone = () => finance.member(`carry${++members}@example.com`);

const put = async (member: TestMember, id: number, body: object) => {
  const reply = await member.put(`/budgets/${id}`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Budget;
};
const spend = (member: TestMember, category: number, cents: number, date: string, paid = true) =>
  bookRows(db, member.spaceId, [{ category_id: category, amount_cents: -cents, date, paid }]);

/** Of months that follow each other, from January 2026. */
const carried = async (member: TestMember) =>
  (await listBudgets(member, "/2026")).map((budget) => [budget.carried_cents, budget.available_cents, budget.left_cents]);

async function withLimits(months: number, settings: object = { carry: "surplus" }) {
  const member = await someone();
  const category = await createCategory(member);
  const budgets: Budget[] = [];
  for (let month = 1; month <= months; month++)
    budgets.push(await createBudget(member, { category_id: category, amount_cents: 50_000, year: 2026, month, ...settings }));
  return { member, category, budgets, ids: budgets.map(({ id }) => id) };
}

test("POST /budgets with carry shows what is carried, and the same as lists show", async () => {
  const { member, category } = await withLimits(2);
  await spend(member, category, 42_015, "2026-01-20");
  await spend(member, category, 60_000, "2026-02-20");
  const march = await createBudget(member, { category_id: category, amount_cents: 50_000, year: 2026, month: 3 });
  assert.deepEqual(march, (await listBudgets(member, "/2026/3"))[0]);
  assert.deepEqual(await carried(member), [
    [0, 50_000, 7_985],
    [7_985, 57_985, -2_015],
    [undefined, undefined, undefined],
  ]);
  const [january] = await listBudgets(member, "/2026/1");
  assert.deepEqual(
    [january?.carry, january?.carry_cap_cents, january?.refill, january?.added_cents, january?.percentage],
    ["surplus", null, false, 50_000, "84.0"],
  );
});

test("a budget that uses none of it has none of its keys, until something is carried into it", async () => {
  const { member, category, ids } = await withLimits(2, {});
  const [january, february] = await listBudgets(member, "/2026");
  const plain = ["id", "amount_cents", "amount_in_cents", "category_id", "date", "activity_type", "total", "predicted_total"];
  assert.deepEqual(Object.keys(january ?? {}), [...plain, "percentage"]);
  await put(member, ids[0] as number, { carry: "both" });
  assert.deepEqual(await carried(member), [
    [0, 50_000, 50_000],
    [50_000, 100_000, 100_000],
  ]);
  await spend(member, category, 50_000, "2026-01-31");
  assert.deepEqual(await listBudgets(member, "/2026/2"), [february]);
});

test("PUT and DELETE of a past limit, and their undo, change what is carried into the months after it", async () => {
  const { member, ids } = await withLimits(3);
  await put(member, ids[0] as number, { amount_cents: 10_000 });
  const changed = await carried(member);
  assert.deepEqual(changed[2], [60_000, 110_000, 110_000]);
  assert.equal((await member.delete(`/budgets/${ids[1]}`)).status, 200);
  assert.deepEqual(await carried(member), [
    [0, 10_000, 10_000],
    [0, 50_000, 50_000],
  ]);
  const { text } = await member.get("/changes?since=0&limit=100");
  const { changes } = JSON.parse(text) as { changes: { version: number }[] };
  assert.equal((await member.post("/changes/undo", { version: changes.at(-1)?.version })).status, 200);
  assert.deepEqual(await carried(member), changed);
});

test("what is predicted counts, in months that are over and in those to come, and refunds never count below nothing", async () => {
  const { member, category } = await withLimits(4, { carry: "both" });
  await spend(member, category, 20_000, "2026-01-10", false);
  await spend(member, category, -70_000, "2026-02-10");
  await spend(member, category, 30_000, "2026-03-10", false);
  assert.deepEqual(await carried(member), [
    [0, 50_000, 30_000],
    [30_000, 80_000, 80_000],
    [80_000, 130_000, 100_000],
    [100_000, 150_000, 150_000],
  ]);
});

test("refill and a cap, changed, emptied by null, and refused where they make no sense", async () => {
  const { member, category, ids } = await withLimits(2, { carry: "surplus", carry_cap_cents: 20_000, refill: true });
  const [, february] = await listBudgets(member, "/2026");
  assert.deepEqual([february?.carried_cents, february?.added_cents, february?.available_cents], [20_000, 30_000, 50_000]);
  await put(member, ids[0] as number, { carry_cap_cents: null });
  const [, uncapped] = await listBudgets(member, "/2026");
  assert.deepEqual([uncapped?.carried_cents, uncapped?.added_cents], [50_000, 0]);
  const goal = await put(member, ids[1] as number, { activity_type: 1 });
  assert.equal(goal.refill, false);
  const before = await writtenBudgets(finance, member);
  const refused = async (body: object) => [
    errorsOf(await member.put(`/budgets/${ids[1]}`, body)),
    errorsOf(
      await member.post("/budgets", { category_id: category, amount_cents: 1, date: "2027-01-01", activity_type: 1, ...body }),
    ),
  ];
  const cases: [object, Record<string, string[]>][] = [
    [{ refill: true }, { refill: ["não é válido"] }],
    [{ refill: 1 }, { refill: ["deve ser true ou false"] }],
    [{ carry: "all" }, { carry: ["não está incluído na lista (valores: none, surplus, both)"] }],
    [{ carry: 1 }, { carry: ["não está incluído na lista (valores: none, surplus, both)"] }],
    [{ carry_cap_cents: -1 }, { carry_cap_cents: ["deve ser maior ou igual a 0"] }],
    [{ carry_cap_cents: 1e12 }, { carry_cap_cents: ["deve ser menor ou igual a 999999999999"] }],
    [{ carry_cap_cents: "1" }, { carry_cap_cents: ["não é um número inteiro"] }],
  ];
  for (const [body, errors] of cases) assert.deepEqual(await refused(body), [errors, errors], JSON.stringify(body));
  assert.equal(await writtenBudgets(finance, member), before);
});

test("limits and goals of a category, and other categories, carry by themselves; a child counts in the chain of its parent", async () => {
  const { member, category } = await withLimits(2);
  const child = await createCategory(member, { name: "Filha", parent_id: category });
  await createBudget(member, { category_id: child, amount_cents: 10_000, date: "2026-01-01", carry: "both" });
  await createBudget(member, { category_id: child, amount_cents: 10_000, date: "2026-02-01", carry: "both" });
  await createBudget(member, { category_id: category, amount_cents: 7_000, date: "2026-02-01", activity_type: 1, carry: "both" });
  await spend(member, child, 12_000, "2026-01-10");
  const february = await listBudgets(member, "/2026/2");
  assert.deepEqual(
    february.map(({ category_id, activity_type, carried_cents }) => [category_id, activity_type, carried_cents]),
    [
      [category, 0, 38_000],
      [category, 1, 0],
      [child, 0, -2_000],
    ],
  );
});

test("a chain goes back ten years, and across the end of a year", async () => {
  const member = await someone();
  const category = await createCategory(member);
  await db.run(sql`
    insert into budgets (space_id, id, category_id, date, activity_type, amount_cents, carry)
    select ${member.spaceId}, nextval('budgets_id_seq'), ${category}, month::date, 0, 100, 'surplus'
      from generate_series('2010-01-01', '2026-02-01', interval '1 month') as month`);
  const [february] = await listBudgets(member, "/2026/2");
  assert.equal(february?.carried_cents, 12_000);
  const explained = (await member.get(`/budgets/${february?.id}/explain`)).body as {
    lines: { text: string; balance_cents: number }[];
  };
  assert.equal(explained.lines[0]?.text, "O que veio antes de 120 meses não conta");
  assert.equal(explained.lines.at(-1)?.balance_cents, 12_100);
});

interface Explained extends Budget {
  lines: { rule: string; text: string; date: string; budget_id: number; amount_cents: number; balance_cents: number }[];
}

test("GET /budgets/:id/explain tells each step, in both languages, and its lines add up", async () => {
  const { member, category, ids } = await withLimits(3, { carry: "surplus", carry_cap_cents: 30_000 });
  await spend(member, category, 60_000, "2026-01-20");
  await spend(member, category, 5_050, "2026-02-20");
  await spend(member, category, 10_000, "2026-03-20", false);
  const explain = async (id: number, headers = {}) => {
    const reply = await member.get(`/budgets/${id}/explain`, headers);
    assert.equal(reply.status, 200, reply.text);
    return reply.body as Explained;
  };
  const { lines, ...budget } = await explain(ids[2] as number);
  assert.deepEqual(budget, (await listBudgets(member, "/2026/3"))[0]);
  assert.deepEqual(
    lines.map(({ rule, text, amount_cents, balance_cents }) => [rule, text, amount_cents, balance_cents]),
    [
      ["begin", "Nada vem de Janeiro de 2026: não tinha o que passar adiante", 0, 0],
      ["amount", "Limite de Fevereiro de 2026: R$ 500,00", 50_000, 50_000],
      ["used", "Gasto em Fevereiro de 2026, com o previsto: R$ 50,50", -5_050, 44_950],
      ["capped", "Fevereiro de 2026 passa adiante no máximo R$ 300,00", -14_950, 30_000],
      ["carried", "Passou para Março de 2026: R$ 300,00", 0, 30_000],
      ["amount", "Limite de Março de 2026: R$ 500,00", 50_000, 80_000],
      ["available", "Disponível em Março de 2026: R$ 800,00", 0, 80_000],
      ["used", "Gasto em Março de 2026, com o previsto: R$ 100,00", -10_000, 70_000],
      ["left", "Resta: R$ 700,00", 0, 70_000],
    ],
  );
  const english = await explain(ids[0] as number, { "accept-language": "en" });
  assert.deepEqual(
    english.lines.map(({ text, balance_cents }) => [text, balance_cents]),
    [
      ["Nothing comes from December 2025: it has no budget that passes its rest on", 0],
      ["Limit of January 2026: R$ 500,00", 50_000],
      ["Available in January 2026: R$ 500,00", 50_000],
      ["Spent in January 2026, with what is predicted: R$ 600,00", -10_000],
      ["Left: -R$ 100,00", -10_000],
    ],
  );
  const other = await someone();
  for (const id of [ids[2], 999_999_999, "x", 0])
    assert.equal((await (id === ids[2] ? other : member).get(`/budgets/${id}/explain`)).status, 404);
});

test("GET /budgets/groups sums children under parents, and counts nothing twice in its totals", async () => {
  const member = await someone();
  const [home, food] = [await createCategory(member, { name: "Casa" }), await createCategory(member, { name: "Comida" })];
  const [rent, light] = [
    await createCategory(member, { name: "Aluguel", parent_id: home }),
    await createCategory(member, { name: "Luz", parent_id: home }),
  ];
  const market = await createCategory(member, { name: "Mercado", parent_id: food });
  const month = { date: "2026-02-01" };
  await createBudget(member, { category_id: rent, amount_cents: 150_000, ...month });
  await createBudget(member, { category_id: light, amount_cents: 20_000, ...month });
  await createBudget(member, { category_id: food, amount_cents: 80_000, ...month });
  await createBudget(member, { category_id: market, amount_cents: 90_000, carry: "both", date: "2026-01-01" });
  await createBudget(member, { category_id: market, amount_cents: 90_000, ...month });
  await spend(member, home, 99, "2026-02-03");
  await spend(member, light, 21_000, "2026-02-03");
  await spend(member, market, 30_000, "2026-02-03", false);
  const reply = await member.get("/budgets/groups?month=2026-02");
  assert.equal(reply.status, 200, reply.text);
  type Figures = { amount_cents: number; available_cents: number; total: number; predicted_total: number; left_cents: number };
  type Group = Figures & {
    category_id: number;
    budget: Budget | null;
    children: Budget[];
    children_available_cents: number;
    unassigned_cents: number | null;
  };
  const { limits, goals, date } = reply.body as {
    date: string;
    limits: Figures & { groups: Group[] };
    goals: { groups: Group[] };
  };
  assert.deepEqual([date, goals.groups], ["2026-02-01", []]);
  const figures = ({ amount_cents, available_cents, total, predicted_total, left_cents }: Figures) => [
    amount_cents,
    available_cents,
    total,
    predicted_total,
    left_cents,
  ];
  assert.deepEqual(
    limits.groups.map((group) => [group.category_id, group.budget?.category_id, group.children.map((each) => each.category_id)]),
    [
      [home, undefined, [rent, light]],
      [food, food, [market]],
    ],
  );
  assert.deepEqual(limits.groups.map(figures), [
    [170_000, 170_000, 21_000, 21_000, 149_000],
    [80_000, 80_000, 0, 30_000, 50_000],
  ]);
  assert.deepEqual(
    limits.groups.map((group) => [group.children_available_cents, group.unassigned_cents]),
    [
      [170_000, null],
      [180_000, -100_000],
    ],
  );
  assert.deepEqual(figures(limits), [250_000, 250_000, 21_000, 51_000, 199_000]);
  assert.deepEqual(errorsOf(await member.get("/budgets/groups?month=2026")), { month: ["não é um mês válido (AAAA-MM)"] });
  assert.equal(((await member.get("/budgets/groups")).body as { date: string }).date, "2026-01-01");
});

test("overview, forecast and webhooks count what is carried", async () => {
  finance.clock.set("2026-01-15T12:00:00Z");
  const member = await someone();
  const category = await createCategory(member);
  for (const date of ["2025-12-01", "2026-01-01", "2026-02-01"])
    await createBudget(member, { category_id: category, amount_cents: 10_000, date, carry: "both" });
  await spend(member, category, 12_000, "2026-01-02");
  type Overview = { odd: { kind: string; compared_cents: number }[]; budgets: Budget[] };
  const overview = async () => (await member.get("/overview")).body as Overview;
  assert.deepEqual(
    (await overview()).odd.filter(({ kind }) => kind === "budget"),
    [],
  );
  assert.equal((await overview()).budgets[0]?.available_cents, 20_000);
  const expected = async () => {
    const { days } = (await member.get("/forecast?days=59&budgets=true")).body as {
      days: { rows: { kind: string; date: string; amount_cents: number }[] }[];
    };
    const rows = days.flatMap(({ rows: some }) => some).filter(({ kind }) => kind === "budget");
    const of = (month: string) =>
      rows.filter(({ date }) => date.startsWith(month)).reduce((sum, row) => sum + row.amount_cents, 0);
    return [of("2026-01"), of("2026-02")];
  };
  assert.deepEqual(await expected(), [-8_000, -10_000]);
  await spend(member, category, 11_000, "2026-01-02");
  const [odd] = (await overview()).odd.filter(({ kind }) => kind === "budget");
  assert.deepEqual(odd?.compared_cents, 20_000);
  assert.deepEqual(await expected(), [0, -7_000]);
});
