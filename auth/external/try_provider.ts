// Tries a provider as a sign-in would, up to where a person would be needed: asks where the browser goes, and then exchanges a code that
// nobody was given. A provider that refuses the code knew the client by its id and secret; one that refuses the client says so first.
import { randomBytes } from "node:crypto";
import type { EnabledProvider } from "./enabled_provider.ts";
import { askProvider } from "./flow/timeout.ts";
import { ProviderError, type StartedSignIn } from "./provider.ts";
import { CLIENT_REFUSED, CODE_REFUSED, REDIRECT_REFUSED } from "./refusal_codes.ts";

export type Outcome = "ok" | "failed" | "unclear";

export interface TriedStep {
  step: "begin" | "credentials";
  outcome: Outcome;
  detail: string;
}

export async function tryProvider({ provider, config }: EnabledProvider, timeoutMs: number, now: Date): Promise<TriedStep[]> {
  const state = randomBytes(32).toString("base64url");
  let begun: StartedSignIn;
  try {
    begun = await askProvider("exchange", timeoutMs, (callTimeoutMs) =>
      provider.begin({ config, state, scopes: [], parameters: {}, timeoutMs: callTimeoutMs }),
    );
  } catch (error) {
    return [{ step: "begin", outcome: "failed", detail: detailOf(error) }];
  }
  const { host } = new URL(begun.url);
  const steps: TriedStep[] = [{ step: "begin", outcome: "ok", detail: `browsers are sent to ${host}` }];
  // OAuth 1.0a has signed a request for the address already.
  if (isSigned(begun)) return [...steps, { step: "credentials", outcome: "ok", detail: "the provider took the signature" }];
  try {
    await askProvider("exchange", timeoutMs, (callTimeoutMs) =>
      provider.finish({ config, parameters: { code: state }, memory: begun.memory ?? {}, now, timeoutMs: callTimeoutMs }),
    );
    return [...steps, { step: "credentials", outcome: "unclear", detail: "the provider took a code that it never issued" }];
  } catch (error) {
    return [...steps, { step: "credentials", ...judge(error) }];
  }
}

const isSigned = ({ url }: StartedSignIn) => new URL(url).searchParams.has("oauth_token");

function judge(error: unknown): Omit<TriedStep, "step"> {
  const code = error instanceof ProviderError ? error.code : undefined;
  const detail = detailOf(error);
  if (code === undefined) return { outcome: "unclear", detail };
  if (CLIENT_REFUSED.includes(code)) return { outcome: "failed", detail: `${detail}: correct the client id and the secret` };
  if (REDIRECT_REFUSED.includes(code))
    return { outcome: "failed", detail: `${detail}: register the redirect URI at the provider` };
  if (CODE_REFUSED.includes(code))
    return { outcome: "ok", detail: "the provider knows the client; it refused the code, as it should" };
  return { outcome: "unclear", detail };
}

function detailOf(error: unknown): string {
  if (error instanceof ProviderError) return error.message;
  throw error;
}
