import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MOST_CENTS, split } from "./cents.ts";

test("the leftover cents are on the first part", () => {
  assert.deepEqual(split(-10000, 3), [-3334, -3333, -3333]);
  assert.deepEqual(split(-16580, 2), [-8290, -8290]);
  assert.deepEqual(split(-6000, 3), [-2000, -2000, -2000]);
  assert.deepEqual(split(-99999, 12), [-8336, ...Array(11).fill(-8333)]);
  assert.deepEqual(split(-100, 6), [-20, -16, -16, -16, -16, -16]);
  assert.deepEqual(split(10000, 3), [3334, 3333, 3333]);
});

test("parts sum to the total, for any total and count, and never change sign", () => {
  const totals = fc.integer({ min: -MOST_CENTS, max: MOST_CENTS });
  fc.assert(
    fc.property(totals, fc.integer({ min: 2, max: 480 }), (total, count) => {
      const parts = split(total, count);
      assert.equal(parts.length, count);
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0),
        total,
      );
      assert.ok(parts.every((part) => Number.isSafeInteger(part) && !Object.is(part, -0) && part * total >= 0));
      assert.ok(parts.slice(1).every((part) => part === parts[1] && Math.abs(part) <= Math.abs(parts[0] as number)));
    }),
    { numRuns: 1000 },
  );
});
