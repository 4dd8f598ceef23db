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
  demandClaimed(claim, await findSendRefusal(tx, claim));
}

export function demandClaimed(claim: SendClaim, refusal: SendRefusal | undefined): void {
  if (refusal) throw faultOf(claim, refusal);
}

export interface SendRefusal {
  by: "pause" | "budget";
  seconds: number;
}

/**
 * Claims, or returns why not; whoever asks then has to throw, unless it was the pause. A claim within the pause leaves the budgets alone,
 * and a spent budget leaves the pause alone: it must not be possible to spend everybody's budget on one address.
 */
export async function findSendRefusal(tx: Db, { pause, budgets, isFree, now }: SendClaim): Promise<SendRefusal | undefined> {
  if (isFree) return undefined;
  const [isOver, pauseWait, ...waits] = await Promise.all([
    pause && claimPause(tx, pause, now),
    pause && findPauseWait(tx, pause, now),
    ...budgets.map((budget) => budgetWait(tx, budget, now)),
  ]);
  const wait = Math.max(0, ...waits.map((seconds) => seconds ?? 0));
  if (wait > 0) return { by: "budget", seconds: wait };
  if (pause && !isOver) return { by: "pause", seconds: Math.max(1, pauseWait ?? pause.seconds) };
  const claims = await Promise.all(
    budgets.map(async (budget) => {
      const [isClaimed, seconds] = await Promise.all([claimBudget(tx, budget, now), budgetWait(tx, budget, now)]);
      return isClaimed ? 0 : (seconds ?? 1);
    }),
  );
  // Others may have spent the last of one in this very moment.
  const left = Math.max(0, ...claims);
  return left === 0 ? undefined : { by: "budget", seconds: left };
}

/** Seconds until it gives something; undefined while it does. */
async function budgetWait(tx: Db, budget: Budget, now: Date): Promise<number | undefined> {
  const seconds = await findBudgetWait(tx, budget, now);
  const { rate } = budget;
  if (rate.events === 0) return Math.max(1, Math.ceil(rate.seconds));
  return seconds === undefined ? undefined : Math.max(1, seconds);
}

function faultOf({ by }: SendClaim, refusal: SendRefusal): Fault {
  const { seconds } = refusal;
  const headers = { "retry-after": String(seconds) };
  if (refusal.by === "budget") return by === "mail" ? fail.mailBudgetSpent({ headers }) : fail.smsBudgetSpent({ headers });
  const details = { values: { seconds }, headers };
  return by === "mail" ? fail.mailTooSoon(details) : fail.smsTooSoon(details);
}
