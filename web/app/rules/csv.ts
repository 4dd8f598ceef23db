// A table as a CSV file for spreadsheets.

/** A text, or cents. */
export type Cell = string | number;

/** In Portuguese with semicolons and decimal commas, as spreadsheets in Brazil expect. The byte order mark declares UTF-8. */
export function csvOf(rows: readonly (readonly Cell[])[], language: string): string {
  const [between, point] = language === "en" ? [",", "."] : [";", ","];
  const written = (cell: Cell) => (typeof cell === "number" ? decimal(cell, point) : quoted(cell));
  return `\ufeff${rows.map((row) => `${row.map(written).join(between)}\r\n`).join("")}`;
}

function decimal(cents: number, point: string): string {
  const magnitude = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}${Math.trunc(magnitude / 100)}${point}${String(magnitude % 100).padStart(2, "0")}`;
}

/** An apostrophe keeps spreadsheets from evaluating the text as a formula. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
