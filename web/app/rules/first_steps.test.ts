import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOSEN, nextDate, preferenceOf, readSteps, SKIPPED, STEPS, statesOf } from "./first_steps.ts";

const NOTHING = { language: false, income: false, account: false, card: false, statement: false };

test("a step is done if the space says so, or if it was saved and the space cannot say; else it is skipped or left", () => {
  assert.deepEqual(new Set(Object.values(statesOf({}, NOTHING))), new Set(["left"]));
  const record = { language: CHOSEN, account: "request", card: "request", income: SKIPPED };
  assert.deepEqual(statesOf(record, NOTHING), {
    language: "done",
    income: "skipped",
    account: "done",
    card: "left",
    statement: "left",
  });
  assert.equal(statesOf(record, { ...NOTHING, income: true, card: true }).income, "done");
  assert.equal(statesOf(record, { ...NOTHING, card: true }).card, "done");
});

test("preferences that are no record of steps are read as none", () => {
  for (const stored of [undefined, null, 7, "x", [], { card: 7, account: null, income: "" }])
    assert.deepEqual(readSteps(stored), {}, JSON.stringify(stored));
  assert.deepEqual(readSteps({ card: "a", dismissed: "yes" }), { card: "a", dismissed: "yes" });
  assert.notEqual(preferenceOf(""), preferenceOf("7"));
});

test("the next date with a day of the month is today or later, and exists", () => {
  assert.equal(nextDate("2026-11-18", 18), "2026-11-18");
  assert.equal(nextDate("2026-11-18", 5), "2026-12-05");
  assert.equal(nextDate("2026-11-18", 31), "2026-12-31");
  assert.equal(nextDate("2027-01-30", 30), "2027-01-30");
  assert.equal(nextDate("2027-01-31", 30), "2027-03-30");
  assert.equal(nextDate("2028-02-01", 29), "2028-02-29");
  assert.equal(STEPS.length, 5);
});
