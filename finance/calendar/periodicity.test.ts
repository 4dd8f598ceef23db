import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lastOfMonth } from "./day.ts";
import { dayAfter, PERIODICITIES, stepsThrough } from "./periodicity.ts";

const from = (anchor: string, periodicity: (typeof PERIODICITIES)[number], count: number) =>
  Array.from({ length: count }, (_, step) => dayAfter(anchor, periodicity, step));

test("the 31st comes back after a short month, and the 29th of February every four years", () => {
  assert.deepEqual(from("2026-01-31", "monthly", 5), ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
  assert.deepEqual(from("2024-02-29", "yearly", 5), ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]);
  assert.deepEqual(from("2026-08-31", "bimonthly", 4), ["2026-08-31", "2026-10-31", "2026-12-31", "2027-02-28"]);
  assert.deepEqual(from("2026-08-31", "trimonthly", 3), ["2026-08-31", "2026-11-30", "2027-02-28"]);
  assert.deepEqual(from("2026-08-31", "sixmonthly", 3), ["2026-08-31", "2027-02-28", "2027-08-31"]);
  assert.deepEqual(from("2026-02-27", "weekly", 3), ["2026-02-27", "2026-03-06", "2026-03-13"]);
  assert.deepEqual(from("2026-02-27", "biweekly", 2), ["2026-02-27", "2026-03-13"]);
  assert.deepEqual(from("2026-02-28", "daily", 2), ["2026-02-28", "2026-03-01"]);
});

const anchors = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2150-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("month-based days keep the day of their anchor, or are the last of a month that has no such day", () => {
  const monthly = fc.constantFrom("monthly", "bimonthly", "trimonthly", "sixmonthly", "yearly" as const);
  fc.assert(
    fc.property(anchors, monthly, fc.nat(480), (anchor, periodicity, steps) => {
      const day = dayAfter(anchor, periodicity as "monthly", steps);
      assert.ok(day.slice(8) === anchor.slice(8) || (day === lastOfMonth(day) && day.slice(8) < anchor.slice(8)), day);
    }),
  );
});

test("biweekly days over ten years are 14 days apart", () => {
  const days = from("2026-01-05", "biweekly", 261).map((day) => Date.parse(day) / 86_400_000);
  assert.ok(days.every((day, index) => index === 0 || day - (days[index - 1] as number) === 14));
});

test("stepsThrough names the last step that is not after the day", () => {
  fc.assert(
    fc.property(
      anchors,
      fc.constantFrom(...PERIODICITIES),
      fc.integer({ min: -400, max: 4000 }),
      (anchor, periodicity, offset) => {
        const through = new Date(Date.parse(anchor) + offset * 86_400_000).toISOString().slice(0, 10);
        const steps = stepsThrough(anchor, periodicity, through);
        assert.ok(dayAfter(anchor, periodicity, steps) <= through, `${anchor} ${periodicity} ${through} ${steps}`);
        assert.ok(dayAfter(anchor, periodicity, steps + 1) > through, `${anchor} ${periodicity} ${through} ${steps}`);
      },
    ),
  );
});
