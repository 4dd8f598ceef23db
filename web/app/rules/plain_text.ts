// Texts for comparison.

/** Without accents and case, as people search. */
export function plainText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
