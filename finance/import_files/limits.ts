// What a file may cost. A reader that meets one of these stops there and says so; nothing it holds grows past them.

export const LIMITS = {
  bytes: 20 * 2 ** 20,
  /** Lines that may become rows; furniture around them is counted too. */
  lines: 50_000,
  columns: 200,
  cellCharacters: 5_000,
  /** What a ZIP may hold when it is unpacked, against what it weighs and in all. */
  zipRatio: 100,
  unpackedBytes: 64 * 2 ** 20,
  zipEntries: 200,
  sheets: 20,
  /** Files of an archive that are looked into. */
  archivedFiles: 10,
  statements: 200,
  /** How much of a line is kept to be shown beside what was read from it. */
  rawCharacters: 500,
} as const;
