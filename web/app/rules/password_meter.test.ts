import assert from "node:assert/strict";
import { test } from "node:test";
import { measurePassword } from "./password_meter.ts";

const SETTINGS = { password_min_length: 8, password_required_characters: ["0123456789", "!?"] };

const CASES: [password: string, settings: object, level: number, text: string][] = [
  ["a", SETTINGS, 1, "Acrescente 7 caracteres, um número e um destes: !?."],
  ["patos 4", SETTINGS, 1, "Acrescente 1 caractere e um destes: !?."],
  ["patos na 4", SETTINGS, 1, "Acrescente um destes: !?."],
  ["😀😀!1", SETTINGS, 1, "Acrescente 4 caracteres."],
  ["12345678", { password_min_length: 8 }, 2, "Muita gente usa esta senha. Escolha outra."],
  ["123", {}, 2, "Muita gente usa esta senha. Escolha outra."],
  ["4 patos!", SETTINGS, 3, "Esta senha serve. Uma frase mais longa é mais segura."],
  ["4 patos na lagoa!", SETTINGS, 4, "Senha forte."],
];
for (const [password, settings, level, text] of CASES)
  test(`the password ${password} has level ${level} by ${JSON.stringify(settings)}`, () => {
    assert.deepEqual(measurePassword(password, settings, "pt-BR"), { level, text });
  });

test("what is missing is said in English too", () => {
  const { text } = measurePassword("patos na", { password_min_length: 9, password_required_characters: ["ABC"] }, "en");
  assert.equal(text, "Add 1 more character and a capital letter.");
});
