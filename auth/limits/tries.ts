// Limits on what somebody may try: claimed before the work, given back where that is deserved.
//
// What is where in this slice: tries (queries_tries.ts) are limits by key, such as a client (address_limits.ts) or an account
// (account_limits.ts); held_back.ts says whom they hold back. Messages have limits of their own (send_limits.ts, mail_limits.ts), which claim_send.ts claims and queries.ts counts.
// even_time.ts and idle.ts keep answers from showing by their time what was found.
import { createHmac, type KeyObject } from "node:crypto";
import { Fault } from "../../kernel/errors.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { claimTries, returnTries, type Trial, type TryRule } from "./queries_tries.ts";

export type { Trial, TryRule } from "./queries_tries.ts";

export interface LimitKeys {
  readonly address: KeyObject;
}

/** The key is stored as a MAC, so that the table reveals neither addresses nor accounts. */
export function tryKey({ address: key }: LimitKeys, limit: string, ...subject: string[]): Buffer {
  return createHmac("sha256", key)
    .update(["try", limit, ...subject].join("\0"))
    .digest();
}

const PART_BYTES = 16;

/** The key of an account's tries by one client. It begins with what all clients of that account share. */
export function clientKey(keys: LimitKeys, limit: string, account: string, client: string): Buffer {
  return Buffer.concat([accountPart(keys, limit, account), tryKey(keys, limit, account, client).subarray(0, PART_BYTES)]);
}

export function accountPart(keys: LimitKeys, limit: string, account: string): Buffer {
  return tryKey(keys, limit, account).subarray(0, PART_BYTES);
}

/** Throws the 429 that the trial deserves, if any. */
export function throwIfLimited(rules: readonly TryRule[], trial: Trial): void {
  const seconds = waitOf(rules, trial);
  if (seconds !== undefined) throw fail.tooManyRequests({ headers: { "retry-after": String(seconds) } });
}

/** Seconds that a refused trial has to wait; undefined for one that is not refused. */
export function waitOf(
  rules: readonly TryRule[],
  { refused_by: index, refused_seconds: refusedSeconds }: Trial,
): number | undefined {
  if (index === null) return undefined;
  // A caller who lost to concurrent ones waits for one step.
  const step = (rules[index]?.limit.spanMicroseconds ?? 0) / 1_000_000;
  return Math.max(1, Math.ceil(refusedSeconds !== null && refusedSeconds > 0 ? refusedSeconds : step));
}

/** The claim as a statement of its own; none where there are no rules. */
export async function requireTries(db: Db, rules: readonly TryRule[], now: Date): Promise<void> {
  if (rules.length > 0) throwIfLimited(rules, await claimTries(db, rules, now));
}

/** For work that says nothing about what was tried: where it fails, the tries are given back. */
export async function returningTries<Result>(db: Db, rules: readonly TryRule[], work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    await returnTries(db, rules);
    throw error;
  }
}

/**
 * Only failures count: the work is done in any case, and its error becomes a 429 after too many. Failures of other servers count too, or
 * they would be called without limit.
 */
export async function countingFailures<Result>(
  { db, rules, now }: { db: Db; rules: readonly TryRule[]; now: Date },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault && error.status !== 429) await requireTries(db, rules, now);
    throw error;
  }
}
