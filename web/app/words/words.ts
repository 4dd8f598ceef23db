// What the app says, in the language of the page.
import { ENGLISH } from "./words_en.ts";
import { PORTUGUESE, type Words } from "./words_pt.ts";

const root = document.documentElement;
/** The page may have been kept since before the language was chosen. */
const chosen = /(?:^|; )cofre-language=([\w-]+)/.exec(document.cookie)?.[1] ?? root.lang;

export const language = chosen === "en" ? "en" : "pt-BR";
root.lang = language;
export const words: Words = language === "en" ? ENGLISH : PORTUGUESE;

/** Texts of one screen, which come with it. */
export const choose = <Texts>(portuguese: Texts, english: Texts): Texts => (language === "en" ? english : portuguese);
