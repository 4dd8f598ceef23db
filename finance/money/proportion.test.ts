import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MOST_CENTS, split } from "./cents.ts";
import { inProportion, overInstalments } from "./proportion.ts";

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);

test("left over cents go to the largest fractions, of equal ones to the first", () => {
  assert.deepEqual(inProportion(100, [1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(inProportion(-100, [-1, -1, -1]), [-34, -33, -33]);
  assert.deepEqual(inProportion(10, [50, 30, 20]), [5, 3, 2]);
  assert.deepEqual(inProportion(11, [50, 30, 20]), [6, 3, 2]);
  assert.deepEqual(inProportion(2, [1, 2]), [1, 1]);
  assert.deepEqual(inProportion(-9000, [-12000, 2000]), [-10800, 1800]);
  assert.deepEqual(inProportion(50, [-60, -40]), [30, 20]);
  assert.deepEqual(inProportion(0, [3, 4]), [0, 0]);
});

const amounts = fc.integer({ min: 1, max: MOST_CENTS });

test("shares sum to the total, keep the order of the weights, and differ from the exact ones by less than a cent", () => {
  fc.assert(
    fc.property(amounts, fc.array(amounts, { minLength: 2, maxLength: 50 }), (total, weights) => {
      const shares = inProportion(total, weights);
      const all = BigInt(sum(weights));
      assert.equal(sum(shares), total);
      for (const [index, share] of shares.entries()) {
        const difference = BigInt(share) * all - BigInt(weights[index] as number) * BigInt(total);
        assert.ok(-all < difference && difference < all);
        for (const [other, weight] of weights.entries())
          if (weight > (weights[index] as number)) assert.ok((shares[other] as number) >= share);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("parts over instalments: every row and column is exact, and no cell is negative or a cent from its fair share", () => {
  const purchase = fc
    .record({
      count: fc.integer({ min: 2, max: 24 }),
      parts: fc.array(fc.oneof(fc.integer({ min: 1, max: 300 }), amounts), { minLength: 2, maxLength: 6 }),
      sign: fc.constantFrom(1, -1),
    })
    .filter(({ count, parts }) => sum(parts) >= count);
  fc.assert(
    fc.property(purchase, ({ count, parts, sign }) => {
      const signed = parts.map((part) => part * sign);
      const instalments = split(sum(signed), count);
      const cells = overInstalments(instalments, signed);
      assert.deepEqual(cells.map(sum), instalments);
      assert.deepEqual(
        parts.map((_, index) => sum(cells.map((cell) => cell[index] as number))),
        signed,
      );
      const total = BigInt(sum(parts));
      for (const [row, cell] of cells.entries())
        for (const [index, cents] of cell.entries()) {
          assert.ok(cents * sign >= 0 && !Object.is(cents, -0));
          const fair = BigInt(parts[index] as number) * BigInt(instalments[row] as number);
          const difference = BigInt(cents) * total - fair;
          assert.ok(-total < difference && difference < total, `${cents} of ${parts} in ${count}`);
        }
    }),
    { numRuns: 20_000 },
  );
});
