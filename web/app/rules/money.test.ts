import assert from "node:assert/strict";
import { test } from "node:test";
import { describeSplit, formatCents, parseCents, splitCents } from "./money.ts";

test("amounts are read as people type and paste them", () => {
  for (const [text, cents] of [
    ["1.234,56", 123456],
    ["1,234.56", 123456],
    ["12+3,5", 1550],
    ["R$ 10", 1000],
    ["0,5", 50],
    [",99", 99],
    ["100", 10000],
    ["1.234", 123400],
    ["-20,00", -2000],
    ["10-2,50", 750],
    ["−7", -700],
    ["3×12,50", 3750],
    ["100/3", 3333],
    ["2 x 10 + 100 ÷ 3 − 1", 5233],
    ["-5*2", -1000],
  ] as const)
    assert.equal(parseCents(text), cents, text);
  for (const text of [
    "",
    "abc",
    "1.2.3",
    "12,34,5",
    "1e5",
    "--1",
    "9".repeat(20),
    "3×",
    "×3",
    "1/0",
    "2**3",
    "9*/2",
    `${"9".repeat(13)}*999999`,
  ])
    assert.equal(parseCents(text), undefined, text);
});

test("amounts are written to the cent, and parts sum to the whole", () => {
  assert.equal(formatCents(-123456789, "pt-BR"), "−R$\u00a01.234.567,89");
  assert.equal(formatCents(5, "en"), "R$\u00a00.05");
  assert.deepEqual(splitCents(10000, 3), [3334, 3333, 3333]);
  assert.equal(describeSplit(10000, 3, "pt-BR"), "1× R$\u00a033,34 + 2× R$\u00a033,33");
  assert.equal(describeSplit(9000, 3, "pt-BR"), "3× R$\u00a030,00");
  for (let total = -500; total < 500; total += 7)
    for (const parts of [1, 2, 3, 7, 12])
      assert.equal(
        splitCents(total, parts).reduce((sum, each) => sum + each, 0),
        total,
      );
});
