// Texts as they are compared.

/** Without accents and case: how people search. */
export function plainText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
