// Entries that wait lie sealed in the browser: whoever uses it next can neither read nor send them. The server gives the key to their owner's session alone.
import type { WaitingEntry } from "../rules/queue.ts";
import { put, readAll, readOne } from "./store.ts";

/** What stays readable says whose it is and under which key it is sent. */
export interface EncryptedEntry extends Pick<WaitingEntry, "key" | "owner" | "at"> {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** Browsers still have entries from before they were sealed. */
export type StoredEntry = EncryptedEntry | WaitingEntry;

interface OwnersKey {
  name: "key";
  owner: string;
  value: CryptoKey;
}

/** Kept for pages that are opened without a connection; scripts cannot read it out. */
let current: Promise<OwnersKey | undefined> = readOne<OwnersKey>("facts", "key").catch(() => undefined);

export async function setEntriesKey(owner: string, text: string): Promise<void> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const imported = crypto.subtle
    .importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"])
    .then((value): OwnersKey => ({ name: "key", owner, value }));
  current = imported.catch(() => undefined);
  await put("facts", await imported);
  const plain = (await readAll<StoredEntry>("queue")).filter(
    (each): each is WaitingEntry => each.owner === owner && !isEncrypted(each),
  );
  for (const entry of plain) await storeEntry(entry);
}

/** Throws where it cannot be kept, or not sealed. */
export async function storeEntry(entry: WaitingEntry): Promise<void> {
  const { key, owner, at, ...secret } = entry;
  const own = await current;
  if (own?.owner !== owner) throw new Error("the owner's key is not known");
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: associatedData(entry) };
  const sealed = await crypto.subtle.encrypt(algorithm, own.value, new TextEncoder().encode(JSON.stringify(secret)));
  await put("queue", { key, owner, at, iv, sealed } satisfies EncryptedEntry);
}

/** Undefined where it was sealed for somebody else, or with a key that is gone. */
export async function decryptEntry(entry: StoredEntry): Promise<WaitingEntry | undefined> {
  if (!isEncrypted(entry)) return entry;
  const { key, owner, at, iv, sealed } = entry;
  const own = await current;
  if (own?.owner !== owner) return;
  try {
    const algorithm = { name: "AES-GCM", iv, additionalData: associatedData(entry) };
    const text = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, own.value, sealed));
    return { ...(JSON.parse(text) as Pick<WaitingEntry, "path" | "body" | "problem">), key, owner, at };
  } catch {
    return;
  }
}

const isEncrypted = (entry: StoredEntry): entry is EncryptedEntry => "sealed" in entry;

/** An entry that is put under another's key or owner does not open. */
const associatedData = ({ key, owner }: Pick<WaitingEntry, "key" | "owner">) => new TextEncoder().encode(`${owner} ${key}`);
