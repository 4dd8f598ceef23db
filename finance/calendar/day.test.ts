import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { addDays, addMonths, dayIn, daysBetween, firstOfMonth, isDay, lastOfMonth } from "./day.ts";

test("only days that exist, from 1900 to 2199, written in full, are days", () => {
  for (const day of ["1900-01-01", "2199-12-31", "2024-02-29", "2026-02-28", "2000-02-29"]) assert.ok(isDay(day), day);
  const none = ["2026-02-30", "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "1899-12-31", "2200-01-01", "10000-01-01"];
  const shapes = [
    "2026-2-3",
    "03/02/2026",
    "2026-02-03T00:00:00Z",
    "20260203",
    " 2026-02-03",
    "2026-02-00",
    "-0001-01-01",
    "",
    "1900-02-29",
  ];
  for (const value of [...none, ...shapes, 20260203, null, undefined, {}, []]) assert.equal(isDay(value), false, String(value));
});

test("the day of a zone changes at its midnight", () => {
  assert.equal(dayIn("America/Sao_Paulo", new Date("2026-01-01T02:59:59.999Z")), "2025-12-31");
  assert.equal(dayIn("America/Sao_Paulo", new Date("2026-01-01T03:00:00.000Z")), "2026-01-01");
  assert.equal(dayIn("Pacific/Auckland", new Date("2026-01-01T12:00:00Z")), "2026-01-02");
});

test("a month later is the same day, or the last one of a shorter month", () => {
  assert.deepEqual(
    [1, 2, 3, 13].map((months) => addMonths("2026-01-31", months)),
    ["2026-02-28", "2026-03-31", "2026-04-30", "2027-02-28"],
  );
  assert.equal(addMonths("2026-03-31", -1), "2026-02-28");
});

test("months and days are added and counted as the calendar of the language does", () => {
  const dates = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
  const days = dates.map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, days, fc.integer({ min: -6_000, max: 12_000 }), (day, other, count) => {
      const date = Temporal.PlainDate.from(day);
      assert.equal(addMonths(day, count), date.add({ months: count }).toString());
      assert.equal(addDays(day, count), date.add({ days: count }).toString());
      assert.equal(daysBetween(day, other), date.until(other, { largestUnit: "days" }).days);
    }),
    { numRuns: 2_000 },
  );
});

test("every day lies between the first and the last of its month, and both are days", () => {
  const days = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10);
      assert.ok(isDay(day) && isDay(firstOfMonth(day)) && isDay(lastOfMonth(day)));
      assert.ok(firstOfMonth(day) <= day && day <= lastOfMonth(day));
      assert.equal(isDay(`${day.slice(0, 8)}${Number(lastOfMonth(day).slice(8)) + 1}`), false);
    }),
  );
});
