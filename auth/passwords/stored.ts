// Stored hashes as text: the form we write, and the forms that other servers wrote and an administrator may bring along.

import { isTemporary, withoutMark } from "./temporary.ts";

export interface Argon2Hash {
  kind: "argon2id" | "argon2i";
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}

export interface BcryptHash {
  kind: "bcrypt";
  text: string;
}

/** Firebase encrypts a key of the project by what scrypt makes of the password. */
export interface FirebaseHash {
  kind: "fbscrypt";
  logCost: number;
  blockSize: number;
  parallelism: number;
  salt: Buffer;
  signerKey: Buffer;
  hash: Buffer;
}

/** Keycloak's, before it took to argon2. */
export interface Pbkdf2Hash {
  kind: "pbkdf2";
  digest: "sha256" | "sha512";
  iterations: number;
  salt: Buffer;
  hash: Buffer;
}

export type StoredHash = Argon2Hash | BcryptHash | FirebaseHash | Pbkdf2Hash;

/** What a hash costs to make. Memory is in KiB. */
export type HashCost = Pick<Argon2Hash, "memory" | "passes" | "parallelism">;

/** How new hashes are made: OWASP's least for argon2id. */
export const OURS: HashCost = { memory: 19456, passes: 2, parallelism: 1 };
export const SALT_BYTES = 16;
export const HASH_BYTES = 32;

/** Bounds are those of hashes that may be stored already; new ones from elsewhere must also be affordable. One that a guess could meet is not read. */
export function readStored(stored: string): StoredHash | undefined {
  if (stored.length > LONGEST_TEXT) return undefined;
  const text = withoutMark(stored);
  return readArgon2(text) ?? readBcrypt(text) ?? readFirebase(text) ?? readPbkdf2(text);
}

/** KiB, and KiB times passes. libsodium's moderate settings are just within. */
const MOST_ARGON2_MEMORY = 262_144;
const MOST_ARGON2_WORK = 786_432;
const MOST_BCRYPT_COST = 13;
const MOST_SCRYPT_BYTES = 128 * 1024 * 1024;
const MOST_PBKDF2_ITERATIONS = 600_000;

/** Whether each try at it would cost more than some 0.7 seconds of a core or 256 MiB. Strangers may try as well, so none is taken in. */
export function isTooCostly(stored: StoredHash): boolean {
  switch (stored.kind) {
    case "bcrypt":
      return Number(stored.text.slice("$2b$".length, "$2b$13".length)) > MOST_BCRYPT_COST;
    case "fbscrypt":
      return 128 * stored.blockSize * 2 ** stored.logCost * stored.parallelism > MOST_SCRYPT_BYTES;
    case "pbkdf2":
      return stored.iterations > MOST_PBKDF2_ITERATIONS;
    default:
      return stored.memory > MOST_ARGON2_MEMORY || stored.memory * stored.passes > MOST_ARGON2_WORK;
  }
}

/** Why a hash from elsewhere is not taken in. */
export function problemOfHash(text: string): string | undefined {
  const stored = isTemporary(text) ? undefined : readStored(text);
  if (!stored) return "is no hash that this server can verify";
  return isTooCostly(stored) ? "would take a sign-in longer than it may" : undefined;
}

export function writeArgon2id({ memory, passes, parallelism }: HashCost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/** Whether it falls short of what we make today. Fewer passes over more memory do not: hashing anew would weaken such a hash. */
export function isOutdated(stored: StoredHash, cost: HashCost = OURS): boolean {
  if (stored.kind !== "argon2id") return true;
  const tooCheap = stored.memory * stored.passes < cost.memory * cost.passes;
  const tooShort = stored.salt.length < SALT_BYTES || stored.hash.length < HASH_BYTES;
  return stored.memory < cost.memory || tooCheap || tooShort;
}

const LONGEST_TEXT = 1024;
const ARGON2 = /^\$(argon2id|argon2i)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([^$]+)\$([^$]+)$/;
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;
const PBKDF2 = /^\$pbkdf2-(sha256|sha512)\$i=(\d{1,7})\$([^$]+)\$([^$]+)$/;
const FIREBASE = /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2}),ss=([^$,]*),sk=([^$,]+)\$([^$]+)\$([^$]+)$/;

function readArgon2(text: string): Argon2Hash | undefined {
  const [, kind, m, t, p, saltText = "", hashText = ""] = ARGON2.exec(text) ?? [];
  if (kind !== "argon2id" && kind !== "argon2i") return undefined;
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  const salt = decode(saltText);
  const hash = decode(hashText);
  if (!within(parallelism, 1, 16) || !within(passes, 1, 20) || !within(memory, 8 * parallelism, 1024 * 1024)) return undefined;
  if (!salt || !within(salt.length, 8, 64) || !hash || !within(hash.length, 16, 64)) return undefined;
  return { kind, memory, passes, parallelism, salt, hash };
}

function readBcrypt(text: string): BcryptHash | undefined {
  return BCRYPT.test(text) ? { kind: "bcrypt", text } : undefined;
}

function readFirebase(text: string): FirebaseHash | undefined {
  const [, n, r, p, separatorText = "", keyText = "", saltText = "", hashText = ""] = FIREBASE.exec(text) ?? [];
  const [logCost, blockSize, parallelism] = [Number(n), Number(r), Number(p)];
  if (!within(logCost, 1, 17) || !within(blockSize, 1, 16) || !within(parallelism, 1, 4)) return undefined;
  const [separator, signerKey, salt, hash] = [separatorText, keyText, saltText, hashText].map(decode);
  if (!separator || !signerKey || !salt?.length || !hash || hash.length !== signerKey.length || hash.length < 16)
    return undefined;
  return { kind: "fbscrypt", logCost, blockSize, parallelism, salt: Buffer.concat([salt, separator]), signerKey, hash };
}

function readPbkdf2(text: string): Pbkdf2Hash | undefined {
  const [, digest, i, saltText = "", hashText = ""] = PBKDF2.exec(text) ?? [];
  if (digest !== "sha256" && digest !== "sha512") return undefined;
  const [iterations, salt, hash] = [Number(i), decode(saltText), decode(hashText)];
  if (!within(iterations, 1_000, 2_000_000) || !salt || !within(salt.length, 8, 64) || !hash || !within(hash.length, 16, 64))
    return undefined;
  return { kind: "pbkdf2", digest, iterations, salt, hash };
}

function within(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/** Either alphabet, with or without padding, as exports differ. Node skips what it does not know, so the way back must agree. */
function decode(text: string): Buffer | undefined {
  const plain = text
    .replace(/={1,2}$/, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  const bytes = Buffer.from(plain, "base64");
  return encode(bytes) === plain ? bytes : undefined;
}
