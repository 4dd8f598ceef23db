import assert from "node:assert/strict";
import { test } from "node:test";
import { isTooLong, weaknessOf } from "./rules.ts";

const LENGTH = "Password should be at least 6 characters.";
const plain = { passwordMinLength: 6, passwordRequiredCharacters: [] };
const strict = { passwordMinLength: 6, passwordRequiredCharacters: ["abc", "ABC", "019", ":/"] };
const CHARACTERS = "Password should contain at least one character of each: abc, ABC, 019, :/.";

const conflict: [password: string, rules: typeof plain | typeof strict][] = [
  ["secret", plain],
  ["      ", plain],
  ["çãéíóú", plain],
  ["\u{1F600}".repeat(6), plain],
  ["x".repeat(256), plain],
  ["aA0:zz", strict],
  ["/9Ccxx", strict],
];
for (const [password, rules] of conflict) {
  test(`a password of ${[...password].length} characters, ${password.slice(0, 12)}, is taken`, () =>
    assert.equal(weaknessOf(password, rules), undefined));
}

test("five characters are too few, however many bytes they are", () => {
  for (const password of ["", "12345", "çãéíó", "\u{1F600}".repeat(5)]) {
    assert.deepEqual(weaknessOf(password, plain), { reasons: ["length"], message: LENGTH });
  }
});

test("the message names the length that is configured", () => {
  const weakness = weaknessOf("eleven char", { passwordMinLength: 12, passwordRequiredCharacters: [] });
  assert.equal(weakness?.message, "Password should be at least 12 characters.");
});

test("one character of each set is needed, and all sets are named", () => {
  for (const password of ["aaaaaa", "aA0aaa", "A0:AAA", "a0:aaa", "aA:aaa", "zzzzzz"]) {
    assert.deepEqual(weaknessOf(password, strict), { reasons: ["characters"], message: CHARACTERS }, password);
  }
});

test("a password that is short and plain hears of both, length first", () => {
  assert.deepEqual(weaknessOf("aA:", strict), { reasons: ["length", "characters"], message: `${LENGTH} ${CHARACTERS}` });
});

test("a set may hold characters outside of the basic plane, and half of one does not count", () => {
  const rules = { passwordMinLength: 6, passwordRequiredCharacters: ["\u{1F600}\u{1F601}"] };
  assert.equal(weaknessOf("secret\u{1F601}", rules), undefined);
  // The same first half as the characters of the set.
  assert.deepEqual(weaknessOf("secret\u{1F602}", rules)?.reasons, ["characters"]);
});

test("256 bytes are the most, counted as UTF-8", () => {
  assert.equal(isTooLong("x".repeat(256)), false);
  assert.equal(isTooLong("x".repeat(257)), true);
  assert.equal(isTooLong("ç".repeat(128)), false);
  assert.equal(isTooLong(`${"ç".repeat(128)}x`), true);
  assert.equal(isTooLong("\u{1F600}".repeat(24)), false);
  assert.equal(isTooLong("x".repeat(1 << 20)), true);
});
