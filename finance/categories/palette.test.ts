import assert from "node:assert/strict";
import { test } from "node:test";
import { PALETTE } from "./palette.ts";

test("the palette has 24 different colours as the database keeps them", () => {
  assert.equal(new Set(PALETTE).size, 24);
  assert.deepEqual(
    PALETTE.filter((color) => !/^[0-9a-f]{6}$/.test(color)),
    [],
  );
});
