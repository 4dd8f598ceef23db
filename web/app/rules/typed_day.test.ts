import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDay } from "./typed_day.ts";

test("a day is typed as a word, as a number, with its month, by how far it is, or as a date", () => {
  for (const [typed, day] of [
    ["hoje", "2026-11-16"],
    [" Ontem", "2026-11-15"],
    ["amanhã", "2026-11-17"],
    ["anteontem", "2026-11-14"],
    ["+2", "2026-11-18"],
    ["-16", "2026-10-31"],
    ["15", "2026-11-15"],
    ["15/3", "2026-03-15"],
    ["15.3.27", "2027-03-15"],
    ["05/03/2025", "2025-03-05"],
    ["2024-02-29", "2024-02-29"],
    ["1503", "2026-03-15"],
    ["150327", "2027-03-15"],
    ["15032025", "2025-03-15"],
  ])
    assert.equal(parseDay(typed as string, "2026-11-16", "pt-BR"), day, typed);
  for (const typed of ["3/15", "0315", "03152026"]) assert.equal(parseDay(typed, "2026-11-16", "en"), "2026-03-15", typed);
});

test("what is no day is none", () => {
  for (const typed of [
    "",
    "31",
    "31/2",
    "2026-02-29",
    "0/1",
    "15/13",
    "x",
    "15/",
    "1/2/3",
    "2026-1-1",
    "+99999",
    "toString",
    "153",
    "3113",
    "15132026",
  ])
    assert.equal(parseDay(typed, "2026-11-16", "pt-BR"), undefined, typed);
});
