import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceText } from "./balance_text.ts";

test("cents are written as people in Brazil read them", () => {
  const texts: [number, string][] = [
    [0, "R$ 0,00"],
    [5, "R$ 0,05"],
    [-5, "-R$ 0,05"],
    [99_999, "R$ 999,99"],
    [123_456, "R$ 1.234,56"],
    [-100_000_000, "-R$ 1.000.000,00"],
    [Number.MAX_SAFE_INTEGER, "R$ 90.071.992.547.409,91"],
  ];
  for (const [cents, text] of texts) assert.equal(balanceText(cents), text);
});
