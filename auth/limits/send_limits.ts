// Whether a message may be sent to an address now, by mail or by text message.
import { createHmac, type KeyObject } from "node:crypto";
import { type FixedCodes, fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { callingCodeOf } from "./calling_code.ts";
import { budgetWait, judgeMailClaim, type MailLimits, type MailMatter, mailClaim } from "./mail_limits.ts";
import type { Budget, MailClaim, MailClaimResult } from "./queries.ts";

export type SendClaim = MailClaim;
export type SendClaimResult = MailClaimResult;

export interface SendClaimOptions {
  serverKeys: { readonly address: KeyObject };
  config: MailLimits & SmsLimits & FixedCodes;
  about: MailMatter;
  address: { email: string } | { phone: string };
  now: Date;
}

type SmsLimits = Pick<
  AuthConfig,
  "smsMaxFrequencySeconds" | "rateLimitSmsSent" | "rateLimitSmsCountry" | "smsAutoconfirm" | "upstreamAnswers"
>;

/** The claim of one message; `mailClaimCtes` makes it a part of a statement. */
export function sendClaim({ serverKeys, config, about, address, now }: SendClaimOptions): SendClaim {
  if ("email" in address) return mailClaim({ serverKeys, config, about, address: address.email, now });
  // One pause for a number, whatever the message is about: each of them costs money.
  const key = createHmac("sha256", serverKeys.address).update(`pause\0sms\0${address.phone}`).digest();
  const isFree = fixedCodeOf(address.phone, config, now) !== undefined;
  const pause = { key, seconds: config.smsMaxFrequencySeconds };
  return { by: "sms", pause, budgets: smsBudgets(config, address.phone), isFree, now };
}

/** The country's first: what it has spent alone must not count for everybody. */
function smsBudgets({ rateLimitSmsCountry: ofCountry, ...limits }: SmsLimits, phone: string): Budget[] {
  // The real server counts no messages where numbers are confirmed without one.
  const isCounted = !(limits.upstreamAnswers && limits.smsAutoconfirm);
  return [
    ...(ofCountry ? [{ counter: `sms +${callingCodeOf(phone)}`, rate: ofCountry }] : []),
    ...(isCounted ? [{ counter: "sms", rate: limits.rateLimitSmsSent }] : []),
  ];
}

/** Throws the 429 that the claim deserves, if any. */
export function judgeSendClaim(claim: SendClaim, result: SendClaimResult): void {
  if (claim.by === "mail") judgeMailClaim(claim, result);
  if (result.mail_allowed) return;
  if (result.mail_budget_open && !result.mail_pause_over) {
    const seconds = Math.max(1, result.mail_pause_wait ?? claim.pause?.seconds ?? 0);
    throw fail.smsTooSoon({ values: { seconds }, headers: { "retry-after": String(seconds) } });
  }
  throw fail.smsBudgetSpent({ headers: { "retry-after": String(budgetWait(claim, result)) } });
}
