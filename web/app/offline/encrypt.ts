// Encrypts waiting entries, so that another user of the browser can neither read nor send them. Only the owner's session gets the key.
import type { WaitingEntry } from "../rules/queue.ts";
import { put, readAll, readOne } from "./database.ts";

/** The plain fields name the owner and the idempotency key. */
export interface EncryptedEntry extends Pick<WaitingEntry, "key" | "owner" | "at"> {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** Browsers may still hold entries of a version that did not encrypt them. */
export type StoredEntry = EncryptedEntry | WaitingEntry;

interface OwnersKey {
  name: "key";
  owner: string;
  value: CryptoKey;
}

/** Stored for pages that open without a connection; scripts cannot export it. */
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

/** Throws if it cannot be stored or encrypted. */
export async function storeEntry(entry: WaitingEntry): Promise<void> {
  const { key, owner, at, ...secret } = entry;
  const own = await current;
  if (own?.owner !== owner) throw new Error("the owner's key is not known");
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: associatedData(entry) };
  const sealed = await crypto.subtle.encrypt(algorithm, own.value, new TextEncoder().encode(JSON.stringify(secret)));
  await put("queue", { key, owner, at, iv, sealed } satisfies EncryptedEntry);
}

/** Undefined if it was encrypted for another user or with a key that is gone. */
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

/** Decryption fails for an entry that was copied to another key or owner. */
const associatedData = ({ key, owner }: Pick<WaitingEntry, "key" | "owner">) => new TextEncoder().encode(`${owner} ${key}`);
