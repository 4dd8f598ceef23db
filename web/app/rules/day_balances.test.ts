import assert from "node:assert/strict";
import { test } from "node:test";
import { type BalancePoint, lineAhead, withNow } from "./balance_points.ts";
import { balancePaths, dayBalances } from "./day_balances.ts";

const balances = [5, 6, 7, 8].map((day) => ({ date: `2026-11-0${day}`, balance: day * 100 }));
const forecast = {
  balance_cents: 620,
  lowest: { date: "2026-11-07", balance_cents: -90 },
  days: [
    { date: "2026-11-07", balance_cents: -90 },
    { date: "2026-11-08", balance_cents: -90 },
    { date: "2026-12-01", balance_cents: 40 },
  ],
};

test("a month's balance is as it was before today, and expected from today on; the forecast says which day that is", () => {
  const days = dayBalances("2026-11", { balances }, forecast);
  const shown = (points: readonly BalancePoint[]) =>
    points.map(({ date, balance_cents: cents, when }) => [date.slice(8), cents, when]);
  assert.deepEqual(shown(days), [
    ["05", 500, "past"],
    ["06", 600, "past"],
    ["07", -90, "expected"],
    ["08", -90, "expected"],
  ]);
  assert.deepEqual(shown(withNow(days, forecast).slice(1, 4)), [
    ["06", 600, "past"],
    ["07", 620, "now"],
    ["07", -90, "expected"],
  ]);
  assert.deepEqual(withNow(days.slice(0, 2), forecast), days.slice(0, 2));
  assert.deepEqual(dayBalances("2029-01", { balances: [] }, forecast), []);
});

test("a forecast begins with what is there now, and its lowest point is the end of a day", () => {
  const { points, lowest } = lineAhead(forecast);
  assert.deepEqual(points[0], { date: "2026-11-07", balance_cents: 620, when: "now" });
  assert.deepEqual(points[lowest], { date: "2026-11-07", balance_cents: -90, when: "expected" });
});

test("balances are asked for to the end of the month, a day further than the device needs, and no further than finance looks ahead", () => {
  assert.deepEqual(balancePaths("2026-11", "2026-11-07", 3), {
    past: "/balances?start_date=2026-11-01&end_date=2026-11-30&account_id=3",
    ahead: "/forecast?days=24&account_id=3",
  });
  assert.equal(balancePaths("2026-01", "2026-11-07").ahead, "/forecast?days=1");
  assert.equal(balancePaths("2030-01", "2026-11-07").ahead, "/forecast?days=731");
});
