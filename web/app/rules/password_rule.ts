// The rule for new passwords, shown beside the field. Auth sets the length and the required characters.
import type { Language } from "./locale.ts";

/** From GET /settings of auth. If auth does not tell, only its refusal states the length. */
export interface PasswordSettings {
  password_min_length?: unknown;
  password_required_characters?: unknown;
}

const TEXTS = {
  "pt-BR": {
    length: (count: number) => `No mínimo ${count} caracteres`,
    among: (kinds: string[]) => `com ${new Intl.ListFormat("pt-BR").format(kinds)}`,
    kinds: { lower: "uma letra minúscula", upper: "uma letra maiúscula", digit: "um número" },
    oneOf: (characters: string) => `um destes: ${characters}`,
    more: (count: number) => (count === 1 ? "1 caractere" : `${count} caracteres`),
    add: (parts: string[]) => `Acrescente ${new Intl.ListFormat("pt-BR").format(parts)}.`,
    common: "Não use uma senha comum, como 123456 ou um nome com o ano: uma frase curta é melhor.",
  },
  en: {
    length: (count: number) => `At least ${count} characters`,
    among: (kinds: string[]) => `with ${new Intl.ListFormat("en").format(kinds)}`,
    kinds: { lower: "a small letter", upper: "a capital letter", digit: "a digit" },
    oneOf: (characters: string) => `one of these: ${characters}`,
    more: (count: number) => (count === 1 ? "1 more character" : `${count} more characters`),
    add: (parts: string[]) => `Add ${new Intl.ListFormat("en").format(parts)}.`,
    common: "Do not use a common password, such as 123456 or a name and a year: a short sentence is better.",
  },
};

export function passwordRule(settings: PasswordSettings, language: Language): string {
  const texts = TEXTS[language];
  const { password_min_length: least } = settings;
  const kinds = setsOf(settings).map((set) => kindOf(set, language));
  const parts = [
    ...(typeof least === "number" && least > 1 ? [texts.length(least)] : []),
    ...(kinds.length > 0 ? [texts.among(kinds)] : []),
  ];
  if (parts.length === 0) return texts.common;
  const sentence = parts.join(", ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. ${texts.common}`;
}

/** What is still to be added to a password, in words, as auth counts it; undefined if nothing is. */
export function missingParts(password: string, settings: PasswordSettings, language: Language): string | undefined {
  const texts = TEXTS[language];
  const characters = [...password];
  const count = Number(settings.password_min_length ?? 0) - characters.length;
  const sets = setsOf(settings).filter((set) => !characters.some((character) => [...set].includes(character)));
  const parts = [...(count > 0 ? [texts.more(count)] : []), ...sets.map((set) => kindOf(set, language))];
  return parts.length === 0 ? undefined : texts.add(parts);
}

const setsOf = ({ password_required_characters: sets }: PasswordSettings) => (Array.isArray(sets) ? sets.map(String) : []);

function kindOf(set: string, language: Language): string {
  const { kinds, oneOf } = TEXTS[language];
  if (/^[a-z]+$/.test(set)) return kinds.lower;
  if (/^[A-Z]+$/.test(set)) return kinds.upper;
  return /^\d+$/.test(set) ? kinds.digit : oneOf(set);
}
