// Files that another app shared with this one, until they are in an entry. They wait without encryption, because nobody may be signed in yet.
import { put, readAll, readOne, remove } from "./database.ts";

interface SharedFiles {
  id: string;
  at: number;
  files: File[];
}

const MOST_FILES = 20;
const MOST_BYTES = 100 * 2 ** 20;
const LONGEST_MS = 24 * 3_600_000;

/** Answers the id by which the form of a new entry finds them. Throws if there is no room. */
export async function keepShared(files: readonly File[]): Promise<string> {
  await forgetOldShared();
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) throw new Error("more than is kept");
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  await put("shared", { id, at: Date.now(), files: files.slice(0, MOST_FILES) } satisfies SharedFiles);
  return id;
}

/** Where they are in. Without an id the form says that they could not be taken. */
export const entryWith = (id = "none") => `/transactions/new?shared=${id}`;

export const findShared = async (id: string): Promise<readonly File[] | undefined> =>
  (await readOne<SharedFiles>("shared", id).catch(() => undefined))?.files;

export const forgetShared = (id: string) => remove("shared", id).catch(() => {});

/** Nobody came for them. */
export async function forgetOldShared(): Promise<void> {
  for (const { id, at } of await readAll<SharedFiles>("shared")) if (Date.now() - at > LONGEST_MS) await remove("shared", id);
}
