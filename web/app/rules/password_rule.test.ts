import assert from "node:assert/strict";
import { test } from "node:test";
import { passwordRule } from "./password_rule.ts";

const COMMON = "Do not use a common password, such as 123456 or a name and a year: a short sentence is better.";
const CASES: [settings: object, said: string][] = [
  [{}, COMMON],
  [{ password_min_length: "8", password_required_characters: null }, COMMON],
  [{ password_min_length: 6, password_required_characters: [] }, `At least 6 characters. ${COMMON}`],
  [
    { password_min_length: 10, password_required_characters: ["abcdefghijklmnopqrstuvwxyz", "ABC", "0123456789", "!#"] },
    `At least 10 characters, with a small letter, a capital letter, a digit, and one of these: !#. ${COMMON}`,
  ],
  [{ password_required_characters: ["0123456789"] }, `With a digit. ${COMMON}`],
];
for (const [settings, said] of CASES)
  test(`the rule of ${JSON.stringify(settings)} is said in words`, () => assert.equal(passwordRule(settings, "en"), said));

test("the rule is said in Portuguese too", () =>
  assert.equal(
    passwordRule({ password_min_length: 8, password_required_characters: ["abc", "ABC"] }, "pt-BR"),
    "No mínimo 8 caracteres, com uma letra minúscula e uma letra maiúscula. Não use uma senha comum, como 123456 ou um nome com o ano: uma frase curta é melhor.",
  ));
