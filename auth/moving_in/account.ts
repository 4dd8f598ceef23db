// An account of another server, in the one shape in which it is taken in. A reader for each server makes it.
import { createHash } from "node:crypto";
import type { MovedPasskeyRow } from "../passkeys/queries_moving_in.ts";
import { isTooCostly, readStored } from "../passwords/stored.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { providerKeys } from "../users/metadata.ts";
import type { MovedUser } from "../users/queries_moving_in.ts";
import type { Metadata } from "../users/user.ts";

export interface MovedIdentity {
  id: string;
  provider: string;
  providerId: string;
  data: Metadata;
  lastSignInAt: string | null;
}

export interface MovedFactor {
  id: string;
  type: "totp" | "phone" | "webauthn";
  name: string;
  /** In base32, of an authenticator app. */
  secret: string | null;
  phone: string | null;
  /** Of a security key. */
  credential?: object | null;
}

export type MovedPasskey = Omit<MovedPasskeyRow, "userId" | "createdAt">;

export interface Account extends MovedUser {
  identities: MovedIdentity[];
  factors: MovedFactor[];
  passkeys?: MovedPasskey[];
}

/** What stays behind, and why, in the words of a report. */
export interface Skipped {
  id: string;
  why: string;
}

export interface Batch {
  accounts: Account[];
  left: Skipped[];
}

/** What a reader found; addresses and the hash as the source has them. */
export type SourceAccount = Omit<Account, "invitedAt" | "isAnonymous"> & Partial<Pick<Account, "invitedAt" | "isAnonymous">>;

/** Zero bytes and halves of characters, as JSON writes them. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

const NEVER_MORE_YEARS = 100;

/** For servers that know only banned or not. */
export function bannedForGood(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear() + NEVER_MORE_YEARS, 0, 1)).toISOString();
}

/** Converts an account: one that could not be used is skipped, and what an account loses is reported. */
export function convertAccount(source: SourceAccount): { account?: Account; left: Skipped[] } {
  const left: Skipped[] = [];
  if (UNSTORABLE.test(JSON.stringify(source)))
    return { left: [{ id: source.id, why: "it holds characters that PostgreSQL cannot" }] };
  const leave = (why: string) => void left.push({ id: source.id, why });
  const email = address(source.email, readEmail, () => leave("its mail address cannot be used"));
  const phone = address(source.phone, readPhone, () => leave("its phone number cannot be used"));
  const { isAnonymous = false, invitedAt = null } = source;
  if (!email && !phone && !isAnonymous && source.identities.length === 0) {
    leave("it has no address and no identity, so nobody could sign in");
    return { left };
  }
  const hashProblem = source.encryptedPassword === null ? undefined : problemOfHash(source.encryptedPassword);
  if (hashProblem !== undefined) leave(`taken without its password, whose hash ${hashProblem}`);
  const encryptedPassword = hashProblem === undefined ? source.encryptedPassword : null;
  const identities = [...source.identities, ...missingIdentities({ ...source, email, phone })];
  // What an export says of its providers is about the old server; here it follows from the identities.
  const { provider: _provider, providers: _providers, ...others } = source.appMetadata;
  const appMetadata = { ...others, ...providersOf(identities) };
  return { account: { ...source, email, phone, encryptedPassword, isAnonymous, invitedAt, identities, appMetadata }, left };
}

function problemOfHash(text: string): string | undefined {
  const hash = readStored(text);
  if (!hash) return "is of an unknown kind";
  return isTooCostly(hash) ? "would take a sign-in longer than it may" : undefined;
}

/** As app_metadata names them. */
export function providersOf(identities: readonly Pick<MovedIdentity, "provider">[]): Metadata {
  return identities.length === 0 ? {} : providerKeys(identities.map(({ provider }) => provider));
}

function address(text: string | null, read: (text: string) => string, leave: () => void): string | null {
  if (!text) return null;
  try {
    return read(text);
  } catch {
    leave();
    return null;
  }
}

/** An address is an identity here; other servers do not always have one for it. */
function missingIdentities(source: SourceAccount): MovedIdentity[] {
  const { id, email, phone, emailConfirmedAt, phoneConfirmedAt, lastSignInAt } = source;
  const has = (provider: string) => source.identities.some((identity) => identity.provider === provider);
  const isOwn = source.encryptedPassword !== null || source.identities.length === 0;
  const facts = { sub: id, email_verified: emailConfirmedAt !== null, phone_verified: phoneConfirmedAt !== null };
  const identity = (provider: string, data: Metadata) => ({
    id: uuidOf(`identity of ${provider} of ${id}`),
    provider,
    providerId: id,
    data: { ...facts, ...data },
    lastSignInAt,
  });
  return [
    ...(email && isOwn && !has("email") ? [identity("email", { email })] : []),
    ...(phone && !has("phone") ? [identity("phone", { phone })] : []),
  ];
}

/** The same text has the same id in every run, so that a second one finds what the first one wrote. */
export function uuidOf(text: string): string {
  const hash = createHash("sha256").update(`cofre moving in ${text}`).digest();
  hash[6] = ((hash[6] as number) & 0x0f) | 0x80;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const BATCH = 1_000;

/** Says what an item of a file holds, or why it is not imported. Throws where it is nothing that such a file holds. */
export type ReadItem<Item = never> = (item: Item) => { source?: SourceAccount; left: Skipped[] };

/** Of accounts that a file holds. */
export async function* inBatches<Item>(items: Iterable<Item> | AsyncIterable<Item>, read: ReadItem<Item>): AsyncIterable<Batch> {
  let batch: Batch = { accounts: [], left: [] };
  for await (const item of items) {
    const { account, left } = readAccount(item, read);
    batch.left.push(...left);
    if (account) batch.accounts.push(account);
    if (batch.accounts.length < BATCH) continue;
    yield batch;
    batch = { accounts: [], left: [] };
  }
  yield batch;
}

export function readAccount<Item>(item: Item, read: ReadItem<Item>): { account?: Account; left: Skipped[] } {
  const { source, left } = readOrSkip(read, item);
  const converted = source ? convertAccount(source) : { left: [] };
  return { ...converted, left: [...left, ...converted.left] };
}

/** A file may hold anything. */
function readOrSkip<Item>(read: ReadItem<Item>, item: Item) {
  try {
    return read(item);
  } catch {
    return { left: [{ id: JSON.stringify(item).slice(0, 60), why: "it is not what such a file holds" }] };
  }
}
