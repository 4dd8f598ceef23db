import assert from "node:assert/strict";
import { test } from "node:test";
import { barOf, differenceOf, spentPercent } from "./overview.ts";

const part = (cents: number) => ({ kind: "rows" as const, credit_card_id: null, description: "", amount_cents: cents });

test("the bar of the balance is what is free and what is committed; below zero, what is covered and what is missing", () => {
  assert.deepEqual(barOf(100, { free_cents: 50, committed: [part(30), part(20)] }), [50, 30, 20]);
  assert.deepEqual(barOf(100, { free_cents: -100, committed: [part(200)] }), [50, 50]);
  assert.deepEqual(barOf(-30, { free_cents: -50, committed: [part(20)] }), [0, 100]);
  assert.deepEqual(barOf(0, { free_cents: 0, committed: [] }), [0]);
});

test("bars of categories are in per cent of the largest amount, and differences in whole units", () => {
  const spent = (now: number, before: number | null) => ({ spent_cents: now, previous_spent_cents: before });
  const all = [spent(5_000, 10_000), spent(-200, null)];
  assert.deepEqual([spentPercent(5_000, all), spentPercent(-200, all), spentPercent(5, [spent(0, null)])], [50, 0, 0]);
  assert.deepEqual(
    [differenceOf(spent(5_049, 10_000)), differenceOf(spent(1, 0)), differenceOf(spent(1, null))],
    [-50, 0, undefined],
  );
});
