// The language of the interface, and the way to define its texts: both languages side by side, in the `words.ts` of each area.
import type { Language } from "./rules/locale.ts";

/** A function takes the values of the text; both languages take the same ones. */
type Wording = string | ((...values: never[]) => string);

/** One text. A group with keys of another type is a record of these. */
export interface Text<Words extends Wording = string> {
  pt: Words;
  en: Words;
}

/** The texts of one language, in the shape in which they were defined. */
type InOneLanguage<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends Text<infer Words>
    ? Words extends string
      ? string
      : Words
    : InOneLanguage<Group[Key]>;
};

/** Makes a text without both languages a type error. */
type Complete<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends Wording
    ? never
    : Group[Key] extends { pt: infer Words } | { en: infer Words }
      ? Text<Words extends string ? string : Words & Wording>
      : Complete<Group[Key]>;
};

export const language = languageOf(globalThis.document);

export function texts<const Group>(both: Group & Complete<Group>): InOneLanguage<Group> {
  return choose(both) as InOneLanguage<Group>;
}

function choose(node: object): unknown {
  if ("pt" in node) return (node as Text)[language === "en" ? "en" : "pt"];
  if (Array.isArray(node)) return node.map(choose);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, choose(value)]));
}

/** The cookie comes first: the page may be a stored one from before the language was changed. Outside of browsers it is Portuguese. */
function languageOf(page: Document | undefined): Language {
  if (!page) return "pt-BR";
  const chosen = /(?:^|; )cofre-language=([\w-]+)/.exec(page.cookie)?.[1] ?? page.documentElement.lang;
  page.documentElement.lang = chosen === "en" ? "en" : "pt-BR";
  return page.documentElement.lang as Language;
}
