import assert from "node:assert/strict";
import { test } from "node:test";
import { earmarkOf } from "./fold.ts";

test("moves come to what is left of them, and what could not be taken is not owed by what comes later", () => {
  assert.equal(earmarkOf([100, -60]), 40);
  assert.equal(earmarkOf([100, -100, -100, 50]), 50);
  assert.equal(earmarkOf([]), 0);
});
