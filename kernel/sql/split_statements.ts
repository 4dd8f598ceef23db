// Statements of a file one by one. Citus passes the text of a statement on as it came, so that several in one text fail there.

/** What may hold a semicolon that ends nothing: comments, quoted text and names, and the bodies of functions. */
const WHOLE = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$).*?\1|;/gs;

export function splitStatements(text: string): string[] {
  const ends = [...text.matchAll(WHOLE)].filter(([token]) => token === ";").map(({ index }) => index);
  const parts = [...ends, text.length].map((end, which) =>
    text.slice(which === 0 ? 0 : (ends[which - 1] as number) + 1, end).trim(),
  );
  return parts.filter((part) => part.replace(WHOLE, (token) => (/^(--|\/\*)/.test(token) ? "" : token)).trim() !== "");
}
