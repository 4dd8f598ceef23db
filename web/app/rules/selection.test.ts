import assert from "node:assert/strict";
import { test } from "node:test";
import { rangeOf, stillThere, toggled } from "./selection.ts";

test("rows are chosen one by one or from one to another, whichever stands first", () => {
  assert.deepEqual(rangeOf([5, 3, 9, 1], 3, 1), [3, 9, 1]);
  assert.deepEqual(rangeOf([5, 3, 9, 1], 1, 3), [3, 9, 1]);
  assert.deepEqual(rangeOf([5, 3, 9, 1], undefined, 9), [9]);
  assert.deepEqual(rangeOf([5, 3], 77, 3), [3]);
  assert.deepEqual([...toggled(new Set([1, 2]), 2)], [1]);
  assert.deepEqual([...toggled(new Set([1]), 2)], [1, 2]);
  assert.deepEqual([...stillThere(new Set([1, 7]), [3, 1])], [1]);
});
