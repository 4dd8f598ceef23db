import assert from "node:assert/strict";
import { test } from "node:test";
import type { CategoryReport } from "./budgets.ts";
import { type CategoryFlow, categoryFlowOf } from "./category_flow.ts";
import type { Category } from "./records.ts";

const NAMES = { others: (count: number) => `${count} others`, left: "left", missing: "missing" };
const MONTH = "2026-11";

interface Sum {
  name: string;
  kind: "earnings" | "expenses";
  cents: number;
  parent?: number;
  month?: string;
}

/** Categories are numbered from 1. */
function flowOf(...sums: Sum[]): CategoryFlow {
  const categories = sums.map(({ name, kind, parent }, index) => ({
    ...{ id: index + 1, name, kind, parent_id: parent ?? null, color: "", icon: "tag", archived: false, default: false },
  })) satisfies Category[];
  const report = sums.map(({ kind, cents, parent, month = MONTH }, index): CategoryReport => {
    const figures = { total_cents: 0, predicted_total_cents: cents };
    return {
      ...{ category_id: index + 1, parent_id: parent ?? null, kind, ...figures },
      months: [{ date: `${month}-01`, ...figures }],
    };
  });
  return categoryFlowOf(report, categories, MONTH, NAMES);
}

const partsOf = (parts: CategoryFlow["sources"]) => parts.map(({ name, cents }) => [name, cents]);
const sumOf = (parts: CategoryFlow["sources"]) => parts.reduce((sum, { cents }) => sum + cents, 0);

test("income flows to expenses and to what is left; subcategories count in their category; other months do not", () => {
  const flow = flowOf(
    { name: "salary", kind: "earnings", cents: 10_000 },
    { name: "home", kind: "expenses", cents: -3_000 },
    { name: "rent", kind: "expenses", cents: -1_000, parent: 2 },
    { name: "food", kind: "expenses", cents: -2_500 },
    { name: "food before", kind: "expenses", cents: -9_999, month: "2026-10" },
    { name: "food later", kind: "expenses", cents: -9_999, month: "2026-12" },
  );
  assert.deepEqual(partsOf(flow.sources), [["salary", 10_000]]);
  assert.deepEqual(partsOf(flow.targets), [
    ["left", 3_500],
    ["home", 4_000],
    ["food", 2_500],
  ]);
  assert.deepEqual([flow.inCents, flow.outCents, flow.wholeCents], [10_000, 6_500, 10_000]);
});

test("what is missing is a source, so that both sides are equal", () => {
  const flow = flowOf({ name: "salary", kind: "earnings", cents: 100 }, { name: "food", kind: "expenses", cents: -250 });
  assert.deepEqual(partsOf(flow.sources), [
    ["salary", 100],
    ["missing", 150],
  ]);
  assert.deepEqual(partsOf(flow.targets), [["food", 250]]);
});

test("a category with more refunds than expenses is a source, and income that was given back a target", () => {
  const flow = flowOf({ name: "salary", kind: "earnings", cents: -40 }, { name: "food", kind: "expenses", cents: 100 });
  assert.deepEqual(partsOf(flow.sources), [["food", 100]]);
  assert.deepEqual(partsOf(flow.targets), [
    ["left", 60],
    ["salary", 40],
  ]);
});

test("small categories are one part, and the sides still add up", () => {
  const expenses = Array.from({ length: 14 }, (_, index) => ({
    ...{ name: `e${index}`, kind: "expenses" as const, cents: -(index + 1) * 10 },
  }));
  const flow = flowOf({ name: "salary", kind: "earnings", cents: 5_000 }, ...expenses);
  assert.equal(flow.targets.length, 12);
  assert.deepEqual(partsOf(flow.targets.slice(-1)), [["4 others", 100]]);
  assert.equal(sumOf(flow.targets), flow.wholeCents);
  assert.equal(sumOf(flow.sources), flow.wholeCents);
});

test("an empty month has no parts", () => {
  assert.deepEqual(flowOf(), { sources: [], targets: [], inCents: 0, outCents: 0, wholeCents: 0 });
});
