// One attempt of a write: the reads, the decision, the post. The ids of its rows and of the post are drawn once, and used by all
// attempts.
import { randomUUID } from "node:crypto";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { DatabaseAway, type Db } from "../../kernel/sql/database.ts";
import type { Sql } from "../../kernel/sql/sql.ts";
import { mayHaveTakenEffect } from "../../kernel/sql/sqlstate.ts";
import { fail } from "../errors.ts";
import { findStoredAnswer, keepIfAbsent } from "../idempotency/queries.ts";
import { answerAgain, answerToStore, type KeyedRequest } from "../idempotency/stored_answer.ts";
import { reaches } from "../roles/role.ts";
import type { Act } from "./act.ts";
import { NeedsLock, openBulk, UNLOCKED_BULK } from "./bulk.ts";
import { type PostedPart, partOf } from "./change.ts";
import type { Decide, Decision, OnStaged, WriteOptions } from "./decision.ts";
import { findPostId, findVersion, makePost, stagePart, withLongStatement } from "./queries.ts";
import type { Reader } from "./reader.ts";
import { openIds, openReader } from "./reader.ts";
import { partsOf } from "./stage.ts";
import type { StoredSpace } from "./stored_space.ts";

export interface Attempts<Reply extends object> {
  /** Undefined if another post came first. */
  attempt(way: WriteMode): Promise<AttemptResult<Reply> | undefined>;
  /** Whether a post was sent and its outcome is unknown. The next attempt finds it out. */
  isOutcomeUnknown(error: unknown): boolean;
}

interface WriteMode {
  /** The connection for everything but a long post. */
  db: Db;
  /** Runs long work on a connection of its own, so that it delays nobody else. */
  atLength<T>(work: (db: Db) => Promise<T>): Promise<T>;
  findSpace(more?: Sql): Promise<StoredSpace>;
  /** The space is locked until the transaction ends. */
  isLocked: boolean;
}

interface AttemptResult<Reply extends object> {
  reply: Reply | Answer;
  /** A post was made, in a space that has webhooks. */
  isWatched?: boolean;
}

/** A post that was sent. */
interface SentPost<Reply extends object> extends AttemptResult<Reply> {
  /** The version that it was to follow. */
  version: number;
}

export function openAttempts<Reply extends object>(
  { act, keyed, isDryRun }: WriteOptions,
  decide: Decide<Reply>,
): Attempts<Reply> {
  const { spaceId } = act.caller;
  const post = postOf(act);
  const ids = openIds({ isDryRun: isDryRun ?? false });
  let sent: SentPost<Reply> | undefined;
  let doubtful: SentPost<Reply> | undefined;

  /** Our post id in the next version of the log proves that it was made; another id proves that it never will be. */
  async function findOutcome(read: Reader, earlier: SentPost<Reply>): Promise<AttemptResult<Reply> | undefined> {
    const [, postId] = await Promise.all([read.space, findPostId(read, spaceId, earlier.version + 1)]);
    if (postId === post.id) return earlier;
    if (postId !== undefined) doubtful = undefined;
  }

  async function postDecision(way: WriteMode, space: StoredSpace, decision: Decision<Reply>, entriesBefore: number) {
    const answer = keyed && answerToStore(keyed, decision.answer);
    const part = partOf(space, decision, entriesBefore);
    if (!part) {
      if (keyed && answer) await keepIfAbsent(way.db, keyed, answer);
      return { reply: decision.answer };
    }
    if (space.turnover_cents + (part.turnover_cents ?? 0) > Number.MAX_SAFE_INTEGER) decision.sumTooLarge?.();
    if (isDryRun) return { reply: decision.answer };
    const whole: PostedPart = { ...part, ...(keyed && answer && { answer: { ...answer, ...keyColumns(keyed) } }) };
    sent = { version: space.version, reply: decision.answer, isWatched: space.has_webhooks };
    return (await post.make(way, space.version, whole, decision.onStaged)) ? sent : undefined;
  }

  return {
    attempt: async (way) => {
      sent = undefined;
      const reader = openReader(way, ids);
      const settled = doubtful && (await findOutcome(reader, doubtful));
      if (settled) return settled;
      // A decision that writes in bulk must not start if its answer is stored already.
      const [storedAnswer] = way.isLocked && keyed ? await Promise.all([findStoredAnswer(reader, keyed), reader.space]) : [];
      if (keyed && storedAnswer) return { reply: await answerAgain(storedAnswer, keyed) };
      const bulk = way.isLocked
        ? openBulk(way.db, async () => ({ ...post.act, version: (await reader.space).version + 1 }))
        : UNLOCKED_BULK;
      const deciding = decide(reader, bulk);
      const keeping = keyed && !way.isLocked ? findStoredAnswer(reader, keyed) : undefined;
      const [decided, stored, space] = await settleAll(deciding, keeping, reader.space);
      requireRole(space, act);
      if (keyed && stored) return { reply: await answerAgain(stored, keyed) };
      if ("error" in decided) return throwUnlessOver(decided.error, way, spaceId, space.version);
      return postDecision(way, space, decided.value, bulk.entries);
    },
    isOutcomeUnknown: (error) => {
      if (sent && mayHaveTakenEffect(error)) doubtful = sent;
      return doubtful !== undefined && (error instanceof DatabaseAway || mayHaveTakenEffect(error));
    },
  };
}

