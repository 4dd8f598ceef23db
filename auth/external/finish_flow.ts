// Ends a flow whose browser is back: asks the provider who it is, lets them in, and says where the browser goes with what.
import { createHash, type KeyObject, randomUUID } from "node:crypto";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { CodeChallenge } from "../flow_states/pkce.ts";
import type { ExternalFlow } from "../flow_states/queries_external.ts";
import { openMemory, sealTokens } from "../flow_states/sealed.ts";
import { withFragment, withQuery } from "../redirects/answer_url.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession } from "../sessions/session.ts";
import { arrive } from "./arrive.ts";
import { enabledProvider } from "./enabled_provider.ts";
import type { Errand } from "./link.ts";
import { askProvider, patienceOf } from "./patience.ts";
import type { ProviderTokens } from "./provider.ts";

/** The URL for the browser. */
export async function finishFlow(
  input: AuthInput<unknown>,
  flow: ExternalFlow,
  given: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { config, serverKeys, now } = input;
  const { provider, config: providerConfig } = enabledProvider(flow.provider, config);
  const memory = flow.sealed_memory ? openMemory(serverKeys.state, flow.id, flow.sealed_memory) : {};
  if (!memory) throw fail.oauthStateInvalid();
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  const { profile, tokens } = await askProvider("exchange", patienceOf(config), (timeoutMs) =>
    provider.finish({ config: providerConfig, parameters, memory, now, timeoutMs }),
  );
  const challenge = challengeOf(flow);
  const arrival = {
    provider: provider.key,
    profile,
    errand: errandOf(flow),
    inviteHash: flow.invite_hash,
    redirectTo: flow.redirect_to,
    challenge,
  };
  if (challenge) {
    const code = randomUUID();
    await arrive(input, { ...arrival, ending: { code: issuedCode(serverKeys.state, flow.id, code, tokens) } });
    return withQuery(flow.redirect_to, { code });
  }
  const signedIn = await arrive(input, { ...arrival, ending: { session: newSession(input, "oauth") } });
  const { user: _user, ...session } = presentSession(signedIn, signedIn, input);
  return withFragment(flow.redirect_to, { ...session, ...tokens, provider: provider.key });
}

function challengeOf({ code_challenge: codeChallenge, code_challenge_method: method }: ExternalFlow): CodeChallenge | undefined {
  return codeChallenge !== null && method !== null ? { codeChallenge, codeChallengeMethod: method } : undefined;
}

function errandOf({ linking_user_id: userId, linking_session_id: sessionId, invite_hash: inviteHash }: ExternalFlow): Errand {
  if (userId !== null) return { kind: "linking", linking: { userId, sessionId: sessionId ?? undefined } };
  return { kind: inviteHash ? "invitation" : "sign in" };
}

function issuedCode(key: KeyObject, flowId: string, code: string, tokens: ProviderTokens) {
  const hash = createHash("sha256").update(code).digest();
  return { flowId, hash, sealedTokens: sealTokens(key, flowId, code, tokens) };
}
