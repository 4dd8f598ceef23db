// How every write of a space is done: read, decide, post. Reads take no locks. What is decided is posted only if nobody else has posted
// since the reads began; else the write reads and decides again.
import { randomUUID } from "node:crypto";
import { Fault } from "../../kernel/errors.ts";
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { answerAgain, type KeyedRequest, keptAnswer } from "../idempotency/kept.ts";
import { findKept, keepIfAbsent } from "../idempotency/queries.ts";
import type { Act } from "./act.ts";
import { type Bulk, openBulk } from "./bulk.ts";
import { type Change, type PostedPart, partOf } from "./change.ts";
import { drawIds, findSpace, findVersion, lockSpaceRow, makePost, type Numbered, type Post, stagePart } from "./queries.ts";
import type { Queue } from "./queue.ts";
import { partsOf } from "./stage.ts";
import type { StoredSpace } from "./tables.ts";

/** Where a decision reads. What is asked for at once travels together, behind the read of the space. */
export interface Reader extends Db {
  readonly space: Promise<StoredSpace>;
  /** Ids for new rows; the same ones when the write reads again. */
  ids(kind: Numbered, count: number): Promise<number[]>;
}

export interface Decision<Reply extends object> extends Change {
  answer: Reply;
  /** Throws the refusal of a change that would make sums inexact. */
  sumTooLarge?(): never;
}

export type Decide<Reply extends object> = (read: Reader) => Promise<Decision<Reply>>;
export type Write = <Reply extends object>(decide: Decide<Reply>) => Promise<Reply | Answer>;

/** A decision that also writes by itself: any number of rows, which belong to the same post. */
export type DecideAlone<Reply extends object> = (read: Reader, bulk: Bulk) => Promise<Decision<Reply>>;
export type WriteAlone = <Reply extends object>(decide: DecideAlone<Reply>) => Promise<Reply | Answer>;

export interface Writing {
  db: Database;
  queue: Queue;
  act: Act;
  /** Where the request has an Idempotency-Key. */
  keyed?: KeyedRequest | undefined;
}

/** For writes that nobody waits for: they may meet others in the database. */
export const NO_QUEUE: Queue = { take: (_spaceId, write) => write() };

/** So often a write is tried without keeping others out. */
const FREE_TRIES = 2;

export function openWrite(writing: Writing): Write {
  const { db, queue, act } = writing;
  const { spaceId } = act.caller;
  return (decide) => {
    const attempt = openAttempts(writing, decide);
    return queue.take(spaceId, async () => {
      for (let tries = 0; tries < FREE_TRIES; tries++) {
        const made = await db.onOneConnection((own) => attempt({ db: own, space: findSpace(own, spaceId), isLocked: false }));
        if (made) return made.reply;
      }
      return locked(db, spaceId, attempt);
    });
  };
}

/** For what writes more rows than should travel through the service: nobody else posts from its first read to its end. */
export function openWriteAlone(writing: Writing): WriteAlone {
  const { db, queue, act } = writing;
  const { spaceId } = act.caller;
  return (decide) => queue.take(spaceId, () => locked(db, spaceId, openAttempts(writing, decide)));
}

function locked<Reply extends object>(db: Database, spaceId: number, attempt: Attempt<Reply>): Promise<Reply | Answer> {
  return db.transaction(async (tx) => {
    const made = await attempt({ db: tx, space: lockSpaceRow(tx, spaceId), isLocked: true });
    if (!made) throw new Error("a post was refused though its space was locked");
    return made.reply;
  });
}

/** Answers undefined where somebody else has posted meanwhile. */
type Attempt<Reply extends object> = (way: Way) => Promise<{ reply: Reply | Answer } | undefined>;

interface Way {
  /** One connection for all of it. */
  db: Db;
  /** Sent first: whatever is read after it is at least as new as the version that the post names. */
  space: Promise<StoredSpace>;
  /** Nobody else can post until it ends. */
  isLocked: boolean;
}

