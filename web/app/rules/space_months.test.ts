import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, addMonths, lastDayOf } from "./days.ts";
import { CALENDAR, daysOf, monthHolding, passedPart, WEEKENDS } from "./space_months.ts";

test("months of every rule follow each other, and hold their days", () => {
  for (let startDay = 1; startDay <= 31; startDay++)
    for (const weekend of WEEKENDS) {
      const rule = { startDay, weekend };
      let { last } = daysOf("2025-12", rule);
      for (let month = "2026-01"; month <= "2029-12"; month = addMonths(month, 1)) {
        const days = daysOf(month, rule);
        assert.equal(days.first, addDays(last, 1), `${month} of ${JSON.stringify(rule)}`);
        assert.deepEqual([monthHolding(days.first, rule), monthHolding(days.last, rule)], [month, month]);
        last = days.last;
      }
    }
});

test("a month has the name of most of its days", () => {
  assert.deepEqual(daysOf("2026-03", CALENDAR), { first: "2026-03-01", last: lastDayOf("2026-03") });
  assert.deepEqual(daysOf("2026-03", { startDay: 5, weekend: "same" }), { first: "2026-03-05", last: "2026-04-04" });
  assert.deepEqual(daysOf("2026-03", { startDay: 25, weekend: "same" }), { first: "2026-02-25", last: "2026-03-24" });
  assert.deepEqual(daysOf("2026-03", { startDay: 31, weekend: "after" }), { first: "2026-03-02", last: "2026-03-30" });
  assert.deepEqual(daysOf("2026-03", { startDay: 1, weekend: "before" }), { first: "2026-02-27", last: "2026-03-31" });
});

test("the part of a month that has passed counts the day itself, and is nothing on days of others", () => {
  const rule = { startDay: 5, weekend: "same" } as const;
  assert.equal(passedPart("2026-04", "2026-05-04", rule), 1);
  assert.equal(passedPart("2026-04", "2026-04-19", rule), 0.5);
  assert.equal(passedPart("2026-04", "2026-04-04", rule), undefined);
  assert.equal(passedPart("2026-02", "2026-02-14", CALENDAR), 0.5);
});
