// Figures of the same name agree, whichever screen shows them: of the sample, and of random spaces. docs/figures.md defines them.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { fillRandomly, operations } from "../finance/reports/testing.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../finance/testing.ts";
import { addDays, addMonths } from "./app/rules/days.ts";
import { type SpaceFile, sampleFile } from "./app/rules/sample.ts";
import { CALENDAR, daysOf, type MonthRule, monthHolding } from "./app/rules/space_months.ts";
import { disagreements, type FigureView, monthFigures } from "./testing/month_figures.ts";

let finance: TestFinance;
/** Of the space. At that moment it is a day later where a device may be. */
const TODAY = "2026-01-15";
const DEVICE_DAY = "2026-01-16";
const MONTH = "2026-01";
before(async () => {
  finance = await startTestFinance();
  finance.clock.set(`${DEVICE_DAY}T01:30:00Z`);
});
after(() => finance[Symbol.asyncDispose]());

test("figures of one name agree on all screens: the sample, of months that are past, present and to come", async () => {
  const ana = await finance.member("exemplo@example.com");
  const base = (await ana.get("/exports?format=json")).body as SpaceFile;
  const { status, text } = await ana.post("/exports/restore", sampleFile(base, TODAY, `${TODAY}T12:00:00Z`, "pt-BR"));
  assert.equal(status, 201, text);
  for (const months of [-2, -1, 0, 1, 3]) {
    const view = await compare(ana, addMonths(MONTH, months));
    const screensOf = (name: string) => new Set(view.filter((each) => each.name === name).map(({ screen }) => screen)).size;
    assert.equal(screensOf("resultCents predicted by payment"), 3);
    assert.equal(screensOf("resultCents predicted by date"), 6);
    assert.ok(screensOf("end of the month") >= 2);
    assert.equal(screensOf("balance today"), months === 0 ? 6 : 4);
    assert.equal(screensOf("free until the next income"), months === 0 ? 3 : 0);
    assert.equal(screensOf("to pay until the next income"), months === 0 ? 2 : 0);
    assert.equal(screensOf("spent up to today"), months === 0 ? 2 : 0);
  }
});

test("figures of one name agree on all screens, whatever is in the space", async () => {
  const spaces = fc.sample(operations, { numRuns: SPACES, seed: 34 });
  for (const [index, all] of spaces.entries()) {
    const client = await finance.member(`figuras${index}@example.com`);
    await fillRandomly(client, all);
    const categories = (await client.get("/categories")).body as { id: number; name: string }[];
    const { id } = categories.find(({ name }) => name === "a") as { id: number };
    const month = addMonths(MONTH, (index % 6) - 2);
    await client.post("/budgets", { category_id: id, amount_cents: 7_000, date: `${addMonths(month, -1)}-01`, carry: "both" });
    await client.post("/budgets", { category_id: id, amount_cents: 10_000, date: `${month}-01` });
    await compare(client, month, JSON.stringify(all));
  }
});

test("figures of one name agree on all screens where months begin on another day, and the app names the months as finance does", async () => {
  const spaces = fc.sample(operations, { numRuns: RULES.length, seed: 35 });
  for (const [index, all] of spaces.entries()) {
    const rule = RULES[index] as MonthRule;
    const client = await finance.member(`inicio${index}@example.com`);
    await fillRandomly(client, all);
    const categories = (await client.get("/categories")).body as { id: number; name: string }[];
    const { id } = categories.find(({ name }) => name === "a") as { id: number };
    const reply = await client.put("/spaces/months", { start_day: rule.startDay, weekend: rule.weekend });
    assert.equal(reply.status, 200, reply.text);
    for (const months of [-2, -1, 0, 1]) {
      const month = addMonths(monthHolding(TODAY, rule), months);
      await client.post("/budgets", { category_id: id, amount_cents: 10_000, date: `${month}-01` });
      await compare(client, month, JSON.stringify(all), rule);
    }
    for (let day = "2025-12-20"; day < "2026-04-10"; day = addDays(day, 3)) {
      const named = (await client.get(`/spaces/months?date=${day}`)).body as Record<string, string>;
      const { first, last } = daysOf(monthHolding(day, rule), rule);
      assert.deepEqual([named.month, named.start_date, named.end_date], [`${monthHolding(day, rule)}-01`, first, last]);
    }
  }
});

const RULES: readonly MonthRule[] = [
  { startDay: 5, weekend: "same" },
  { startDay: 25, weekend: "before" },
  { startDay: 31, weekend: "after" },
  { startDay: 1, weekend: "before" },
];

test("docs/figures.md calls every figure as the app does, in both languages", async () => {
  const page = await readFile(new URL("../docs/figures.md", import.meta.url), "utf8");
  const glossary = page
    .slice(page.indexOf("## How they are called"))
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const cells = glossary.slice(1).flatMap((line) => line.split("|").slice(2, 4));
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string));
  const app = new URL("app/", import.meta.url);
  const files = (await readdir(app, { recursive: true })).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const texts = (await Promise.all(files.map((name) => readFile(new URL(name, app), "utf8")))).join("\n");
  assert.ok(named.length >= 60, String(named.length));
  assert.deepEqual(
    named.filter((name) => !texts.includes(name)),
    [],
  );
});

const SPACES = 20;

async function compare(client: TestMember, month: string, created = "the sample", rule = CALENDAR): Promise<FigureView[]> {
  const view = await monthFigures(client, month, DEVICE_DAY, rule);
  assert.deepEqual(disagreements(view), [], `${month} of ${created}`);
  return view;
}
