// Argon2, on the threads of libuv. The compiled package is more than twice as fast as Node's own.
// Node computes the same hashes where npm has no binary for this machine.
import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import type { Argon2Hash } from "./stored.ts";

export type Argon2Settings = Omit<Argon2Hash, "hash">;

export function computeArgon2(password: string, settings: Argon2Settings, bytes: number): Promise<Buffer> {
  return compiled ? compute(compiled, password, settings, bytes) : computeByNode(password, settings, bytes);
}

/** Exported for the test that holds both to the same results. */
export function computeByNode(password: string, settings: Argon2Settings, bytes: number): Promise<Buffer> {
  const { kind, memory, passes, parallelism, salt } = settings;
  return runArgon2(kind, { message: password, nonce: salt, memory, passes, parallelism, tagLength: bytes });
}

type Compiled = typeof import("@node-rs/argon2");

function compute({ hashRaw }: Compiled, password: string, settings: Argon2Settings, bytes: number): Promise<Buffer> {
  const { kind, memory, passes, parallelism, salt } = settings;
  const cost = { memoryCost: memory, timeCost: passes, parallelism, outputLen: bytes };
  return hashRaw(password, { ...cost, algorithm: ALGORITHMS[kind], version: VERSION_19, salt });
}

/** The package declares these numbers as enums, which do not exist when types are stripped. */
const ALGORITHMS = { argon2i: 1, argon2id: 2 } as const;
const VERSION_19 = 1;

const compiled: Compiled | undefined = await import("@node-rs/argon2").catch(() => undefined);
const runArgon2 = promisify(argon2);
