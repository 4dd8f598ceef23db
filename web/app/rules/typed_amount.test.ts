import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCents } from "./money.ts";
import { type AmountInput, typeAmount } from "./typed_amount.ts";

const EMPTY: AmountInput = { text: "", inFull: false };

/** Key by key at the end of the field; `<` takes the last character away. */
const type = (keys: string, language = "pt-BR", from = EMPTY) =>
  [...keys].reduce((before, key) => {
    const text = key === "<" ? before.text.slice(0, -1) : before.text + key;
    return typeAmount(before, text, language);
  }, from).text;

test("figures fill the cents from the right, and go the same way", () => {
  for (const [keys, text] of [
    ["5", "0,05"],
    ["1234", "12,34"],
    ["123456", "1.234,56"],
    ["0050", "0,50"],
    ["1234<", "1,23"],
    ["1234<<<", "0,01"],
    ["12<<", ""],
    ["12<<7", "0,07"],
    ["9".repeat(40), "9.999.999.999.999,99"],
    ["-", "-"],
    ["-1234", "−12,34"],
    ["-12<<<", ""],
  ] as const)
    assert.equal(type(keys), text, keys);
  assert.equal(type("123456", "en"), "1,234.56");
});

test("a comma, a point or a sign says that the amount is typed in full; so is what comes at once", () => {
  for (const [keys, cents] of [
    ["1.234,56", 123_456],
    ["1,234.56", 123_456],
    ["12+3,5", 1_550],
    ["12,5", 1_250],
    ["100,", undefined],
    ["100,00", 10_000],
    ["3×12,50", 3_750],
    ["100/3", 3_333],
    ["1,234", 123_400],
    ["7,50<<<<8", 8],
    ["-12,5", -1_250],
    ["-12+3,5", -850],
  ] as const)
    for (const language of ["pt-BR", "en"]) assert.equal(parseCents(type(keys, language)), cents ?? parseCents(keys), keys);
  assert.deepEqual(typeAmount(EMPTY, "100", "pt-BR"), { text: "100", inFull: true });
  assert.deepEqual(typeAmount({ text: "0,05", inFull: false }, "R$ 1.234,56", "pt-BR"), { text: "R$ 1.234,56", inFull: true });
});

test("what stands there is gone on with, or typed over", () => {
  const standing = { text: "30,00", inFull: false };
  assert.equal(type("5", "pt-BR", standing), "300,05");
  assert.equal(type("<", "pt-BR", standing), "3,00");
  assert.equal(typeAmount(standing, "5", "pt-BR").text, "0,05");
});
