// Hashes passwords and compares them, off the event loop. Work beyond the queue's limit is refused.
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { computeArgon2 } from "./argon2.ts";
import { isPasswordOf } from "./compare.ts";
import { openQueue } from "./queue.ts";
import { HASH_BYTES, type HashCost, isOutdated, OURS, readStored, SALT_BYTES, type StoredHash, writeArgon2id } from "./stored.ts";

export interface Passwords {
  /** Throws fail.hashingBusy() when too many wait already, like verify. */
  hash(password: string): Promise<string>;
  /** Takes as long where there is nothing to compare with, so that the delay does not reveal who has an account. */
  verify(password: string, stored: string | undefined): Promise<Verdict>;
  /** A slot for one `verify`, taken before it is known what to compare with. Throws fail.hashingBusy() as well. */
  reserve(): ReservedVerify;
  /** Refuses waiting work, and resolves when nothing runs any more. */
  close(): Promise<void>;
}

export interface ReservedVerify extends Pick<Passwords, "verify"> {
  /** Leaves the slot to others, unless it has been used. */
  release(): void;
}

export interface Verdict {
  matches: boolean;
  /** The password was right and should now be hashed anew. */
  outdated: boolean;
}

/** `most`: how many may wait or run. `cost`: of new hashes. */
export function openPasswords(options: { most?: number; cost?: HashCost } = {}): Passwords {
  const { cost = OURS } = options;
  const cores = availableParallelism();
  const queue = openQueue({ atOnce: threadsFor(cores), most: options.most ?? cores * 8 });
  const nobodys: StoredHash = { kind: "argon2id", ...cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };

  async function compare(password: string, stored: string | undefined): Promise<Verdict> {
    const parsed = stored === undefined ? undefined : readStored(stored);
    const comparable = parsed !== undefined && isReadWhole(password, parsed);
    const against = comparable ? parsed : nobodys;
    const isEqual = await isPasswordOf(against, password);
    const matches = comparable && isEqual;
    return { matches, outdated: matches && isOutdated(parsed, cost) };
  }

  return {
    hash: (password) =>
      queue.run(async () => {
        const salt = randomBytes(SALT_BYTES);
        return writeArgon2id(cost, salt, await computeArgon2(password, { kind: "argon2id", ...cost, salt }, HASH_BYTES));
      }),
    verify: (password, stored) => queue.run(() => compare(password, stored)),
    reserve: () => {
      const slot = queue.reserve();
      return { verify: (password, stored) => slot.run(() => compare(password, stored)), release: slot.release };
    },
    close: queue.close,
  };
}

/** libuv has a thread for each core and at least four. One stays free, or a look-up of a name would wait behind the hashes. */
function threadsFor(cores: number): number {
  return cores < 4 ? cores : cores - 1;
}

const BCRYPT_BYTES = 72;

/** bcrypt overlooks what follows the 72nd byte. A typing error there would match, and then be stored as the new password. */
function isReadWhole(password: string, stored: StoredHash): boolean {
  return stored.kind !== "bcrypt" || Buffer.byteLength(password) <= BCRYPT_BYTES;
}
