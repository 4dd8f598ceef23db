// One spelling of a text: without accents, in upper case, its spaces collapsed. It is part of the key of imported lines,
// so it may not change without a new version of that key.

/** NFKD without marks, upper case, control characters are spaces, spaces collapsed and trimmed; nothing else is cut. */
export function fold(text: string): string {
  return isPlain.test(text) ? text : foldAny(text);
}

/** Most lines of banks are like this already. */
const isPlain = /^(?! )(?:[!-`{-~]| (?! |$))*$/u;

function foldAny(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
