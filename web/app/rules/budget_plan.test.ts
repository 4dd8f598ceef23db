import assert from "node:assert/strict";
import { test } from "node:test";
import { carriesOf, changesOfPlan, isBroken, linesOfPlan, slotKey, typedCents } from "./budget_plan.ts";
import type { Budget } from "./records.ts";

const budget = (categoryId: number, month: string, cents: number, more: Partial<Budget> = {}): Budget => ({
  id: categoryId * 100 + Number(month.slice(5)),
  category_id: categoryId,
  date: `${month}-01`,
  activity_type: 0,
  amount_cents: cents,
  total: 0,
  predicted_total: 0,
  ...more,
});
const key = (categoryId: number, month: string, type: 0 | 1 = 0) => slotKey({ categoryId, type, month });

test("what is typed into a table of budgets becomes lines: created, changed and deleted, and nothing where it is the same", () => {
  const budgets = [budget(7, "2026-01", 50_000), budget(7, "2026-02", 50_000, { carry: "surplus" }), budget(8, "2026-01", 100)];
  const edits = new Map([
    [key(7, "2026-03"), "600"],
    [key(7, "2026-01"), "500,00"],
    [key(8, "2026-01"), ""],
    [key(9, "2026-01"), " "],
    [key(7, "2026-02"), "3x100"],
  ]);
  assert.equal(isBroken(edits), false);
  const changes = changesOfPlan(edits, budgets);
  assert.deepEqual(
    changes.map(({ categoryId, month, beforeCents, afterCents }) => [categoryId, month, beforeCents, afterCents]),
    [
      [8, "2026-01", 100, null],
      [7, "2026-02", 50_000, 30_000],
      [7, "2026-03", undefined, 60_000],
    ],
  );
  assert.deepEqual(linesOfPlan(changes, carriesOf(budgets)), [
    { category_id: 8, activity_type: 0, month: 1, amount_cents: null },
    { category_id: 7, activity_type: 0, month: 2, amount_cents: 30_000 },
    { category_id: 7, activity_type: 0, month: 3, amount_cents: 60_000, carry: "surplus" },
  ]);
});

test("a text that is no amount, or below zero, breaks the table", () => {
  assert.deepEqual(["", "0", "-5", "abc", "1.234,56"].map(typedCents), [null, 0, undefined, undefined, 123_456]);
  assert.equal(isBroken(new Map([[key(7, "2026-01"), "abc"]])), true);
});
