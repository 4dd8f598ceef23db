import assert from "node:assert/strict";
import { test } from "node:test";
import { BLOCKS, isUsual, moveBlock, readArrangement, toggleBlock, USUAL } from "./overview_blocks.ts";

test("what is stored is read without unknown names, and lacks no block", () => {
  for (const wrong of [undefined, null, "x", 1, [], { order: "ahead", hidden: {} }, { order: [null, {}, "nothing"] }])
    assert.deepEqual(readArrangement(wrong), { order: [...BLOCKS], hidden: [] });
  const { order, hidden } = readArrangement({ order: ["budgets", "x", "next", "budgets"], hidden: ["odd", "y", "odd"] });
  assert.deepEqual(order, ["ahead", "budgets", "next", "spending", "odd", "latest", "month", "cards"]);
  assert.deepEqual(hidden, ["odd"]);
});

test("a block moves by one place and stays at the ends; hiding it twice shows it again", () => {
  assert.deepEqual(moveBlock(USUAL, "next", -1).order.slice(0, 2), ["next", "ahead"]);
  assert.deepEqual(moveBlock(USUAL, "ahead", 1).order.slice(0, 2), ["next", "ahead"]);
  assert.deepEqual(moveBlock(USUAL, "ahead", -1), USUAL);
  assert.deepEqual(moveBlock(USUAL, "budgets", 1), USUAL);
  const hidden = toggleBlock(USUAL, "odd");
  assert.deepEqual([hidden.hidden, isUsual(hidden), isUsual(toggleBlock(hidden, "odd"))], [["odd"], false, true]);
  assert.deepEqual(readArrangement(JSON.parse(JSON.stringify(moveBlock(hidden, "odd", -1)))), moveBlock(hidden, "odd", -1));
});
