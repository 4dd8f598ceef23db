import assert from "node:assert/strict";
import { test } from "node:test";
import { isCalculation, type KeypadKey, keypadCents, keypadKeyOf, keypadText, pressKeypad, showKeypad } from "./keypad.ts";
import { parseCents } from "./money.ts";

/** `<` takes the last one away. */
const press = (keys: string, from = "") =>
  [...keys].reduce((text, key) => pressKeypad(text, key === "<" ? "back" : (key as KeypadKey)), from);

test("digits are whole reais, a comma begins the cents, and plus and minus sum to the cent", () => {
  for (const [keys, cents] of [
    ["", undefined],
    ["4590", 459_000],
    ["45,90", 4_590],
    ["45,9", 4_590],
    ["45,", 4_500],
    [",5", 50],
    ["12,50+3", 1_550],
    ["12,50+", 1_250],
    ["32+13,90", 4_590],
    ["0,1+0,2", 30],
    ["10-2,5", 750],
    ["3-5", -200],
    ["999999999,99+0,01", 100_000_000_000],
    ["1,15+2,25+3,35", 675],
  ] as const)
    assert.equal(keypadCents(press(keys)), cents, keys);
});

test("keys that make no sense change nothing", () => {
  for (const [keys, text] of [
    ["+5", "5"],
    ["-5", "5"],
    ["=", ""],
    ["005", "5"],
    ["0,05", "0,05"],
    ["1,234", "1,23"],
    ["1,,2", "1,2"],
    ["1,2,3", "1,23"],
    ["1++2", "1+2"],
    ["1+-2", "1-2"],
    ["1,+2", "1+2"],
    ["1+,5", "1+0,5"],
    ["1+007", "1+7"],
    ["12345678901", "123456789"],
  ] as const)
    assert.equal(press(keys), text, keys);
  assert.equal(pressKeypad("12", "00"), "1200");
  assert.equal(pressKeypad("", "00"), "0");
  assert.equal(pressKeypad("1,5", "00"), "1,50");
  assert.equal(press("1+".repeat(30)).split("+").length, 20);
});

test("backspace takes one key away, and the equals sign makes one amount of the sum", () => {
  assert.equal(press("12,50+3<<"), "12,50");
  assert.equal(press("1<<<"), "");
  assert.equal(press("12,50+3="), "15,50");
  assert.equal(press("12,50+2,50="), "15");
  assert.equal(press("3-5="), "3-5");
});

test("calculations are shown with spaces and the separators of the language", () => {
  assert.equal(showKeypad("12,50+3", "pt-BR"), "12,50 + 3");
  assert.equal(showKeypad("1234,5-", "pt-BR"), "1.234,5 −");
  assert.equal(showKeypad("1234,5+1000000", "en"), "1,234.5 + 1,000,000");
  assert.equal(showKeypad("", "en"), "");
  assert.deepEqual(["12", "12+", "1-2"].map(isCalculation), [false, true, true]);
});

test("an amount as text is that amount again, also for fields that are typed in full", () => {
  for (const cents of [1, 10, 99, 100, 1_550, 123_456, 99_999_999_999]) {
    assert.equal(keypadCents(keypadText(cents)), cents);
    assert.equal(parseCents(keypadText(cents)), cents);
  }
});

test("keys of a device's keyboard", () => {
  assert.deepEqual(["7", ".", ",", "Backspace", "+", "-", "=", "a", "F1", "Enter", "12"].map(keypadKeyOf), [
    ...["7", ",", ",", "back", "+", "-", "="],
    ...[undefined, undefined, undefined, undefined],
  ]);
});
