// What periods pass on: worked examples to the cent, and properties of random chains.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type BudgetPeriod, type Carry, carryOver } from "./carry.ts";

const period = (usedCents: number, more: Partial<BudgetPeriod> = {}): BudgetPeriod => ({
  isGoal: false,
  amountCents: 50_000,
  usedCents,
  carry: "surplus",
  capCents: null,
  isRefill: false,
  ...more,
});

/** carried, available, left and passed of each. */
const figures = (periods: readonly (BudgetPeriod | undefined)[]) =>
  carryOver(periods).map((each) => each && [each.carriedCents, each.availableCents, each.leftCents, each.passedCents]);

test("a surplus is carried from the first period on, and what is missing is forgotten", () => {
  assert.deepEqual(figures([period(42_015), period(63_000), period(10_000)]), [
    [0, 50_000, 7_985, 7_985],
    [7_985, 57_985, -5_015, 0],
    [0, 50_000, 40_000, 40_000],
  ]);
});

test("with both, what is missing lowers the next period, below zero too", () => {
  const both = { carry: "both" } as const;
  assert.deepEqual(figures([period(130_000, both), period(0, both), period(1, { carry: "none" }), period(0)]), [
    [0, 50_000, -80_000, -80_000],
    [-80_000, -30_000, -30_000, -30_000],
    [-30_000, 20_000, 19_999, 0],
    [0, 50_000, 50_000, 50_000],
  ]);
});

test("a period without a budget ends the chain", () => {
  assert.deepEqual(figures([period(0), undefined, period(0)]), [
    [0, 50_000, 50_000, 50_000],
    undefined,
    [0, 50_000, 50_000, 50_000],
  ]);
});

test("a cap holds what is passed on, and never what is missing", () => {
  const capped = { carry: "both", capCents: 30_000 } as const;
  assert.deepEqual(figures([period(0, capped), period(100_000, capped), period(0, capped)]), [
    [0, 50_000, 50_000, 30_000],
    [30_000, 80_000, -20_000, -20_000],
    [-20_000, 30_000, 30_000, 30_000],
  ]);
});

test("a period that is filled up adds what is missing of its amount, and takes nothing away", () => {
  const refill = { isRefill: true, carry: "both" } as const;
  const added = carryOver([
    period(42_000, refill),
    period(60_000, refill),
    period(0, refill),
    period(0, { ...refill, amountCents: 20_000 }),
  ]);
  assert.deepEqual(
    added.map((each) => [each?.carriedCents, each?.addedCents, each?.availableCents]),
    [
      [0, 50_000, 50_000],
      [8_000, 42_000, 50_000],
      [-10_000, 60_000, 50_000],
      [50_000, 0, 50_000],
    ],
  );
});

test("of a goal, what was earned beyond it lowers the next one, and with both what is missing raises it", () => {
  const goal = { isGoal: true, isRefill: true } as const;
  assert.deepEqual(figures([period(60_000, goal), period(30_000, goal), period(0, goal)]), [
    [0, 50_000, -10_000, -10_000],
    [-10_000, 40_000, 10_000, 0],
    [0, 50_000, 50_000, 0],
  ]);
  assert.deepEqual(figures([period(30_000, { ...goal, carry: "both" }), period(0, goal)]), [
    [0, 50_000, 20_000, 20_000],
    [20_000, 70_000, 70_000, 0],
  ]);
});

const CENTS = fc.integer({ min: 0, max: 999_999_999_999 });
const anyPeriod = fc.record({
  isGoal: fc.constant(false),
  amountCents: CENTS,
  usedCents: CENTS,
  carry: fc.constantFrom<Carry>("none", "surplus", "both"),
  capCents: fc.option(CENTS),
  isRefill: fc.boolean(),
});

test("with both and without a cap no cent is lost: what is left at last is all that was added less all that was used", () => {
  const chain = fc.array(anyPeriod, { minLength: 1, maxLength: 120 });
  const isExact = (periods: BudgetPeriod[]) => {
    const all = carryOver(periods.map((each) => ({ ...each, carry: "both" as const, capCents: null })));
    const added = all.reduce((sum, each) => sum + each!.addedCents, 0);
    const used = periods.reduce((sum, each) => sum + each.usedCents, 0);
    assert.equal(all.at(-1)!.leftCents, added - used);
  };
  fc.assert(fc.property(chain, isExact), { numRuns: 500 });
});

test("whatever the chain is, it may be cut where nothing is passed on, goals mirror limits, and no figure is inexact", () => {
  const chain = fc.array(fc.option(anyPeriod, { nil: undefined, freq: 8 }), { minLength: 1, maxLength: 40 });
  const holds = (periods: (BudgetPeriod | undefined)[]) => {
    const all = carryOver(periods);
    for (const [index, each] of all.entries()) {
      assert.ok(Object.values(each ?? {}).every((cents) => Number.isSafeInteger(cents) && !Object.is(cents, -0)));
      if ((each?.passedCents ?? 0) === 0) assert.deepEqual(carryOver(periods.slice(index + 1)), all.slice(index + 1));
    }
    const plain = periods.map((each) => each && { ...each, isRefill: false, carry: "both" as const, capCents: null });
    const goals = carryOver(plain.map((each) => each && { ...each, isGoal: true }));
    assert.deepEqual(goals, carryOver(plain));
  };
  fc.assert(fc.property(chain, holds), { numRuns: 500 });
});
