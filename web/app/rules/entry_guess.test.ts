import assert from "node:assert/strict";
import { test } from "node:test";
import { pastUseOf, usualCategory } from "./entry_guess.ts";

const use = (description: string, category_id: number, amount_cents = -100) => ({ description, category_id, amount_cents });
const PAST = [
  use("Padaria Sol", 1),
  use("Salário", 9, 500_000),
  use("Padaria", 2),
  use("Pão", 2),
  use("Uber", 3),
  use("Pastel", 1, 700),
];

test("the last use is that of the same description, or of one that begins so, of the same kind", () => {
  assert.equal(pastUseOf(PAST, " PADARIA ", false)?.category_id, 2);
  assert.equal(pastUseOf(PAST, "pad", false)?.category_id, 1);
  assert.equal(pastUseOf(PAST, "pao", false)?.category_id, 2);
  assert.equal(pastUseOf(PAST, "pas", true)?.category_id, 1);
  for (const [typed, isIncome] of [
    ["p", false],
    ["", false],
    ["sal", false],
    ["x9", false],
    ["pad", true],
  ] as const)
    assert.equal(pastUseOf(PAST, typed, isIncome), undefined, typed);
});

test("the usual category is that of most of the latest uses, and of several the last one", () => {
  assert.equal(usualCategory(PAST, false), 2);
  assert.equal(usualCategory(PAST, true), 9);
  assert.equal(usualCategory([use("a", 5), use("b", 6)], false), 5);
  assert.equal(usualCategory([], false), undefined);
  const old = Array.from({ length: 30 }, () => use("velho", 7));
  assert.equal(
    usualCategory([...Array.from({ length: 20 }, () => use("novo", 8)), ...old], false),
    8,
    "what is long ago does not count",
  );
});
