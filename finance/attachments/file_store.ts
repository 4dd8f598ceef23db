// Where the bytes of a file go while they come: into the database, or nowhere in a dry run.
import { randomUUID } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import { LIMITS } from "../attachment_files/limits.ts";
import { RefusedFile } from "../attachment_files/refused_file.ts";
import {
  countBytes,
  countUsedBytes,
  deleteFile,
  type FileFacts,
  insertChunk,
  insertFile,
  keepFiles,
  keepReferencedFiles,
  nameFile,
} from "./queries.ts";

const DAY_MS = 24 * 3600 * 1000;
/** A file that is received and never posted. */
export const STAGED_MS = DAY_MS;
/** A file that nothing refers to any more: at least 30 days, in which its removal may be undone. */
export const KEPT_MS = 45 * DAY_MS;
/** What is removed today stays for as long: so a file in use always has that much before it. */
const LEAST_KEPT_MS = 31 * DAY_MS;
const MEGABYTE = 2 ** 20;
/** Removed files count only twice: else whoever adds and removes could fill the disk. */
const MOST_QUOTAS = 2;

export interface FileStore {
  /** Throws a RefusedFile where there is no room. */
  begin(sizeBytes: number): Promise<StoredFile>;
}

export interface StoredFile {
  add(n: number, bytes: Buffer): Promise<void>;
  /** Of equal files of a space one is kept. */
  finish(facts: FileFacts): Promise<void>;
  /** What was received of a file that is refused. */
  drop(): Promise<void>;
}

interface StoreOptions {
  db: Db;
  spaceId: number;
  now: Date;
  quotaMegabytes: number;
  /** How long a file stays until something refers to it. */
  keptMs: number;
}

export function openFileStore({ db, spaceId, now, quotaMegabytes, keptMs }: StoreOptions): FileStore {
  const keptUntil = new Date(now.getTime() + keptMs);
  const stagedUntil = new Date(now.getTime() + STAGED_MS);
  return {
    begin: async (sizeBytes) => {
      const file = { spaceId, fileId: randomUUID() };
      const drop = () => deleteFile(db, file);
      // Inserted before it is counted: of two at once each sees the other, and both can't take the same room.
      await insertFile(db, file, { sizeBytes: Math.min(sizeBytes, LIMITS.bytes), now, keptUntil: stagedUntil });
      if (!(await hasRoom(db, spaceId, quotaMegabytes, now))) {
        await drop();
        throw new RefusedFile({ kind: "quotaFull", values: { most: quotaMegabytes } });
      }
      return { add: (n, bytes) => insertChunk(db, file, n, bytes), finish: (facts) => finish(db, file, facts, keptUntil), drop };
    },
  };
}

export const DRY_STORE: FileStore = {
  begin: async () => ({ add: async () => {}, finish: async () => {}, drop: async () => {} }),
};

async function hasRoom(db: Db, spaceId: number, quotaMegabytes: number, now: Date): Promise<boolean> {
  const all = await countBytes(db, spaceId);
  const quota = quotaMegabytes * MEGABYTE;
  if (all <= quota) return true;
  return all <= MOST_QUOTAS * quota && (await countUsedBytes(db, spaceId, new Date(now.getTime() - STAGED_MS))) <= quota;
}

/** What a restore has just posted. */
export async function keepUsedFiles(db: Db, spaceId: number, now: Date): Promise<void> {
  await keepReferencedFiles(db, spaceId, new Date(now.getTime() + LEAST_KEPT_MS), new Date(now.getTime() + KEPT_MS));
}

const MOST_ATTEMPTS = 5;

/** Another upload may bring the same file at the same time, and the night may take an old one away. */
async function finish(db: Db, file: { spaceId: number; fileId: string }, facts: FileFacts, keptUntil: Date): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if ((await keepFiles(db, file.spaceId, [facts.sha256], keptUntil)).size > 0) return deleteFile(db, file);
    try {
      if (await nameFile(db, file, facts, keptUntil)) return;
      throw new Error("a file that was being received is gone");
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}
