import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { STEP_LENGTHS, sourcesOf, stepsOf } from "./steps.ts";

const days = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const periods = fc.tuple(days, fc.nat(400)).map(([start, length]) => ({ start, end: addDays(start, length) }));
const lengths = fc.constantFrom(...STEP_LENGTHS);

test("steps follow each other without a gap from the first day of the period to its last", () => {
  fc.assert(
    fc.property(periods, lengths, (period, length) => {
      const steps = stepsOf(period, length);
      assert.equal(steps[0]?.start, period.start);
      assert.equal(steps.at(-1)?.end, period.end);
      for (const [index, step] of steps.entries()) {
        assert.ok(step.start <= step.end);
        if (index > 0) assert.equal(step.start, addDays(steps[index - 1]?.end ?? "", 1));
      }
    }),
  );
});

test("weeks begin on Mondays, months on their first day, and only the first and the last step are shorter", () => {
  const january = { start: "2026-01-15", end: "2026-02-03" };
  assert.equal(stepsOf(january, "daily").length, 20);
  assert.deepEqual(stepsOf(january, "weekly"), [
    { start: "2026-01-15", end: "2026-01-18" },
    { start: "2026-01-19", end: "2026-01-25" },
    { start: "2026-01-26", end: "2026-02-01" },
    { start: "2026-02-02", end: "2026-02-03" },
  ]);
  assert.deepEqual(stepsOf(january, "monthly"), [
    { start: "2026-01-15", end: "2026-01-31" },
    { start: "2026-02-01", end: "2026-02-03" },
  ]);
  const sunday = { start: "2026-02-01", end: "2026-02-01" };
  for (const length of STEP_LENGTHS) assert.deepEqual(stepsOf(sunday, length), [sunday]);
});

test("every day of the period is counted once, by its row or in the sum of its month, and no other day is", () => {
  fc.assert(
    fc.property(periods, lengths, fc.integer({ min: -40, max: 40 }), fc.boolean(), (period, length, offset, isFromEnd) => {
      const { wholeMonths, rows } = sourcesOf(period, length);
      const day = addDays(isFromEnd ? period.end : period.start, offset);
      const month = firstOfMonth(day);
      const counted =
        Number(wholeMonths !== undefined && month >= wholeMonths.start && month <= wholeMonths.end) +
        rows.filter(({ start, end }) => start <= day && day <= end).length;
      assert.equal(counted, period.start <= day && day <= period.end ? 1 : 0);
    }),
  );
});

test("months that lie in the period whole are never read row by row where the steps are months", () => {
  fc.assert(
    fc.property(periods, (period) => {
      for (const { start, end } of sourcesOf(period, "monthly").rows) {
        const isWhole = (day: string) => firstOfMonth(day) >= period.start && lastOfMonth(day) <= period.end;
        assert.ok(!isWhole(start) && !isWhole(end));
      }
    }),
  );
});
