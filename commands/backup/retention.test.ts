import assert from "node:assert/strict";
import { test } from "node:test";
import { superfluous } from "./retention.ts";

const on = (...days: string[]) => days.map((day) => ({ name: day, at: new Date(`${day}T03:00:00Z`) }));
const kept = (days: string[], keep: Parameters<typeof superfluous>[1]) => {
  const backups = on(...days);
  const removed = new Set(superfluous(backups, keep).map(({ name }) => name));
  return days.filter((day) => !removed.has(day));
};

test("the last backup of each of so many days, weeks and months is kept", () => {
  const days = Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10));
  assert.deepEqual(kept(days, { daily: 3, weekly: 0, monthly: 0 }), days.slice(-3));
  // 2027-02-04 is a Thursday; earlier weeks end on Sundays.
  assert.deepEqual(kept(days, { daily: 0, weekly: 3, monthly: 0 }), ["2027-01-24", "2027-01-31", "2027-02-04"]);
  assert.deepEqual(kept(days, { daily: 0, weekly: 0, monthly: 3 }), ["2026-12-31", "2027-01-31", "2027-02-04"]);
  assert.equal(kept(days, { daily: 7, weekly: 4, monthly: 12 }).length, 7 + 2 + 10, "periods share backups");
});

test("of several backups of a day the last one stays; days without one do not count; the newest always stays", () => {
  const day = [1, 2, 3].map((hour) => ({ name: `${hour}`, at: new Date(Date.UTC(2026, 0, 1, hour)) }));
  assert.deepEqual(
    superfluous(day, { daily: 1, weekly: 0, monthly: 0 }).map(({ name }) => name),
    ["2", "1"],
  );
  const rare = ["2024-01-01", "2025-01-01", "2026-01-01"];
  assert.deepEqual(kept(rare, { daily: 2, weekly: 0, monthly: 0 }), rare.slice(1));
  assert.deepEqual(superfluous(on("2026-01-01"), { daily: 0, weekly: 0, monthly: 0 }), []);
});
