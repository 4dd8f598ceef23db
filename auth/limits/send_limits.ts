// Whether a message may be sent to an address now, by mail or by text message.
import { createHmac, type KeyObject } from "node:crypto";
import { type FixedCodes, fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthConfig } from "../config.ts";
import { callingCodeOf } from "./calling_code.ts";
import type { SendClaim } from "./claim_send.ts";
import { type MailLimits, type MailMatter, mailClaim } from "./mail_limits.ts";
import type { Budget } from "./queries.ts";

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

/** What one message claims. */
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
  // Supabase Auth counts no messages where numbers are confirmed without one.
  const isCounted = !(limits.upstreamAnswers && limits.smsAutoconfirm);
  return [
    ...(ofCountry ? [{ counter: `sms +${callingCodeOf(phone)}`, rate: ofCountry }] : []),
    ...(isCounted ? [{ counter: "sms", rate: limits.rateLimitSmsSent }] : []),
  ];
}
