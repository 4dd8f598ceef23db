import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { percentageText, totalsOf } from "./totals.ts";

test("a limit counts what was spent, a goal what was earned, and neither goes below nothing", () => {
  const cases: [type: number, paid: number, unpaid: number, total: number, predictedTotal: number][] = [
    [0, -37_500, -2_500, 37_500, 40_000],
    [0, 500, 0, 0, 0],
    [0, -1_000, 1_500, 1_000, 0],
    [0, 1_000, -1_500, 0, 500],
    [1, 500_000, 250_000, 500_000, 750_000],
    [1, -1_000, 1_500, 0, 500],
    [1, 0, -1, 0, 0],
    [0, 0, 0, 0, 0],
  ];
  for (const [activity_type, paid_cents, unpaid_cents, total, predictedTotal] of cases) {
    const totals = totalsOf({ activity_type, paid_cents, unpaid_cents });
    assert.deepEqual(totals, { total, predictedTotal });
    assert.ok(!Object.is(totals.total, -0) && !Object.is(totals.predictedTotal, -0));
  }
});

test("a percentage has one decimal, halves go up, and there is always a number", () => {
  const cases: [total: number, amount: number, text: string][] = [
    [37_500, 150_000, "25.0"],
    [12_000, 50_000, "24.0"],
    [200_000, 150_000, "133.3"],
    [1, 3, "33.3"],
    [2, 3, "66.7"],
    [1, 2_000, "0.1"],
    [49, 100_000, "0.0"],
    [50, 100_000, "0.1"],
    [1_005, 10_000, "10.1"],
    [1_025, 10_000, "10.3"],
    [0, 150_000, "0.0"],
    [0, 0, "0.0"],
    [500, 0, "0.0"],
    [9_007_199_254_740_991, 1, "900719925474099100.0"],
    [9_007_199_254_740_991, 999_999_999_999, "900719.9"],
  ];
  for (const [total, amount, text] of cases) assert.equal(percentageText(total, amount), text, `${total} of ${amount}`);
});

test("a percentage is never further than half a tenth from the truth", () => {
  const totals = fc.maxSafeNat();
  const amounts = fc.integer({ min: 1, max: 999_999_999_999 });
  fc.assert(
    fc.property(totals, amounts, (total, amount) => {
      const text = percentageText(total, amount);
      assert.match(text, /^\d+\.\d$/);
      const tenths = BigInt(text.replace(".", ""));
      const twiceTheError = 2n * (tenths * BigInt(amount) - 1000n * BigInt(total));
      assert.ok(twiceTheError > -BigInt(amount) && twiceTheError <= BigInt(amount));
    }),
  );
});
