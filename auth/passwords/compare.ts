// Whether a password is the one of a stored hash, by the algorithm of that hash. Nothing here runs on the event loop's thread, save one
// encryption of a few bytes.
import { createCipheriv, pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { computeArgon2 } from "./argon2.ts";
import type { BcryptHash, FirebaseHash, StoredHash } from "./stored.ts";

export async function isPasswordOf(stored: StoredHash, password: string): Promise<boolean> {
  switch (stored.kind) {
    case "bcrypt":
      return isPasswordOfBcrypt(stored, password);
    case "fbscrypt":
      return timingSafeEqual(await computeFirebase(password, stored), stored.hash);
    case "pbkdf2":
      return timingSafeEqual(
        await runPbkdf2(password, stored.salt, stored.iterations, stored.hash.length, stored.digest),
        stored.hash,
      );
    default:
      return timingSafeEqual(await computeArgon2(password, stored, stored.hash.length), stored.hash);
  }
}

/** Loaded with the first such hash; most deployments never see one. */
async function isPasswordOfBcrypt(stored: BcryptHash, password: string): Promise<boolean> {
  const { verify } = await import("@node-rs/bcrypt");
  return verify(password, stored.text);
}

async function computeFirebase(password: string, stored: FirebaseHash): Promise<Buffer> {
  const cost = 2 ** stored.logCost;
  const { blockSize, parallelism } = stored;
  // Node refuses more than 32 MiB by default; the reader of stored hashes has bounded it already.
  const maxmem = 256 * blockSize * (cost + parallelism);
  const key = await runScrypt(password, stored.salt, 32, { cost, blockSize, parallelization: parallelism, maxmem });
  // Each password has a key of its own, so a counter that starts at zero is never used twice with the same key.
  return createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(stored.signerKey);
}

const runScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const runPbkdf2 = promisify(pbkdf2);
