// Amounts without cents, for small spaces.

/** For axes: "1,5 mil", "52 mil", "−200". */
export function shortCents(cents: number, language: string): string {
  const maximumFractionDigits = Math.abs(cents) < 1_000_000 ? 1 : 0;
  return new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits }).format(cents / 100).replace("-", "−");
}

/** For wide tables: "2.341". */
export function wholeText(cents: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(cents / 100).replace("-", "−");
}
