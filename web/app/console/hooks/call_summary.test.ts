// What the last calls of a hook say of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Call, summaryOf } from "./call_summary.ts";

const call = (milliseconds: number, outcome: Call["outcome"] = "answered"): Call => ({
  at: "",
  milliseconds,
  outcome,
  error: null,
});

test("a refusal is an answer, and one failure in many is not rounded away", () => {
  assert.equal(summaryOf([]), undefined);
  assert.deepEqual(summaryOf([call(9), call(1, "refused"), call(5)]), { count: 3, share: 1, median: 5, slowest: 9 });
  assert.deepEqual(summaryOf([call(4), call(2)]), { count: 2, share: 1, median: 2, slowest: 4 });
  const calls = [call(5_000, "failed"), ...Array.from({ length: 299 }, () => call(3))];
  assert.deepEqual(summaryOf(calls), { count: 300, share: 0.99, median: 3, slowest: 5_000 });
});
