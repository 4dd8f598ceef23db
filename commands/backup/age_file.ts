// Encryption of backups by age (https://age-encryption.org/v1): streams of 64 kB chunks, each authenticated.
import { Decrypter, Encrypter } from "age-encryption";
import { OperatorError } from "../../kernel/process/operator_error.ts";

export type Lock = { recipients: readonly string[] } | { passPhrase: string };

/** The first line of every file of age. */
const MAGIC = "age-encryption.org/v1\n";

export async function* encrypt(source: AsyncIterable<Uint8Array>, lock: Lock): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  if ("passPhrase" in lock) encrypter.setPassphrase(lock.passPhrase);
  else for (const recipient of lock.recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(ReadableStream.from(source));
}

/** Which of the two opens it. */
export type LockKind = "key" | "passPhrase";

export interface Unlocking {
  /** For messages. */
  name: string;
  /** Called once, with what the file needs: private keys or the pass phrase. */
  secretsFor(kind: LockKind): Promise<readonly string[]>;
}

export async function* decrypt(source: AsyncIterable<Uint8Array>, { name, secretsFor }: Unlocking): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(source);
  if (!first.startsWith(MAGIC)) throw new OperatorError(`${name} is no backup of Cofre, or its beginning is damaged.`);
  const kind = first.startsWith("-> scrypt ", MAGIC.length) ? "passPhrase" : "key";
  const secrets = await secretsFor(kind);
  const decrypter = new Decrypter();
  for (const secret of secrets) {
    if (kind === "passPhrase") decrypter.addPassphrase(secret);
    else decrypter.addIdentity(secret);
  }
  try {
    yield* await decrypter.decrypt(ReadableStream.from(all));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    if (!/no identity matched/.test((error as Error).message)) throw damaged(name, error);
    throw new OperatorError(
      kind === "passPhrase"
        ? `The pass phrase does not open ${name}. Nothing was changed.`
        : `The key does not open ${name}: it was encrypted to another one. Nothing was changed.`,
    );
  }
}

export function damaged(name: string, cause: unknown): OperatorError {
  return new OperatorError(`${name} is damaged or incomplete. Nothing was changed. Take another backup.`, { cause });
}

/** Enough for the first two lines. */
const PEEKED = 64;

async function peek(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < PEEKED) {
    const { done, value } = await iterator.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  async function* all() {
    try {
      yield first;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  }
  return { first: first.subarray(0, PEEKED).toString("latin1"), all: all() };
}
