import assert from "node:assert/strict";
import { test } from "node:test";
import { compactDay, type DayOrder, dayOf, dayOrderOf, looksLikeDay } from "./days.ts";

const END = "2026-09-15";

test("days as files write them", () => {
  const cases: [string, DayOrder, string | undefined][] = [
    ["05/08/2026", "dmy", "2026-08-05"],
    ["5/8/26", "dmy", "2026-08-05"],
    ["05.08.2026", "dmy", "2026-08-05"],
    ["05-08-2026", "dmy", "2026-08-05"],
    ["05/08/2026 14:10", "dmy", "2026-08-05"],
    ["2026-08-05", "dmy", "2026-08-05"],
    ["2026-08-05T00:00:00.000", "ymd", "2026-08-05"],
    ["20260805", "ymd", "2026-08-05"],
    ["08/05/2026", "mdy", "2026-08-05"],
    ["8/5'26", "mdy", "2026-08-05"],
    ["8/ 5/26", "mdy", "2026-08-05"],
    ["05/08", "dmy", "2026-08-05"],
    ["16/09", "dmy", "2025-09-16"],
    ["29/02", "dmy", "2024-02-29"],
    ["00/00/0000", "dmy", undefined],
    ["31/02/2026", "dmy", undefined],
    ["lançamentos", "dmy", undefined],
    ["", "dmy", undefined],
    ["05/08/1026", "dmy", undefined],
  ];
  for (const [text, order, day] of cases) assert.equal(dayOf(text, order, END), day, text);
});

test("the order is a column's: day first unless a number above 12 stands second and none first", () => {
  assert.equal(dayOrderOf(["05/08/2026", "06/08/2026"]), "dmy");
  assert.equal(dayOrderOf(["05/08/2026", "08/13/2026"]), "mdy");
  assert.equal(dayOrderOf(["13/08/2026", "08/13/2026"]), "dmy");
  assert.equal(dayOrderOf(["x", "2026-08-05"]), "ymd");
});

test("zero dates are meant as dates, words are not", () => {
  assert.equal(looksLikeDay("00/00/0000"), true);
  assert.equal(looksLikeDay("Total"), false);
});

test("the first eight digits", () => {
  assert.equal(compactDay("20260805100000[-03:EST]"), "2026-08-05");
  assert.equal(compactDay("2026-08-05"), "2026-08-05");
  assert.equal(compactDay("00000000"), undefined);
  assert.equal(compactDay("2026"), undefined);
});
