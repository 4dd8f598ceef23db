// What a password comes to by the algorithm and the settings of a stored hash. Nothing here runs on the event loop's thread, save one
// encryption of a few bytes.
import { argon2, createCipheriv, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { BcryptThreads } from "./bcrypt.ts";
import type { Argon2Hash, FirebaseHash, StoredHash } from "./stored.ts";

export function computeHash(password: string, stored: StoredHash, bcrypt: BcryptThreads): Promise<Buffer> {
  switch (stored.kind) {
    case "bcrypt":
      return bcrypt.hash({ password, settings: stored.settings });
    case "fbscrypt":
      return computeFirebase(password, stored);
    default:
      return computeArgon2(password, stored, stored.hash.length);
  }
}

export function computeArgon2(password: string, settings: Omit<Argon2Hash, "hash">, bytes: number): Promise<Buffer> {
  const { kind, memory, passes, parallelism, salt } = settings;
  return runArgon2(kind, { message: password, nonce: salt, memory, passes, parallelism, tagLength: bytes });
}

async function computeFirebase(password: string, stored: FirebaseHash): Promise<Buffer> {
  const cost = 2 ** stored.logCost;
  const { blockSize, parallelism } = stored;
  // Node refuses what needs over 32 MiB unless told; the reader of stored hashes has bounded it already.
  const maxmem = 256 * blockSize * (cost + parallelism);
  const key = await runScrypt(password, stored.salt, 32, { cost, blockSize, parallelization: parallelism, maxmem });
  // Each password has a key of its own, so that a counter from zero repeats for none.
  return createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(stored.signerKey);
}

const runArgon2 = promisify(argon2);
const runScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
