// How often an address is mailed, and how many mails are sent in all. Both are stored in PostgreSQL, so they hold over replicas and
// restarts.
// The pause applies to every address, known or not, so that a 429 reveals nothing.
import { createHmac, type KeyObject } from "node:crypto";
import type { AuthConfig } from "../config.ts";
import { type Authorizing, requireAuthorized } from "../mail/authorized.ts";
import type { SendClaim } from "./claim_send.ts";
import type { Budget, Pause } from "./queries.ts";

/** Mails of one kind share a pause: a magic link and a recovery link both sign in. */
export const MAIL_MATTERS = ["confirmation", "recovery", "email_change", "reauthentication", "invite"] as const;

export type MailMatter = (typeof MAIL_MATTERS)[number];

export type PauseConfig = Pick<AuthConfig, "smtpMaxFrequencySeconds" | "upstreamAnswers">;
export type MailLimits = PauseConfig & Authorizing & Pick<AuthConfig, "rateLimitEmailSent" | "mailerAutoconfirm">;

export interface MailClaimOptions {
  serverKeys: { readonly address: KeyObject };
  config: MailLimits;
  /** Left out: no pause, the mail only counts. */
  about?: MailMatter | undefined;
  address: string;
  now: Date;
}

/** Throws for an address that may not be mailed. */
export function mailClaim({ serverKeys, config, about, address, now }: MailClaimOptions): SendClaim {
  requireAuthorized(address, config);
  const pause = about && mailPause({ serverKeys, config, about, address });
  return { by: "mail", pause, budgets: mailBudgets(config), now };
}

/** Supabase Auth counts no mails where addresses are confirmed without one. */
function mailBudgets({ rateLimitEmailSent: rate, upstreamAnswers, mailerAutoconfirm }: MailLimits): Budget[] {
  return upstreamAnswers && mailerAutoconfirm && rate.events > 0 ? [] : [{ counter: "mail", rate }];
}

interface PauseOptions {
  serverKeys: { readonly address: KeyObject };
  config: PauseConfig;
  about: MailMatter;
  address: string;
}

export function mailPause({ serverKeys, config, about, address }: PauseOptions): Pause {
  return { key: pauseKey(serverKeys, about, address), seconds: pauseSeconds(about, config) };
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
