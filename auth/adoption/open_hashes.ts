// Hashes of passwords that the other server has encrypted: opened here, where a key of the operator opens them.
import type { Database } from "../../kernel/sql/database.ts";
import { replaceEncryptedHashes } from "../users/queries_moving_in.ts";
import { type DecryptionKeys, openValue } from "./encrypted.ts";
import { encryptedHashesAfter, hearing } from "./queries_copy.ts";

const BATCH = 5_000;
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Returns the users whose hash no key opens. It stays, in case the operator gives the key later; until then no password fits it. */
export async function openHashes(db: Database, keys: DecryptionKeys): Promise<string[]> {
  return eachBatch(db, keys, (opened) =>
    db.transaction(async (tx) => {
      await hearing(tx);
      await replaceEncryptedHashes(tx, opened);
    }),
  );
}

/** The same users, for a rehearsal. */
export const listUnopened = (db: Database, keys: DecryptionKeys) => eachBatch(db, keys, async () => {});

interface Opened {
  id: string;
  hash: string;
}

async function eachBatch(db: Database, keys: DecryptionKeys, take: (opened: Opened[]) => Promise<void>): Promise<string[]> {
  const unopened: string[] = [];
  for (let after = FIRST; ; ) {
    const users = await encryptedHashesAfter(db, after, BATCH);
    const last = users.at(-1);
    if (!last) return unopened;
    after = last.id;
    const opened: Opened[] = [];
    for (const { id, encrypted_password: sealed } of users) {
      const hash = openValue(sealed, id, keys);
      if (hash === undefined || hash === sealed) unopened.push(id);
      else opened.push({ id, hash });
    }
    if (opened.length > 0) await take(opened);
  }
}
