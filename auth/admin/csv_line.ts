// A line of a CSV file of administrators.

export type Cell = string | number | null | undefined;

export const csvLine = (cells: readonly Cell[]) => `${cells.map(quoted).join()}\r\n`;

/** An apostrophe keeps spreadsheets from evaluating the text as a formula: names are what strangers typed. */
function quoted(cell: Cell): string {
  const text = String(cell ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
