// Messages wait for their delivery encrypted: a reader of the database finds no address, link or code in the outbox.
import { createHmac, type KeyObject, randomUUID } from "node:crypto";
import { seal, unseal } from "../../kernel/seal.ts";
import type { Mail, MailTemplate, MailVariables } from "../mail/mail.ts";

/** The two server keys that this slice uses. */
export interface OutboxKeys {
  readonly outbox: KeyObject;
  readonly address: KeyObject;
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

/** Makes the row for a mail. It needs no query, so the insert can be a part of another statement. */
export function sealMail(keys: OutboxKeys, mail: Mail, now: Date): OutboxRow {
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
  const contents = unseal(keys.outbox, row.sealed, labelOf(row));
  if (contents === undefined) throw new Error("the seal does not open");
  return JSON.parse(contents);
}

export function openMail(contents: OutboxContents, template: string): Mail {
  return { template: template as MailTemplate, to: contents.to, variables: contents.variables as MailVariables };
}

/** By it messages to one address can be counted without keeping the address. */
export function addressKey(keys: Pick<OutboxKeys, "address">, address: string): Buffer {
  return createHmac("sha256", keys.address).update(`recipient\0${address.toLowerCase()}`).digest();
}

/** Bound to its row: sealed bytes that were moved to another row do not open there. */
function labelOf({ id, kind, template }: Pick<SealedRow, "id" | "kind" | "template">): string {
  return `${id} ${kind} ${template}`;
}
