// Messages wait for their delivery encrypted: whoever reads the database finds no address, no link and no code in the outbox.
import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from "node:crypto";
import { isPlainAddress, type Mail, type MailTemplate, type MailVariables } from "../mail/mail.ts";

/** The two server keys that this slice uses. */
export interface OutboxKeys {
  readonly outbox: Buffer;
  readonly address: Buffer;
}

export type OutboxKind = "mail" | "sms";

/** A row of the outbox as it is written. */
export interface OutboxRow {
  id: string;
  kind: OutboxKind;
  template: string;
  addressKey: Buffer;
  sealed: Buffer;
  createdAt: Date;
  expiresAt: Date | null;
}

/** What is inside the seal. */
export interface OutboxContents<Variables = unknown> {
  to: string;
  variables: Variables;
}

/** Makes the row for a mail. It is complete before any statement runs, so the insert can be a part of somebody else's. */
export function sealMail(keys: OutboxKeys, mail: Mail, now: Date): OutboxRow {
  if (!isPlainAddress(mail.to)) throw new Error("a mail has exactly one plain address");
  const { template, to, variables } = mail;
  return sealMessage(keys, { kind: "mail", template, to, variables, expiresAt: mail.expiresAt, now });
}

export interface Message {
  kind: OutboxKind;
  template: string;
  to: string;
  variables: unknown;
  expiresAt?: Date | undefined;
  now: Date;
}

/** As `sealMail`, for any kind of message. */
export function sealMessage(keys: OutboxKeys, { kind, template, to, variables, expiresAt, now }: Message): OutboxRow {
  const id = randomUUID();
  const contents: OutboxContents = { to, variables };
  const sealed = seal(keys.outbox, JSON.stringify(contents), labelOf({ id, kind, template }));
  return { id, kind, template, addressKey: addressKey(keys, to), sealed, createdAt: now, expiresAt: expiresAt ?? null };
}

export interface SealedRow {
  id: string;
  kind: OutboxKind;
  template: string;
  sealed: Buffer;
}

/** Fails when the key has changed or the row was tampered with. */
export function openSealed(keys: Pick<OutboxKeys, "outbox">, row: SealedRow): OutboxContents {
  return JSON.parse(unseal(keys.outbox, row.sealed, labelOf(row)));
}

export function openMail(contents: OutboxContents, template: string): Mail {
  return { template: template as MailTemplate, to: contents.to, variables: contents.variables as MailVariables };
}

/** By it messages to one address can be counted without keeping the address. */
export function addressKey(keys: Pick<OutboxKeys, "address">, address: string): Buffer {
  return createHmac("sha256", keys.address).update(`recipient\0${address.toLowerCase()}`).digest();
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bound to its row: sealed bytes that were moved to another row do not open there. */
function labelOf({ id, kind, template }: Pick<SealedRow, "id" | "kind" | "template">): Buffer {
  return Buffer.from(`${id} ${kind} ${template}`);
}

function seal(key: Buffer, text: string, label: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(label);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unseal(key: Buffer, sealed: Buffer, label: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(label).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
