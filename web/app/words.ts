// What the app says, in the language of the page.
import { ENGLISH } from "./words_en.ts";
import { PORTUGUESE, type Words } from "./words_pt.ts";

export const language = document.documentElement.lang === "en" ? "en" : "pt-BR";
export const words: Words = language === "en" ? ENGLISH : PORTUGUESE;

/** Texts of one screen, which come with it. */
export const choose = <Texts>(portuguese: Texts, english: Texts): Texts => (language === "en" ? english : portuguese);