/** Tries again only if another post came between: a refusal, or rows that were read before and after it. */
async function throwUnlessOver(
  error: unknown,
  { db, isLocked }: WriteMode,
  spaceId: number,
  version: number,
): Promise<undefined> {
  const mayBeOver = !isLocked && !(error instanceof NeedsLock) && !(error instanceof DatabaseAway);
  if (!mayBeOver || (await findVersion(db, spaceId)) === version) throw error;
}

/** Checks the caller's current role: membership may have changed since the request began. */
function requireRole({ members }: StoredSpace, { caller: { userId, leastRole } }: Act): void {
  const role = members[String(userId)];
  if (leastRole === undefined || reaches(role, leastRole)) return;
  throw role === undefined ? fail.notAMember() : fail.viewersOnlyRead();
}

/** A post with an id of its own, however often it is sent. */
export function postOf({ caller: { spaceId, userId, tokenId }, requestId, now }: Act) {
  const id = randomUUID();
  const act = { spaceId, userId, tokenId: tokenId ?? null, requestId, at: now, postId: id };
  return {
    id,
    act,
    /** False if the space has another version by now. */
    make: (
      way: Pick<WriteMode, "db" | "atLength">,
      version: number,
      change: PostedPart,
      onStaged?: OnStaged,
    ): Promise<boolean> => {
      const parts = partsOf(change);
      const last = parts.pop() as PostedPart;
      if (parts.length === 0) return makePost(way.db, { ...act, version, change: last });
      return way.atLength(async (db) => {
        for (const [n, part] of parts.entries()) {
          await stagePart(db, act, n, part);
          await onStaged?.(db, (n + 1) / (parts.length + 1));
        }
        return withLongStatement(db, () => makePost(db, { ...act, version, change: last }));
      });
    },
  };
}

/** The columns that a post stores for the answer of a request with a key. */
export function keyColumns({ key, requestHash, forgetBefore }: KeyedRequest) {
  return { key, request_hash: `\\x${requestHash.toString("hex")}`, forget_before: forgetBefore };
}

/** Waits for all three. A failed decision is returned, a failed read is thrown. */
async function settleAll<Value, Stored>(
  deciding: Promise<Value>,
  keeping: Promise<Stored> | undefined,
  space: Promise<StoredSpace>,
) {
  const [decided, stored, spaceResult] = await Promise.allSettled([deciding, keeping, space]);
  if (stored.status === "rejected") throw stored.reason;
  if (spaceResult.status === "rejected") throw spaceResult.reason;
  const outcome = decided.status === "fulfilled" ? { value: decided.value } : { error: decided.reason as unknown };
  return [outcome, stored.value, spaceResult.value] as const;
}
