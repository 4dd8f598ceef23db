// Whether a message may be sent to an address now, by mail or by text message.
import { createHmac, type KeyObject } from "node:crypto";
import { type FixedCodes, fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthConfig, Rate } from "../config.ts";
import { callingCodeOf } from "./calling_code.ts";
import type { SendClaim } from "./claim_send.ts";
import { MAIL_MATTERS, type MailLimits, type MailMatter, mailClaim, mailPause, type PauseConfig } from "./mail_limits.ts";
import type { Budget, Pause } from "./queries.ts";

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
  const isFree = fixedCodeOf(address.phone, config, now) !== undefined;
  const pause = smsPause({ serverKeys, config }, address.phone);
  return { by: "sms", pause, budgets: smsBudgets(config, address.phone), isFree, now };
}

interface PauseWorld {
  serverKeys: { readonly address: KeyObject };
  config: PauseConfig & Pick<AuthConfig, "smsMaxFrequencySeconds">;
}

/** One pause for a number, whatever the message is about: each of them costs money. */
function smsPause({ serverKeys, config }: PauseWorld, phone: string): Pause {
  const key = createHmac("sha256", serverKeys.address).update(`pause\0sms\0${phone}`).digest();
  return { key, seconds: config.smsMaxFrequencySeconds };
}

export type PausedMessage = MailMatter | "sms";

/** Every pause that an address may have, by what the message is about. */
export function pausesOf(world: PauseWorld, address: SendClaimOptions["address"]): { message: PausedMessage; pause: Pause }[] {
  if ("phone" in address) return [{ message: "sms", pause: smsPause(world, address.phone) }];
  return MAIL_MATTERS.map((about) => ({ message: about, pause: mailPause({ ...world, about, address: address.email }) }));
}

/** The budgets of the whole service, and of the countries of these counters, with what sets each. */
export function budgetsOf(
  { rateLimitEmailSent, rateLimitSmsSent, rateLimitSmsCountry }: SmsLimits & MailLimits,
  countries: readonly string[],
) {
  const ofCountry = (rate: Rate) =>
    countries.map((counter) => ({ budget: { counter, rate }, variable: "rateLimitSmsCountry" as const }));
  return [
    { budget: { counter: "mail", rate: rateLimitEmailSent }, variable: "rateLimitEmailSent" as const },
    { budget: { counter: "sms", rate: rateLimitSmsSent }, variable: "rateLimitSmsSent" as const },
    ...(rateLimitSmsCountry ? ofCountry(rateLimitSmsCountry) : []),
  ];
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
