import assert from "node:assert/strict";
import { test } from "node:test";
import { lastDays } from "./days.ts";

const starts = (timeZone: string, count: number, now: string) =>
  lastDays(timeZone, count, new Date(now))?.map(({ date, start }) => `${date} ${start.toISOString()}`);

test("days begin at midnight of the time zone, and today is the last", () => {
  assert.deepEqual(starts("UTC", 2, "2026-03-01T00:00:00Z"), [
    "2026-02-28 2026-02-28T00:00:00.000Z",
    "2026-03-01 2026-03-01T00:00:00.000Z",
  ]);
  assert.deepEqual(starts("America/Sao_Paulo", 2, "2026-03-01T02:59:59.999Z"), [
    "2026-02-27 2026-02-27T03:00:00.000Z",
    "2026-02-28 2026-02-28T03:00:00.000Z",
  ]);
  assert.deepEqual(starts("Asia/Kolkata", 1, "2026-03-01T00:00:00Z"), ["2026-03-01 2026-02-28T18:30:00.000Z"]);
});

test("a day on which clocks change has 23 or 25 hours", () => {
  assert.deepEqual(starts("Europe/Berlin", 3, "2026-03-30T12:00:00Z"), [
    "2026-03-28 2026-03-27T23:00:00.000Z",
    "2026-03-29 2026-03-28T23:00:00.000Z",
    "2026-03-30 2026-03-29T22:00:00.000Z",
  ]);
  assert.deepEqual(starts("Europe/Berlin", 2, "2026-10-26T12:00:00Z"), [
    "2026-10-25 2026-10-24T22:00:00.000Z",
    "2026-10-26 2026-10-25T23:00:00.000Z",
  ]);
});

test("what is no time zone has no days", () => {
  for (const zone of ["Mars/Olympus", "", "America/Sao_Paulo\0", "x".repeat(60)])
    assert.equal(lastDays(zone, 1, new Date()), undefined, zone);
});
