import assert from "node:assert/strict";
import { test } from "node:test";
import { beginningOf, meanOfOver, overMonths, shadeOf, sinceBeginning, thisMonthFirst } from "./report_months.ts";
import type { FlowMonth } from "./reports.ts";

const EMPTY: Omit<FlowMonth, "date"> = {
  earnings_cents: 0,
  expenses_cents: 0,
  credit_cards_cents: 0,
  result_cents: 0,
  predicted_earnings_cents: 0,
  predicted_expenses_cents: 0,
  predicted_credit_cards_cents: 0,
  predicted_result_cents: 0,
};
const flow = (date: string, changes: Partial<FlowMonth> = {}): FlowMonth => ({ ...EMPTY, date, ...changes });

test("a space begins with its first month with income or expenses, at the latest now", () => {
  const empty = [flow("2026-08-01"), flow("2026-09-01"), flow("2026-10-01"), flow("2026-11-01")];
  assert.equal(beginningOf(empty, "2026-11"), "2026-11");
  assert.equal(beginningOf([], "2026-11"), "2026-11");
  // Income and expenses that cancel out are a beginning too.
  const even = { predicted_earnings_cents: 100, predicted_expenses_cents: -100 };
  assert.equal(beginningOf([flow("2026-08-01"), flow("2026-09-01", even), flow("2026-10-01")], "2026-11"), "2026-09");
  assert.equal(beginningOf([flow("2026-08-01"), flow("2026-09-01", { predicted_credit_cards_cents: -1 })], "2026-11"), "2026-09");
  const planned = [flow("2026-11-01"), flow("2026-12-01", { predicted_expenses_cents: -1 })];
  assert.equal(beginningOf(planned, "2026-11"), "2026-11");
  // The month that is looked at first has something: it may have begun before.
  assert.equal(beginningOf([flow("2017-01-01", even), flow("2017-02-01")], "2026-11"), undefined);
});

test("charts begin with the space; where its beginning is not known they show all months", () => {
  const months = ["2026-08", "2026-09", "2026-10"];
  assert.deepEqual(sinceBeginning(months, "2026-09"), ["2026-09", "2026-10"]);
  assert.deepEqual(sinceBeginning(months, "2026-11"), []);
  assert.deepEqual(sinceBeginning(months, undefined), months);
});

test("averages are of months that are over", () => {
  const months = ["2026-09", "2026-10", "2026-11", "2026-12"];
  assert.deepEqual(overMonths(months, "2026-11"), [0, 1]);
  assert.equal(meanOfOver([100, 300, 9_000, 9_000], months, "2026-11"), 200);
  assert.equal(meanOfOver([100, 0, 9_000, 9_000], months, "2026-11"), 50);
  assert.equal(meanOfOver([100, 300], ["2026-11", "2026-12"], "2026-11"), undefined);
});

test("on narrow screens this month comes first, then earlier ones, then those to come", () => {
  const year = ["2026-09", "2026-10", "2026-11", "2026-12"];
  assert.deepEqual(thisMonthFirst(year, "2026-11"), ["2026-11", "2026-10", "2026-09", "2026-12"]);
  assert.deepEqual(thisMonthFirst(["2025-11", "2025-12"], "2026-11"), ["2025-12", "2025-11"]);
  assert.deepEqual(thisMonthFirst(["2027-01", "2027-02"], "2026-11"), ["2027-01", "2027-02"]);
});

test("an amount is coloured against the average of its category, whatever its size", () => {
  assert.equal(shadeOf(300_000, 300_000), shadeOf(1_000, 1_000));
  assert.ok(shadeOf(2_000, 1_000) > shadeOf(1_500, 1_000));
  assert.ok(shadeOf(1_500, 1_000) > shadeOf(1_000, 1_000));
  assert.ok(shadeOf(1_000, 1_000) > shadeOf(500, 1_000));
  assert.equal(shadeOf(9_000, 1_000), shadeOf(2_000, 1_000));
  for (const [cents, mean] of [
    [100, undefined],
    [100, 0],
    [100, -5],
    [-100, 50],
    [0, 50],
  ] as const)
    assert.equal(shadeOf(cents, mean), 0);
});
