import assert from "node:assert/strict";
import { test } from "node:test";
import { purchasesOfIof } from "./iof.ts";

const line = (kind: string, amountCents: number, fitid: string | null = null) => ({ kind, amountCents, fitid });

test("IOF belongs to the purchase with its FITID, else to a neighbour of which it is 1 to 7 %", () => {
  const lines = [
    line("plain", -10000, "a"),
    line("abroad", -20000, "b"),
    line("plain", -9000, "c"),
    line("iof", -700, "b"),
    line("plain", -5000),
    line("iof", -175),
    line("iof", -4000),
  ];
  assert.deepEqual(
    [...purchasesOfIof(lines)],
    [
      [3, 1],
      [5, 4],
    ],
  );
});

test("one FITID on everything costs little", () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => line(index % 2 ? "iof" : "plain", -1, "x"));
  assert.equal(purchasesOfIof(lines).size, 0);
});
