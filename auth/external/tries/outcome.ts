// What came of a try: what the provider said, whom this service would take it for, or what went wrong. Never a token.
import type { KeyObject } from "node:crypto";
import { seal, unseal } from "../../../kernel/seal.ts";
import { usedEmail } from "../linking/link.ts";
import type { JsonObject } from "../protocols/provider_calls.ts";
import { type ExternalProfile, ProviderError } from "../provider.ts";
import { CLIENT_REFUSED, CODE_REFUSED, REDIRECT_REFUSED } from "../refusal_codes.ts";

/** What an administrator can do about it. */
export const HINTS = [
  ...(["client", "redirect", "code", "scope", "declined", "id_token", "person", "email", "reach"] as const),
  "none",
] as const;

export type Hint = (typeof HINTS)[number];

export interface ReceivedClaims {
  /** `id_token`, or the address that was asked, without its query. */
  from: string;
  claims: JsonObject;
}

export interface TryOutcome {
  received: readonly ReceivedClaims[];
  person: { id: string; email: string | null; email_verified: boolean; name: string | null } | null;
  problem: { message: string; hint: Hint } | null;
}

export function personOf({ subject, emails, metadata }: ExternalProfile): TryOutcome["person"] {
  const email = usedEmail(emails);
  const name = metadata.full_name ?? metadata.name ?? metadata.user_name;
  return {
    id: subject,
    email: email?.email ?? null,
    email_verified: email?.verified ?? false,
    name: typeof name === "string" ? name : null,
  };
}

/** Of the provider's own word for the refusal, or else of the step at which it failed. */
export function hintFor({ step, code }: Pick<ProviderError, "step" | "code">): Hint {
  if (code !== undefined) return hintForCode(code);
  if (step === "exchange") return "reach";
  if (step === "email") return "email";
  return step === "id_token" ? "id_token" : "person";
}

const DECLINED = ["access_denied", "user_cancelled_authorize", "user_cancelled_login", "consent_required"];

export function hintForCode(code: string): Hint {
  if (CLIENT_REFUSED.includes(code)) return "client";
  if (REDIRECT_REFUSED.includes(code)) return "redirect";
  if (CODE_REFUSED.includes(code)) return "code";
  if (DECLINED.includes(code)) return "declined";
  return code === "invalid_scope" ? "scope" : "none";
}

export function problemOf(error: unknown): TryOutcome["problem"] {
  if (error instanceof ProviderError) return { message: error.message, hint: hintFor(error) };
  return { message: "it failed on this server: its log says why", hint: "none" };
}

const MOST_BYTES = 64_000;

/** Providers may send much; what an administrator cannot read anyway is not stored. */
export function sealOutcome(key: KeyObject, id: string, outcome: TryOutcome): Buffer {
  const text = JSON.stringify(outcome);
  const short = text.length <= MOST_BYTES ? text : JSON.stringify({ ...outcome, received: [] });
  return seal(key, short, `provider try ${id}`);
}

/** Undefined where the server's key has changed since. */
export function openOutcome(key: KeyObject, id: string, sealed: Buffer): TryOutcome | undefined {
  const text = unseal(key, sealed, `provider try ${id}`);
  return text === undefined ? undefined : (JSON.parse(text) as TryOutcome);
}
