// Encrypts waiting entries, so that another user of the browser can neither read nor send them. Only the owner's session gets the key.
import type { WaitingEntry } from "../rules/queue.ts";
import { put, readAll, readOne } from "./database.ts";

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** The plain fields name the owner and the idempotency key. */
export interface EncryptedEntry extends Pick<WaitingEntry, "key" | "owner" | "at">, Sealed {}

/** Bytes of a receipt, or what is known of it. */
export interface SealedRecord extends Sealed {
  key: string;
  owner: string;
  at?: number;
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
  const sealed = await sealBytes(owner, key, encodeText(secret));
  await put("queue", { key, owner, at, ...sealed } satisfies EncryptedEntry);
}

/** Undefined if it was encrypted for another user or with a key that is gone. */
export async function decryptEntry(entry: StoredEntry): Promise<WaitingEntry | undefined> {
  if (!isEncrypted(entry)) return entry;
  const { key, owner, at } = entry;
  const text = await openSealed(owner, key, entry);
  return text && { ...(decodeText(text) as Pick<WaitingEntry, "path" | "body" | "problem">), key, owner, at };
}

const isEncrypted = (entry: StoredEntry): entry is EncryptedEntry => "sealed" in entry;

export const encodeText = (value: object) => new TextEncoder().encode(JSON.stringify(value));
export const decodeText = (bytes: ArrayBuffer): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** `name`: decryption fails for bytes that were copied to another name or owner. Throws if the owner's key is not known. */
export async function sealBytes(owner: string, name: string, bytes: BufferSource): Promise<Sealed> {
  const own = await current;
  if (own?.owner !== owner) throw new Error("the owner's key is not known");
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, sealed: await crypto.subtle.encrypt(algorithmOf(owner, name, iv), own.value, bytes) };
}

/** Undefined if they were encrypted for another user or with a key that is gone. */
export async function openSealed(owner: string, name: string, { iv, sealed }: Sealed): Promise<ArrayBuffer | undefined> {
  const own = await current;
  if (own?.owner !== owner) return;
  return crypto.subtle.decrypt(algorithmOf(owner, name, iv), own.value, sealed).catch(() => undefined);
}

const algorithmOf = (owner: string, name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(`${owner} ${name}`),
});
