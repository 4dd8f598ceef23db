// Claims a message before it is written: the pause of its address, then the budgets of the service.
import type { Fault } from "../../kernel/errors.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { type Budget, claimBudget, claimPause, findBudgetWait, findPauseWait, type Pause } from "./queries.ts";

export interface SendClaim {
  by: "mail" | "sms";
  pause: Pause | undefined;
  /** What is refused by one does not count for those behind it. */
  budgets: readonly Budget[];
  /** Nothing will leave, so nothing is counted and nobody waits. */
  isFree?: boolean;
  now: Date;
}

/** Throws the 429 that the claim deserves, if any. The claim is kept whatever follows. */
export function claimSend(db: Database, claim: SendClaim): Promise<void> {
  return db.transaction((tx) => claimSendIn(tx, claim));
}

/** The claim as a part of a transaction: what is thrown rolls it back. Others wait for its rows, so no slow work may follow. */
export async function claimSendIn(tx: Db, claim: SendClaim): Promise<void> {
  throwIfRefused(claim, await findSendRefusal(tx, claim));
}

export function throwIfRefused(claim: SendClaim, refusal: SendRefusal | undefined): void {
  if (refusal) throw faultOf(claim, refusal);
}

export interface SendRefusal {
  by: "pause" | "budget";
  seconds: number;
}

/**
 * Claims, or returns why not; the caller then has to throw, unless it was the pause. A claim within the pause does not count against the
 * budgets, or one address could use them up.
 */
export async function findSendRefusal(tx: Db, claim: SendClaim): Promise<SendRefusal | undefined> {
  const { pause, budgets, isFree, now } = claim;
  if (isFree) return undefined;
  if (pause && !(await claimPause(tx, pause, now))) {
    const [seconds = pause.seconds, budgetSeconds] = await Promise.all([findPauseWait(tx, pause, now), longestWait(tx, claim)]);
    return budgetSeconds === undefined
      ? { by: "pause", seconds: Math.max(1, seconds) }
      : { by: "budget", seconds: budgetSeconds };
  }
  const claimed = await Promise.all(budgets.map((budget) => claimBudget(tx, budget, now)));
  return claimed.every(Boolean) ? undefined : { by: "budget", seconds: (await longestWait(tx, claim)) ?? 1 };
}

/** Seconds until all budgets give something; undefined where they do. */
async function longestWait(tx: Db, { budgets, now }: SendClaim): Promise<number | undefined> {
  const waits = await Promise.all(budgets.map((budget) => findBudgetWait(tx, budget, now)));
  const exhausted = waits.filter((seconds) => seconds !== undefined);
  return exhausted.length === 0 ? undefined : Math.max(1, ...exhausted);
}

function faultOf({ by }: SendClaim, refusal: SendRefusal): Fault {
  const { seconds } = refusal;
  const headers = { "retry-after": String(seconds) };
  if (refusal.by === "budget") return by === "mail" ? fail.mailBudgetSpent({ headers }) : fail.smsBudgetSpent({ headers });
  const details = { values: { seconds }, headers };
  return by === "mail" ? fail.mailTooSoon(details) : fail.smsTooSoon(details);
}
