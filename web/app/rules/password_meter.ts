// How good a new password is, in four levels and in words, while it is typed. The first two levels are refused when it is sent.
import { isCommonPassword } from "./common_password.ts";
import type { Language } from "./locale.ts";
import { missingParts, type PasswordSettings } from "./password_rule.ts";

export { isCommonPassword };

export interface Measure {
  level: 1 | 2 | 3 | 4;
  text: string;
}

/** A short sentence has as many characters. */
const STRONG_LENGTH = 14;

const TEXTS = {
  "pt-BR": {
    common: "Muita gente usa esta senha. Escolha outra.",
    fair: "Esta senha serve. Uma frase mais longa é mais segura.",
    strong: "Senha forte.",
  },
  en: {
    common: "Many people use this password. Choose another.",
    fair: "This password is fine. A longer sentence is safer.",
    strong: "Strong password.",
  },
};

export function measurePassword(password: string, settings: PasswordSettings, language: Language): Measure {
  const missing = missingParts(password, settings, language);
  const { common, fair, strong } = TEXTS[language];
  if (missing !== undefined) return { level: 1, text: missing };
  if (isCommonPassword(password)) return { level: 2, text: common };
  return [...password].length < STRONG_LENGTH ? { level: 3, text: fair } : { level: 4, text: strong };
}
