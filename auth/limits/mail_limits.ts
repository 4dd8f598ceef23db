// How often an address is mailed, and how many mails leave in all. Both live in PostgreSQL, so they hold over replicas and restarts.
//
// The pause is kept for every address, known or not, so a 429 gives nobody away. As a part of another statement: `mailClaim` makes the
// claim, `mailClaimCtes` are its CTEs, `judgeMailClaim` throws what comes back; queries.ts shows how they go together.
import { createHmac, type KeyObject } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { type Budget, claimMail, type MailClaim, type MailClaimResult } from "./queries.ts";

export { type MailClaim, type MailClaimResult, mailClaimCtes } from "./queries.ts";

/** Mails about one thing share a pause: a magic link and a recovery link both let somebody in. */
export type MailMatter = "confirmation" | "recovery" | "email_change" | "reauthentication" | "invite";

type PauseConfig = Pick<AuthConfig, "smtpMaxFrequencySeconds" | "upstreamAnswers">;
export type MailLimits = PauseConfig & Pick<AuthConfig, "rateLimitEmailSent" | "mailerAutoconfirm">;

export interface MailClaimOptions {
  serverKeys: { readonly address: KeyObject };
  config: MailLimits;
  /** Left out: no pause, the mail only counts. */
  about?: MailMatter | undefined;
  address: string;
  now: Date;
}

export function mailClaim({ serverKeys, config, about, address, now }: MailClaimOptions): MailClaim {
  const pause = about && { key: pauseKey(serverKeys, about, address), seconds: pauseSeconds(about, config) };
  return { by: "mail", pause, budgets: mailBudgets(config), now };
}

/** The real server counts no mails where addresses are confirmed without one. */
function mailBudgets({ rateLimitEmailSent: rate, upstreamAnswers, mailerAutoconfirm }: MailLimits): Budget[] {
  return upstreamAnswers && mailerAutoconfirm && rate.events > 0 ? [] : [{ counter: "mail", rate }];
}

const CONFIRMATION_SECONDS = 900;
const OTHER_SECONDS = 60;

export function pauseSeconds(about: MailMatter, { smtpMaxFrequencySeconds, upstreamAnswers }: PauseConfig): number {
  const unset = about === "confirmation" && !upstreamAnswers ? CONFIRMATION_SECONDS : OTHER_SECONDS;
  return smtpMaxFrequencySeconds ?? unset;
}

function pauseKey({ address: key }: { readonly address: KeyObject }, about: MailMatter, address: string): Buffer {
  return createHmac("sha256", key).update(`pause\0${about}\0${address.toLowerCase()}`).digest();
}

/** Throws the 429 that the claim deserves, if any. */
export function judgeMailClaim(claim: MailClaim, result: MailClaimResult): void {
  if (result.mail_allowed) return;
  if (result.mail_budget_open && !result.mail_pause_over) {
    const seconds = Math.max(1, result.mail_pause_wait ?? claim.pause?.seconds ?? 0);
    throw fail.mailTooSoon({ values: { seconds }, headers: { "retry-after": String(seconds) } });
  }
  throw fail.mailBudgetSpent({ headers: { "retry-after": String(budgetWait(claim, result)) } });
}

/** Seconds. Where another call spent the last of it in the same moment, nobody knows more than how long a budget lasts. */
export function budgetWait({ budgets }: MailClaim, { mail_budget_wait: told }: MailClaimResult): number {
  return Math.max(1, told ?? Math.ceil(Math.max(...budgets.map(({ rate }) => rate.seconds))));
}

/** The claim as a statement of its own. In a transaction, what is thrown rolls the transaction and the claim back. */
export async function claimMailPause(db: Db, options: MailClaimOptions): Promise<void> {
  const claim = mailClaim(options);
  judgeMailClaim(claim, await claimMail(db, claim));
}
