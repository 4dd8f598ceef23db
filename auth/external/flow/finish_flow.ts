// Ends a flow whose browser is back: asks the provider who it is, lets them in, and says where the browser goes with what.
import { randomUUID } from "node:crypto";
import { Fault } from "../../../kernel/errors.ts";
import { Answer } from "../../../kernel/http/endpoint.ts";
import type { AuthInput } from "../../endpoint.ts";
import { fail } from "../../errors.ts";
import type { CodeChallenge } from "../../flow_states/pkce.ts";
import type { ExternalFlow } from "../../flow_states/queries_external.ts";
import { openMemory } from "../../flow_states/sealed.ts";
import { withQuery } from "../../redirects/answer_url.ts";
import { newSession } from "../../sessions/new_session.ts";
import { enabledProvider } from "../enabled_provider.ts";
import { holdPendingLink } from "../linking/pending_link.ts";
import { signInWithProvider } from "../linking/sign_in_with_provider.ts";
import { issuedCode } from "./issued_code.ts";
import { sessionUrl } from "./session_url.ts";
import { askProvider, providerTimeoutMs } from "./timeout.ts";

/** Where the browser goes, or the page that it gets. */
export async function finishFlow(
  input: AuthInput<unknown>,
  flow: ExternalFlow,
  answer: Readonly<Record<string, string | undefined>>,
): Promise<Answer> {
  const { config, serverKeys, now } = input;
  const { provider, config: providerConfig } = await enabledProvider(flow.provider, input).catch((error) => {
    // It was when the browser was sent there.
    throw error instanceof Fault ? fail.callbackProviderOff({ cause: error }) : error;
  });
  // By OAuth 1 the verifier takes its place.
  if (!answer.code && !answer.oauth_verifier) throw fail.callbackCodeMissing();
  const memory = flow.sealed_memory ? openMemory(serverKeys.state, flow.id, flow.sealed_memory) : {};
  if (!memory) throw fail.oauthStateInvalid();
  const parameters = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  const finished = await askProvider("exchange", providerTimeoutMs(config), (timeoutMs) =>
    provider.finish({ config: providerConfig, parameters, memory, now, timeoutMs }),
  );
  if (flow.linking_user_id !== null) return holdPendingLink(input, { ...flow, linking_user_id: flow.linking_user_id }, finished);
  const { profile, tokens } = finished;
  const challenge = challengeOf(flow);
  const arrival = {
    provider: provider.key,
    emailOptional: providerConfig.emailOptional,
    profile,
    purpose: { kind: flow.invite_hash ? ("invitation" as const) : ("sign in" as const) },
    inviteHash: flow.invite_hash,
    redirectTo: flow.redirect_to,
    challenge,
  };
  if (challenge) {
    const code = randomUUID();
    await signInWithProvider(input, { ...arrival, ending: { code: issuedCode(serverKeys.state, flow.id, code, tokens) } });
    return new Answer(302, { location: withQuery(flow.redirect_to, { code }) });
  }
  const signedIn = await signInWithProvider(input, { ...arrival, ending: { session: newSession(input, "oauth") } });
  return new Answer(302, { location: await sessionUrl(input, flow.redirect_to, { signedIn, tokens, provider: provider.key }) });
}

function challengeOf({ code_challenge: codeChallenge, code_challenge_method: method }: ExternalFlow): CodeChallenge | undefined {
  return codeChallenge !== null && method !== null ? { codeChallenge, codeChallengeMethod: method } : undefined;
}
