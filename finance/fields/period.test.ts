import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { readPeriod } from "./period.ts";
import { submit } from "./record.ts";

const days = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("a period holds the days that were asked for, and whole months hold no day of another month", () => {
  fc.assert(
    fc.property(days, days, (one, other) => {
      const [start_date, end_date] = [one, other].sort() as [string, string];
      const record = submit({ start_date, end_date }, undefined);
      const days = readPeriod(record, "2026-01-31", false);
      const months = readPeriod(record, "2026-01-31", true);
      assert.deepEqual(days, { value: { start: start_date, end: end_date }, problems: [] });
      assert.deepEqual(months.value, { start: firstOfMonth(start_date), end: lastOfMonth(end_date) });
    }),
  );
});

test("a period that ends before it starts is a problem of its end", () => {
  const record = submit({ start_date: "2026-02-02", end_date: "2026-02-01" }, undefined);
  const { problems } = readPeriod(record, "2026-01-31", true);
  assert.deepEqual(problems, [["end_date", { kind: "beforeStart", values: { other: "start_date" } }]]);
});
