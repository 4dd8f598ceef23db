import assert from "node:assert/strict";
import { test } from "node:test";
import { type GoalPlan, type GoalSums, paceOf, plannedReserves } from "./pace.ts";

const GOAL: GoalPlan = {
  target_cents: 100_000,
  target_date: "2027-02-28",
  refills: false,
  state: "active",
  started_on: "2026-11-03",
};
const pace = (sums: Partial<GoalSums>, today: string, goal: Partial<GoalPlan> = {}) =>
  paceOf({ ...GOAL, ...goal }, { reserved_cents: 0, spent_cents: 0, moved_cents: 0, ...sums }, today);

test("a month needs what is missing, divided by the months that are left with this one, rounded up to the cent", () => {
  const { months_left, monthly_cents, month_missing_cents, status, remaining_cents } = pace({}, "2026-11-19");
  assert.deepEqual(
    [months_left, monthly_cents, month_missing_cents, status, remaining_cents],
    [4, 25_000, 25_000, "on_track", 100_000],
  );
  assert.equal(pace({}, "2026-11-19", { target_date: "2027-01-31" }).monthly_cents, 33_334);
});

test("what was reserved this month counts for this month, and does not lower what the month needs", () => {
  const { monthly_cents, month_missing_cents } = pace({ reserved_cents: 10_000, moved_cents: 10_000 }, "2026-11-30");
  assert.deepEqual([monthly_cents, month_missing_cents], [25_000, 15_000]);
  const released = pace({ reserved_cents: 20_000, moved_cents: -5_000 }, "2026-12-10");
  assert.deepEqual([released.monthly_cents, released.month_missing_cents], [25_000, 30_000]);
});

test("a goal for the first of a month has to be there the month before", () => {
  assert.equal(pace({}, "2026-11-19", { target_date: "2027-02-01" }).months_left, 3);
  assert.equal(pace({}, "2026-11-19", { target_date: "2027-02-02" }).months_left, 4);
  assert.equal(pace({}, "2027-03-05").months_left, 1);
});

test("a goal is behind once it has less than equal shares ask for by the end of last month", () => {
  assert.equal(pace({}, "2026-11-30").status, "on_track");
  assert.deepEqual([pace({}, "2026-12-01").status, pace({}, "2026-12-01").behind_cents], ["behind", 25_000]);
  assert.equal(pace({ reserved_cents: 24_999 }, "2026-12-31").behind_cents, 1);
  assert.equal(pace({ reserved_cents: 25_000 }, "2026-12-31").status, "on_track");
  assert.equal(pace({ reserved_cents: 99_999 }, "2027-03-01").behind_cents, 1);
});

test("a target that is reached is no longer behind, and needs nothing", () => {
  const { status, behind_cents, month_missing_cents, remaining_cents } = pace({ reserved_cents: 100_000 }, "2027-05-01");
  assert.deepEqual([status, behind_cents, month_missing_cents, remaining_cents], ["reached", 0, 0, 0]);
});

test("what was spent counts towards the target, unless the goal refills", () => {
  const sums = { reserved_cents: 40_000, spent_cents: 60_000 };
  assert.equal(pace(sums, "2026-11-19").status, "reached");
  assert.deepEqual([pace(sums, "2026-11-19", { refills: true }).saved_cents], [40_000]);
});

test("a paused goal plans nothing, one without a day neither, and an archived one reserves nothing", () => {
  const sums = { reserved_cents: 10_000 };
  assert.deepEqual(
    [pace(sums, "2027-01-01", { state: "paused" }).status, pace(sums, "2027-01-01", { state: "paused" }).monthly_cents],
    ["paused", null],
  );
  assert.equal(pace(sums, "2027-01-01", { target_date: null }).status, "no_date");
  assert.deepEqual(
    [pace(sums, "2027-01-01", { state: "archived" }).status, pace(sums, "2027-01-01", { state: "archived" }).reserved_cents],
    ["archived", 0],
  );
});

const planned = (sums: Partial<GoalSums>, today: string, goal: Partial<GoalPlan> = {}) =>
  plannedReserves({ ...GOAL, ...goal }, pace(sums, today, goal), today);

test("planned reserves are on the last days of the months, and the last month takes the rest", () => {
  assert.deepEqual(planned({}, "2026-11-19", { target_date: "2027-02-10", target_cents: 100_003 }), [
    { date: "2026-11-30", amount_cents: 25_001 },
    { date: "2026-12-31", amount_cents: 25_001 },
    { date: "2027-01-31", amount_cents: 25_001 },
    { date: "2027-02-09", amount_cents: 25_000 },
  ]);
  assert.deepEqual(planned({}, "2027-05-05"), [{ date: "2027-05-31", amount_cents: 100_000 }]);
  assert.deepEqual(planned({}, "2026-11-19", { state: "paused" }), []);
});

test("planned reserves sum to what is missing, whatever it is, and each is what its month will need", () => {
  for (let index = 0; index < 5_000; index++) {
    const target = 1 + ((index * 7_919) % 1_000_000);
    const reserved = (index * 104_729) % target;
    const goal = { target_cents: target, target_date: `20${27 + (index % 30)}-0${1 + (index % 9)}-15` };
    const plan = planned({ reserved_cents: reserved }, "2026-11-19", goal);
    assert.equal(
      plan.reduce((sum, { amount_cents: cents }) => sum + cents, 0),
      target - reserved,
    );
    const [first, second] = plan;
    if (!first || !second) continue;
    const next = pace({ reserved_cents: reserved + first.amount_cents }, "2026-12-01", goal);
    assert.equal(next.month_missing_cents, second.amount_cents);
  }
});
