// Asks the captcha's provider about a token. Whatever is not a clear yes is a no.
import { form, OutboundError, readJsonObject, send } from "../../kernel/outbound/outbound.ts";
import type { AuthConfig } from "../config.ts";

type CaptchaConfig = Pick<AuthConfig, "captchaProvider" | "captchaSecret" | "captchaTimeoutSeconds" | "captchaUrl">;

const PUBLIC_URLS: Record<AuthConfig["captchaProvider"], string> = {
  hcaptcha: "https://hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
};

export type Verdict = { passed: true } | { passed: false; codes: string[] };

/** `client`: where the token should have been made. Throws an OutboundError where there is no answer that can be used. */
export async function askProvider(token: string, client: string, config: CaptchaConfig): Promise<Verdict> {
  const { captchaProvider, captchaSecret = "", captchaTimeoutSeconds, captchaUrl = PUBLIC_URLS[captchaProvider] } = config;
  const answer = await send(captchaUrl, {
    method: "POST",
    ...form({ secret: captchaSecret, response: token, ...(client !== "" && { remoteip: client }) }),
    timeoutMs: Math.ceil(captchaTimeoutSeconds * 1000),
    mostBytes: 100_000,
  });
  const { success, "error-codes": codes } = readJsonObject(answer);
  // Refusals come with any status. A yes beside an error is nothing that the provider says.
  if (success === true && answer.status >= 200 && answer.status < 300) return { passed: true };
  if (success !== false)
    throw new OutboundError("unreadable", `its answer has status ${answer.status} and is neither yes nor no`);
  return { passed: false, codes: readCodes(codes) };
}

const MOST_CODES = 5;

/** They go on to the caller, so nothing else that the answer holds may pass for one. */
function readCodes(codes: unknown): string[] {
  const words = Array.isArray(codes) ? codes.filter((code) => typeof code === "string" && /^[\w-]{1,64}$/.test(code)) : [];
  return words.length > 0 ? words.slice(0, MOST_CODES) : ["no reason given"];
}
