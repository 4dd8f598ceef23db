import assert from "node:assert/strict";
import { test } from "node:test";
import { dialDashes, monthDayOf } from "./month_dial.ts";

test("a month has as many marks as days, in leap years too", () => {
  const days = [monthDayOf(2026, 2, 1), monthDayOf(2028, 2, 29), monthDayOf(2026, 12, 31), monthDayOf(2026, 11, 18)];
  assert.deepEqual(
    days.map((each) => each.days),
    [28, 29, 31, 30],
  );
});

test("on every day as many marks are lit as days have begun, and all dashes and gaps together are the month", () => {
  for (const days of [28, 29, 30, 31])
    for (let day = 1; day <= days; day++) {
      const { lit, today } = dialDashes({ day, days });
      const lengths = lit.split(" ").map(Number);
      assert.equal(lengths.length / 2, day);
      for (const dashes of [lit, today]) {
        const sum = dashes.split(" ").reduce((total, length) => total + Number(length), 0);
        assert.ok(Math.abs(sum - days) < 1e-9, `${day} of ${days}: ${sum}`);
      }
      assert.deepEqual(today.split(" ").slice(0, 3), ["0", String(day - 1), "0.7"]);
    }
});
