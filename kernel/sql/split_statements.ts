// Splits a file into statements. Citus forwards the text of a statement, so that several in one text fail.

/** Tokens that may contain a semicolon: comments, quoted text and names, function bodies. */
const WHOLE = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$).*?\1|;/gs;

export function splitStatements(text: string): string[] {
  const ends = [...text.matchAll(WHOLE)].filter(([token]) => token === ";").map(({ index }) => index);
  const parts = [...ends, text.length].map((end, which) =>
    text.slice(which === 0 ? 0 : (ends[which - 1] as number) + 1, end).trim(),
  );
  return parts.filter((part) => part.replace(WHOLE, (token) => (/^(--|\/\*)/.test(token) ? "" : token)).trim() !== "");
}