/** What is made once for a request is kept over its attempts: the ids, and the post's own. */
function openAttempts<Reply extends object>({ act, keyed }: Writing, decide: DecideAlone<Reply>): Attempt<Reply> {
  const { spaceId } = act.caller;
  const postId = randomUUID();
  const drawn = new Map<Numbered, number[]>();

  async function ids(db: Db, kind: Numbered, count: number): Promise<number[]> {
    const known = drawn.get(kind) ?? [];
    const more = count > known.length ? await drawIds(db, kind, count - known.length) : [];
    drawn.set(kind, [...known, ...more]);
    return [...known, ...more].slice(0, count);
  }

  /** Only what was refused by a state that is over is looked at again. */
  async function refuse(error: unknown, { db, isLocked }: Way, { version }: StoredSpace): Promise<undefined> {
    const mayBeOver = !isLocked && error instanceof Fault;
    if (!mayBeOver || (await findVersion(db, spaceId)) === version) throw error;
  }

  return async (way) => {
    const keeping = keyed && findKept(way.db, keyed);
    // A decision that writes by itself must not begin if its answer is kept already.
    const keptBefore = way.isLocked ? await keeping : undefined;
    if (keyed && keptBefore) return { reply: await answerAgain(keptBefore, keyed) };
    const reader: Reader = { ...way.db, space: way.space, ids: (kind, count) => ids(way.db, kind, count) };
    const bulk = openBulk(way.db, async () => ({ ...actOf(act, postId), version: (await way.space).version + 1 }));
    const [decided, kept, space] = await settleAll(decide(reader, bulk), keeping, way.space);
    if (keyed && kept) return { reply: await answerAgain(kept, keyed) };
    if ("error" in decided) return refuse(decided.error, way, space);
    const { value: decision } = decided;
    const answer = keyed && keptAnswer(keyed, decision.answer);
    const part = partOf(space, decision, bulk.entries);
    if (!part) {
      if (keyed && answer) await keepIfAbsent(way.db, keyed, answer);
      return { reply: decision.answer };
    }
    if (space.turnover_cents + (part.turnover_cents ?? 0) > Number.MAX_SAFE_INTEGER) decision.sumTooLarge?.();
    const whole: PostedPart = { ...part, ...(keyed && answer && { answer: { ...answer, ...keyColumns(keyed) } }) };
    const posted = await post(way.db, { ...actOf(act, postId), version: space.version }, whole);
    return posted ? { reply: decision.answer } : undefined;
  };
}

function actOf({ caller: { spaceId, userId, tokenId }, requestId, now }: Act, postId: string) {
  return { spaceId, userId, tokenId: tokenId ?? null, requestId, at: now, postId };
}

function keyColumns({ key, requestHash, forgetBefore }: KeyedRequest) {
  return { key, request_hash: `\\x${requestHash.toString("hex")}`, forget_before: forgetBefore };
}

/** The decision may fail; that it is known and the rest are, is all that is waited for. */
async function settleAll<Value, Kept>(deciding: Promise<Value>, keeping: Promise<Kept> | undefined, space: Promise<StoredSpace>) {
  const [decided, kept, found] = await Promise.allSettled([deciding, keeping, space]);
  if (kept.status === "rejected") throw kept.reason;
  if (found.status === "rejected") throw found.reason;
  const outcome = decided.status === "fulfilled" ? { value: decided.value } : { error: decided.reason as unknown };
  return [outcome, kept.value, found.value] as const;
}

/** Posts a change that was decided without reads, in a transaction that keeps others out. */
export async function postChange(tx: Db, act: Act, change: Change): Promise<void> {
  const space = await lockSpaceRow(tx, act.caller.spaceId);
  const part = partOf(space, change);
  if (part) await post(tx, { ...actOf(act, randomUUID()), version: space.version }, part);
}

/** False where the space has another version by now. */
async function post(db: Db, act: Omit<Post, "change">, change: PostedPart): Promise<boolean> {
  const parts = partsOf(change);
  const last = parts.pop() as PostedPart;
  for (const [n, part] of parts.entries()) await stagePart(db, act, n, part);
  return makePost(db, { ...act, change: last });
}
