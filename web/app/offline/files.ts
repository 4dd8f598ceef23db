// Receipts that wait in this browser, encrypted like the entries they belong to. In the spaces of others they wait in memory alone.
import { owner } from "../data/session.ts";
import type { Store } from "../data/store.ts";
import { byTime, fitsWaiting, isAbandoned, type WaitingFile } from "../rules/waiting_files.ts";
import { put, readAll, readOne, remove } from "./database.ts";
import { decodeText, encodeText, openSealed, type SealedRecord, sealBytes } from "./encrypt.ts";

/** Answers whether they are stored. Files that are not are sent as long as this page is open. */
export async function keepFiles(store: Store, files: readonly WaitingFile[], contents: readonly File[]): Promise<boolean> {
  for (const [index, file] of files.entries()) store.heldFiles.set(file.key, contents[index] as File);
  store.waitingFiles.value = [...store.waitingFiles.value, ...files];
  const isOwn = store.spaceId.value === "" && files.every((file) => file.owner !== "");
  if (!isOwn || !fitsWaiting(await readOwnFiles(store), files)) return false;
  try {
    for (const [index, file] of files.entries()) await storeContent(file, contents[index] as File);
    return true;
  } catch {
    // The browser has no more room.
    await Promise.all(files.map(({ key }) => removeStored(key).catch(() => {})));
    return false;
  }
}

async function storeContent(file: WaitingFile, content: File): Promise<void> {
  const { key, owner: whose } = file;
  const sealed = await sealBytes(whose, `${key} content`, await content.arrayBuffer());
  await put("contents", { key, owner: whose, ...sealed });
  await storeFacts(file);
}

async function storeFacts(file: WaitingFile): Promise<void> {
  const { key, owner: whose, at, ...secret } = file;
  await put("files", { key, owner: whose, at, ...(await sealBytes(whose, `${key} file`, encodeText(secret))) });
}

/** Whatever changed of it. */
export async function changeFile(store: Store, changed: WaitingFile): Promise<void> {
  store.waitingFiles.value = store.waitingFiles.value.map((each) => (each.key === changed.key ? changed : each));
  if ((await readOne("files", changed.key).catch(() => undefined)) !== undefined) await storeFacts(changed);
}

export async function forgetFile(store: Store, key: string): Promise<void> {
  store.heldFiles.delete(key);
  store.waitingFiles.value = store.waitingFiles.value.filter((each) => each.key !== key);
  await removeStored(key);
}

async function removeStored(key: string): Promise<void> {
  await remove("files", key);
  await remove("contents", key);
}

/** Undefined if it cannot be read any more. */
export async function contentOf(store: Store, { key, owner: whose, name, type }: WaitingFile): Promise<File | undefined> {
  const held = store.heldFiles.get(key);
  if (held) return held;
  const stored = await readOne<SealedRecord>("contents", key).catch(() => undefined);
  const bytes = stored && (await openSealed(whose, `${key} content`, stored));
  return bytes && new File([bytes], name, { type });
}

async function readOwnFiles(store: Store): Promise<WaitingFile[]> {
  const all = await readAll<SealedRecord>("files").catch(() => []);
  const own = all.filter((each) => each.owner === owner(store));
  const files = await Promise.all(
    own.map(async (each): Promise<WaitingFile | undefined> => {
      const { key, owner: whose, at = 0 } = each;
      const facts = await openSealed(whose, `${key} file`, each);
      return facts && { ...(decodeText(facts) as Omit<WaitingFile, "key" | "owner" | "at">), key, owner: whose, at };
    }),
  );
  return files.filter((each) => each !== undefined);
}

/** Those of another tab too. */
export async function loadWaitingFiles(store: Store): Promise<void> {
  const stored = await readOwnFiles(store);
  const isStored = new Set(stored.map(({ key }) => key));
  const held = store.waitingFiles.value.filter(({ key }) => store.heldFiles.has(key) && !isStored.has(key));
  const abandoned = stored.filter((file) => isAbandoned(file, store.waitingEntries.value, Date.now()));
  store.waitingFiles.value = [...stored, ...held].filter((file) => !abandoned.includes(file)).sort(byTime);
  for (const { key } of abandoned) await removeStored(key);
}

/** The entry is booked: its files may be sent. */
export async function giveTransaction(store: Store, entry: string, transactionId: number): Promise<void> {
  for (const file of store.waitingFiles.value)
    if (file.entry === entry && file.transactionId === undefined) await changeFile(store, { ...file, transactionId });
}

/** All of the owner's, also those that cannot be read. */
export async function forgetAllFiles(store: Store): Promise<void> {
  const stored = await readAll<SealedRecord>("files").catch(() => []);
  const own = stored.filter((each) => each.owner === owner(store)).map(({ key }) => key);
  for (const key of new Set([...own, ...store.heldFiles.keys()])) await forgetFile(store, key);
}

export async function forgetFilesOf(store: Store, entry: string): Promise<void> {
  for (const { entry: of, key } of store.waitingFiles.value) if (of === entry) await forgetFile(store, key);
}
