// A captcha: the caller sends a token that the captcha provider gave to a person. Each token is valid for one request.
import { Type } from "typebox";
import { OutboundError } from "../../kernel/outbound/outbound.ts";
import type { AuthConfig } from "../config.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { claimTries, type Limit, returnTries, type TryRule } from "../limits/queries_tries.ts";
import { type LimitKeys, requireTries, throwIfLimited, tryKey } from "../limits/tries.ts";
import { askProvider } from "./ask_provider.ts";

/** Where a body may hold the token: as the documents say, or as the usual client sends it. */
export const captchaFields = {
  captcha_token: Type.Optional(Type.String({ description: "Where a captcha is demanded" })),
  gotrue_meta_security: Type.Optional(
    Type.Object(
      { captcha_token: Type.Optional(Type.Union([Type.String(), Type.Null()])) },
      { description: "The same, as clients send it" },
    ),
  ),
};

interface CaptchaBody {
  captcha_token?: string;
  gotrue_meta_security?: { captcha_token?: string | null };
}

export function readCaptchaToken({ captcha_token: own, gotrue_meta_security: meta }: CaptchaBody): string | undefined {
  return own || meta?.captcha_token || undefined;
}

/** Longer tokens do not exist, so the provider is not asked. */
const MOST_CHARACTERS = 16_384;
const RETRY_SECONDS = 5;

/** Providers let a token pass once as well, but a relay or a copy of one may not; tokens live for minutes. */
const ONCE: Limit = { shape: "window", events: 1, spanMicroseconds: 3_600_000_000 };

interface Demand extends Pick<AuthWorld, "db" | "config" | "serverKeys" | "log"> {
  token: string | undefined;
  client: string;
  now: Date;
}

/**
 * Throws unless the token is valid. One statement claims the limits and the token before the provider is asked. So requests over a limit
 * cost no call, and a token is checked once.
 */
export async function requireCaptcha(check: Demand, rules: readonly TryRule[]): Promise<void> {
  const { token, client, db, config, serverKeys, log, now } = check;
  if (token === undefined) {
    await requireTries(db, rules, now);
    throw fail.captchaMissing();
  }
  const memory = memoryOf(token, serverKeys);
  const trial = await claimTries(db, [...rules, memory], now);
  if (trial.refused_by === rules.length) throw refusal([ALREADY_SEEN[config.captchaProvider]]);
  throwIfLimited(rules, trial);
  if (token.length > MOST_CHARACTERS) throw refusal(["invalid-input-response"]);
  const verdict = await askProvider(token, client, config).catch(async (cause) => {
    if (!(cause instanceof OutboundError)) throw cause;
    // The provider gave no verdict, so the token may be sent again.
    await returnTries(db, [memory]);
    throw fail.captchaUnavailable({ headers: { "retry-after": String(RETRY_SECONDS) }, cause });
  });
  if (verdict.passed) return;
  if (verdict.codes.some((each) => /secret/.test(each)))
    log.error({ error_codes: verdict.codes }, "the captcha provider does not accept SECURITY_CAPTCHA_SECRET");
  throw refusal(verdict.codes);
}

function memoryOf(token: string, serverKeys: LimitKeys): TryRule {
  return { key: tryKey(serverKeys, "captcha", token), limit: ONCE };
}

/** As the provider itself says it. */
const ALREADY_SEEN: Record<AuthConfig["captchaProvider"], string> = {
  hcaptcha: "already-seen-response",
  turnstile: "timeout-or-duplicate",
};

function refusal(codes: readonly string[]) {
  return fail.captchaRefused({ values: { codes: codes.join(", ") } });
}
