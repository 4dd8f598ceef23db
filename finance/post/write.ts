// How every write of a space is done: read, decide, post. Reads take no locks. A decision is posted only if no other post was made
// since the reads began; else the write starts again. attempt.ts is one attempt, change.ts builds the post from rows before and after,
// and queries.ts calls the database function. stage.ts sends large posts in parts, and bulk.ts writes any number of rows.
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { Sql } from "../../kernel/sql/sql.ts";
import { isLockTimeout } from "../../kernel/sql/sqlstate.ts";
import type { Queue } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { Act } from "./act.ts";
import { type Attempts, openAttempts, postOf } from "./attempt.ts";
import { NeedsLock } from "./bulk.ts";
import { type Change, partOf } from "./change.ts";
import type { Decide, Write, WriteOptions } from "./decision.ts";
import { findSpace, lockSpaceRow } from "./queries.ts";

/** For background writes: they may conflict with others in the database. */
export const NO_QUEUE: Queue = { take: (_spaceId, write) => write() };

/** Optimistic attempts before the write takes the lock. */
const OPTIMISTIC_ATTEMPTS = 2;

/** A decision that turns out to write many rows is made again with the lock. */
export function openWrite(writing: WriteOptions): Write {
  return (decide) => inQueue(writing, decide, OPTIMISTIC_ATTEMPTS);
}

/** For writes of many rows: the lock is held from the first read to the end. */
export function openWriteAlone(writing: WriteOptions): Write {
  return (decide) => inQueue(writing, decide, 0);
}

/** How often the log is searched for a post whose answer was lost with its connection, and the pause before each search. */
const MOST_LOSSES = 8;
const PAUSE_MS = 100;

/** How long a write waits for a space that is locked, or that moves to another machine, so that the request still ends in time. */
const LONGEST_WAIT_MS = 8_000;

function inQueue<Reply extends object>(
  writing: WriteOptions,
  decide: Decide<Reply>,
  mostOptimistic: number,
): Promise<Reply | Answer> {
  let optimisticAttempts = mostOptimistic;
  const { spaceId } = writing.act.caller;
  const attempts = openAttempts(writing, decide);
  const lockedAttempt = writing.isDryRun ? tryDryRun : tryLocked;
  const deadline = performance.now() + LONGEST_WAIT_MS;
  return writing.queue.take(spaceId, async () => {
    for (let tries = 0, losses = 0; ; tries++) {
      try {
        const result = await (tries < optimisticAttempts ? tryOptimistically : lockedAttempt)(writing.db, spaceId, attempts);
        if (result?.isWatched) writing.onWatchedPost?.(spaceId);
        if (result) return result.reply;
      } catch (error) {
        if (error instanceof NeedsLock) optimisticAttempts = 0;
        else if (isLockTimeout(error) && performance.now() < deadline) await sleep(Math.random() * PAUSE_MS);
        else if (!attempts.isOutcomeUnknown(error)) throw error;
        else if (losses++ === MOST_LOSSES) throw fail.outcomeUnknown({ headers: { "retry-after": "1" }, cause: error });
        else await sleep(PAUSE_MS * losses);
      }
    }
  });
}

/** A lock timeout counts as a lost attempt, as if the other post had been made already. */
function tryOptimistically<Reply extends object>(db: Database, spaceId: number, { attempt }: Attempts<Reply>) {
  return db.onSharedConnection(async (shared) => {
    const way = { db: shared, atLength: db.onOneConnection, isLocked: false };
    try {
      return await attempt({ ...way, findSpace: (more) => findSpace(shared, spaceId, more) });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  });
}

function tryLocked<Reply extends object>(db: Database, spaceId: number, { attempt }: Attempts<Reply>) {
  return db.transaction(async (tx) => {
    const result = await attempt(locked(tx, spaceId));
    if (!result) throw new Error("a post was refused though its space was locked");
    return result;
  });
}

function locked(tx: Db, spaceId: number) {
  const way = { db: tx, atLength: <T>(work: (db: Db) => Promise<T>) => work(tx), isLocked: true };
  return { ...way, findSpace: (more?: Sql) => lockSpaceRow(tx, spaceId, more) };
}

/** Runs the decision with the lock, because it may write, and rolls everything back. */
async function tryDryRun<Reply extends object>(db: Database, spaceId: number, { attempt }: Attempts<Reply>) {
  let result: Awaited<ReturnType<typeof attempt>>;
  const rolledBack = new Error("a dry run");
  try {
    await db.transaction(async (tx) => {
      result = await attempt(locked(tx, spaceId));
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return result;
}

/** Posts a change that needs no reads, with the lock. */
export async function postChange(tx: Db, act: Act, change: Change): Promise<void> {
  const space = await lockSpaceRow(tx, act.caller.spaceId);
  const part = partOf(space, change);
  if (part) await postOf(act).make(locked(tx, act.caller.spaceId), space.version, part);
}
