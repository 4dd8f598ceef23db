import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "../calendar/day.ts";
import { countMissing } from "../series/occurrences.ts";
import type { StoredSeries } from "../tables/tables.ts";
import { MOST_ROWS_A_STEP, reachOfAStep } from "./how_far.ts";

const FROM = "2028-01-31";
const FAR = "2036-01-31";

/** Has its rows up to that day. */
const daily = {
  kind: "fixed",
  ended: false,
  periodicity: "daily",
  anchor_date: "2026-01-01",
  anchor_occurrence: 1,
  last_occurrence: 761,
  credit_card_id: null,
} as StoredSeries;
const series = (count: number): StoredSeries[] => Array<StoredSeries>(count).fill(daily);
const rowsThrough = (open: readonly StoredSeries[], day: string) => open.reduce((sum, each) => sum + countMissing(each, day), 0);

test("one step goes as far as it is asked for where that is few rows", () => {
  assert.equal(rowsThrough(series(1), FROM), 0);
  assert.equal(reachOfAStep([], FROM, FAR), FAR);
  assert.equal(reachOfAStep(series(1), FROM, FAR), FAR);
  assert.equal(reachOfAStep(series(100), FROM, "2028-02-29"), "2028-02-29");
});

test("one step makes at most so many rows, and not one day less than it could", () => {
  for (const count of [2, 10, 100, 1_000, 4_000]) {
    const open = series(count);
    const reach = reachOfAStep(open, FROM, FAR);
    assert.ok(rowsThrough(open, reach) <= MOST_ROWS_A_STEP, `${count} series`);
    assert.ok(rowsThrough(open, addDays(reach, 1)) > MOST_ROWS_A_STEP, `${count} series`);
  }
});

test("steps come to an end, however many series there are", () => {
  assert.equal(reachOfAStep(series(5_000), FROM, FAR), "2028-02-01");
});
