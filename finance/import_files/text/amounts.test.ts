import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { centsOf, centsOfNumber, type Decimal, decimalOf, findDecimal } from "./amounts.ts";

test("amounts as banks write them", () => {
  const cases: [string, Decimal, number][] = [
    ["-1.234,56", ",", -123456],
    ["-1234.56", ".", -123456],
    ["R$ 12,34", ",", 1234],
    ["-R$ 12,34", ",", -1234],
    ["R$ -12,34", ",", -1234],
    ["R$\u00a01.133,33", ",", 113333],
    ["\u2212R$ 42,50", ",", -4250],
    ["\u201342,50", ",", -4250],
    ["12,34-", ",", -1234],
    ["(12,34)", ",", -1234],
    ["12,34 D", ",", -1234],
    ["12,34 C", ",", 1234],
    ["$1,000.00", ".", 100000],
    ["US$ 10.5", ".", 1050],
    ["+5", ",", 500],
    ["1.234.567", ",", 123456700],
    [",50", ",", 50],
    ["12.340000000000", ".", 1234],
    ["-0,00", ",", 0],
  ];
  for (const [text, decimal, cents] of cases) assert.deepEqual(centsOf(text, decimal), { cents }, text);
});

test("what is no amount has a reason", () => {
  const cases: [string, Decimal, string][] = [
    ["abc", ",", "amount_invalid"],
    ["12.5", ",", "amount_invalid"],
    ["1.23.456", ",", "amount_invalid"],
    ["1,2,3", ",", "amount_invalid"],
    ["0.005", ",", "amount_invalid"],
    ["0,005", ",", "amount_too_precise"],
    ["--5", ",", "amount_invalid"],
    ["9".repeat(100), ",", "amount_invalid"],
    ["1,234", ",", "amount_too_precise"],
    ["1.2345", ".", "amount_too_precise"],
    ["99999999999999", ",", "amount_too_large"],
  ];
  for (const [text, decimal, reason] of cases) assert.deepEqual(centsOf(text, decimal), { reason }, text);
});

test("the decimal sign is a column's", () => {
  const cases: [string[], Decimal, Decimal][] = [
    [["1.234,56", "1.234"], ".", ","],
    [["1,234.56", "1,234"], ",", "."],
    [["12.34", "5"], ",", "."],
    [["12,3"], ".", ","],
    [["1.234", "5.000"], ".", ","],
    [["1,234"], ",", "."],
    [["1.234.567"], ".", ","],
    [["12.50", "1.234", "3.10"], ",", "."],
    [["5", "10"], ",", ","],
    [["5", "10"], ".", "."],
    [[], ".", "."],
  ];
  for (const [values, usual, decimal] of cases) assert.equal(decimalOf(values, usual), decimal, values.join(" "));
});

test("a column of three decimals or thousands does not show its sign; a person's word decides it", () => {
  const cases: [string[], boolean, { decimal: Decimal; isCertain: boolean }][] = [
    [["10,999", "1,250"], false, { decimal: ".", isCertain: false }],
    [["-10.999"], false, { decimal: ",", isCertain: false }],
    [["10,999"], true, { decimal: ",", isCertain: true }],
    [["10.999", "10,999"], false, { decimal: ",", isCertain: false }],
    [["10.999", "1.50"], false, { decimal: ".", isCertain: true }],
    [["10.999", "1.50"], true, { decimal: ".", isCertain: true }],
    // A thousand begins with another digit than zero, and has at most three before the sign.
    [["0.005", "10.999"], false, { decimal: ".", isCertain: true }],
    [["1234,567"], false, { decimal: ",", isCertain: true }],
    [["5", "10"], false, { decimal: ",", isCertain: true }],
  ];
  for (const [values, isStated, expected] of cases)
    assert.deepEqual(findDecimal(values, ",", isStated), expected, values.join(" "));
});

test("every amount, written in any of the usual ways, is read as it was", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      fc.boolean(),
      fc.constantFrom<Decimal>(".", ","),
      (cents, grouped, decimal) => {
        const digits = String(Math.abs(cents)).padStart(3, "0");
        const whole = digits.slice(0, -2);
        const other = decimal === "," ? "." : ",";
        const text = `${cents < 0 ? "-" : ""}${grouped ? whole.replace(/\B(?=(\d{3})+$)/g, other) : whole}${decimal}${digits.slice(-2)}`;
        assert.equal(decimalOf([text], other), decimal);
        assert.deepEqual(centsOf(text, decimal), { cents });
        assert.deepEqual(centsOfNumber(cents / 100), { cents });
      },
    ),
  );
});

test("a number cell has whole cents, or a reason", () => {
  assert.deepEqual(centsOfNumber(0.1 + 0.2), { cents: 30 });
  assert.deepEqual(centsOfNumber(-0), { cents: 0 });
  assert.deepEqual(centsOfNumber(1.234), { reason: "amount_too_precise" });
  assert.deepEqual(centsOfNumber(Number.NaN), { reason: "amount_invalid" });
  assert.deepEqual(centsOfNumber(1e300), { reason: "amount_too_large" });
});
