import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, addMonths, FIRST_DAY, firstOfMonth, LAST_DAY, lastOfMonth } from "./day.ts";
import { CALENDAR_MONTHS, type MonthRule, monthsOf, sameDayOf, WEEKENDS } from "./months.ts";

const RULES = Array.from({ length: 31 }, (_, index) => index + 1).flatMap((startDay) =>
  WEEKENDS.map((weekend): MonthRule => ({ startDay, weekend })),
);
const weekday = (day: string) => new Date(day).getUTCDay();

test("months of every rule follow each other without a gap or an overlap, from 1900 to 2199", () => {
  for (const rule of RULES) {
    const months = monthsOf(rule);
    let month = months.of(FIRST_DAY);
    let last = addDays(months.days(month).start, -1);
    assert.ok(months.days(month).start <= FIRST_DAY);
    for (; last < LAST_DAY; month = addMonths(month, 1)) {
      const { start, end } = months.days(month);
      if (start !== addDays(last, 1)) assert.fail(`${month} of ${JSON.stringify(rule)} begins on ${start} after ${last}`);
      if (start >= addDays(end, -24)) assert.fail(`${month} of ${JSON.stringify(rule)} ends on ${end}`);
      last = end;
    }
  }
});

test("every day is in the month that holds it, whatever the rule", () => {
  const day = fc.integer({ min: 0, max: 109_571 }).map((days) => addDays(FIRST_DAY, days));
  fc.assert(
    fc.property(day, fc.constantFrom(...RULES), (each, rule) => {
      const months = monthsOf(rule);
      const { start, end } = months.days(months.of(each));
      assert.ok(start <= each && each <= end);
      // The days at its ends are in it, and those beside it are not.
      assert.equal(months.of(start), months.of(end));
      assert.notEqual(months.of(addDays(start, -1)), months.of(start));
      assert.notEqual(months.of(addDays(end, 1)), months.of(end));
    }),
    { numRuns: 20_000 },
  );
});

test("a start on the first with no other rule is the calendar's", () => {
  const months = monthsOf({ startDay: 1, weekend: "same" });
  assert.equal(months, CALENDAR_MONTHS);
  for (const day of ["1900-01-01", "2026-02-28", "2028-02-29", "2199-12-31"]) {
    assert.equal(months.of(day), firstOfMonth(day));
    assert.deepEqual(months.days(months.of(day)), { start: firstOfMonth(day), end: lastOfMonth(day) });
  }
});

test("a month has the name of most of its days", () => {
  const days = (startDay: number, month: string) => monthsOf({ startDay, weekend: "same" }).days(month);
  assert.deepEqual(days(5, "2026-03-01"), { start: "2026-03-05", end: "2026-04-04" });
  assert.deepEqual(days(15, "2026-03-01"), { start: "2026-03-15", end: "2026-04-14" });
  assert.deepEqual(days(16, "2026-03-01"), { start: "2026-02-16", end: "2026-03-15" });
  assert.deepEqual(days(25, "2026-03-01"), { start: "2026-02-25", end: "2026-03-24" });
});

test("a start on a day that a month lacks is its last", () => {
  const days = (startDay: number, month: string) => monthsOf({ startDay, weekend: "same" }).days(month);
  assert.deepEqual(days(31, "2026-03-01"), { start: "2026-02-28", end: "2026-03-30" });
  assert.deepEqual(days(31, "2028-03-01"), { start: "2028-02-29", end: "2028-03-30" });
  assert.deepEqual(days(30, "2026-05-01"), { start: "2026-04-30", end: "2026-05-29" });
});

test("a start on a weekend stays, or is the Friday before or the Monday after, across the ends of calendar months too", () => {
  // 1 and 31 January 2028 are a Saturday and a Monday, 1 August 2027 and 31 October 2027 are Sundays.
  const start = (startDay: number, weekend: MonthRule["weekend"], month: string) =>
    monthsOf({ startDay, weekend }).days(month).start;
  assert.equal(start(1, "same", "2028-01-01"), "2028-01-01");
  assert.equal(start(1, "before", "2028-01-01"), "2027-12-31");
  assert.equal(start(1, "after", "2028-01-01"), "2028-01-03");
  assert.equal(start(1, "before", "2027-08-01"), "2027-07-30");
  assert.equal(start(31, "after", "2027-11-01"), "2027-11-01");
  for (const rule of RULES.filter(({ weekend }) => weekend !== "same"))
    for (let month = "2026-01-01"; month < "2031-01-01"; month = addMonths(month, 1))
      assert.ok(![0, 6].includes(weekday(monthsOf(rule).days(month).start)), `${month} of ${JSON.stringify(rule)}`);
});

test("the same day of another month is as far into it, or its last", () => {
  const ofFifth = monthsOf({ startDay: 5, weekend: "same" });
  assert.equal(sameDayOf(ofFifth, "2026-03-05", "2026-02-01"), "2026-02-05");
  assert.equal(sameDayOf(ofFifth, "2026-04-04", "2026-02-01"), "2026-03-04");
  // In the calendar it is the day of the same number.
  for (let day = "2026-01-01"; day < "2029-01-01"; day = addDays(day, 1))
    assert.equal(sameDayOf(CALENDAR_MONTHS, day, addMonths(firstOfMonth(day), -1)), addMonths(day, -1));
});
