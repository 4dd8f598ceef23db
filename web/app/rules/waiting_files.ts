// Receipts that wait to be sent, and how much of them a browser keeps.

export interface WaitingFile {
  /** Its idempotency key: however often it is sent, it is added once. */
  key: string;
  /** Its owner: no other session may send it. */
  owner: string;
  /** When it was chosen, in milliseconds. */
  at: number;
  name: string;
  type: string;
  size: number;
  /** The description of its transaction. */
  of: string;
  /** Absent while its transaction itself waits. */
  transactionId?: number;
  /** The key of the entry it was chosen with. */
  entry?: string;
  /** Why the server refused it. */
  problem?: string;
}

export const MOST_WAITING_MEGABYTES = 100;
export const MOST_FILES = 10;

/** Bytes, since browsers delete everything of a page that stores too much. */
export const fitsWaiting = (waiting: readonly Pick<WaitingFile, "size">[], added: readonly { size: number }[]): boolean =>
  [...waiting, ...added].reduce((sum, { size }) => sum + size, 0) <= MOST_WAITING_MEGABYTES * 2 ** 20;

/** Those that can be sent now, the oldest first. An order of choosing is the order of the receipts. */
export const sendableFiles = (files: readonly WaitingFile[]): WaitingFile[] =>
  files.filter(({ transactionId, problem }) => transactionId !== undefined && problem === undefined).sort(byTime);

export const byTime = (one: WaitingFile, other: WaitingFile): number => one.at - other.at;

const ABANDONED_MS = 3_600_000;

/** The tab was closed between keeping the file and keeping its entry, so nobody was told that it is kept. */
export const isAbandoned = (file: WaitingFile, entries: readonly { key: string }[], now: number): boolean =>
  file.transactionId === undefined && now - file.at > ABANDONED_MS && !entries.some(({ key }) => key === file.entry);

/** With one decimal below ten. */
export function megabytes(bytes: number, language: string): string {
  const digits = bytes < 10 * 2 ** 20 ? 1 : 0;
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1000) return `${kilobytes} KB`;
  return `${(bytes / 2 ** 20).toLocaleString(language, { maximumFractionDigits: digits })} MB`;
}
