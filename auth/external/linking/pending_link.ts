// An identity is not linked at once, because somebody may have been tricked into signing in at the provider. It waits for proof:
// the PKCE verifier, or a confirmation page that names both accounts.
import { randomUUID } from "node:crypto";
import { Answer } from "../../../kernel/http/endpoint.ts";
import type { AuthInput } from "../../endpoint.ts";
import { fail } from "../../errors.ts";
import { type ExternalFlow, insertPendingLink } from "../../flow_states/queries_external.ts";
import { withQuery } from "../../redirects/answer_url.ts";
import { newSession } from "../../sessions/new_session.ts";
import type { SignedIn } from "../../sessions/session.ts";
import { enabledProvider } from "../enabled_provider.ts";
import { giveBrowserKey } from "../flow/browser_cookie.ts";
import { issuedCode } from "../flow/issued_code.ts";
import type { ExternalProfile, FinishedSignIn, ProviderTokens } from "../provider.ts";
import type { SignInPurpose } from "./link.ts";
import { linkPage } from "./link_page.ts";
import { previewDecision, signInWithProvider } from "./sign_in_with_provider.ts";

/** What waits in the flow. */
export interface PendingIdentity extends ProviderTokens {
  profile: ExternalProfile;
}

type LinkingFlow = Pick<ExternalFlow, "provider" | "redirect_to" | "linking_session_id"> & { linking_user_id: string };

/** The redirect with the code, or the page with the button. Throws if the link is already impossible. */
export async function holdPendingLink(
  input: AuthInput<unknown>,
  flow: LinkingFlow & ExternalFlow,
  { profile, tokens }: FinishedSignIn,
): Promise<Answer> {
  const { config, db, request, serverKeys, now } = input;
  const { provider, config: providerConfig } = await enabledProvider(flow.provider, input);
  const { emailOptional } = providerConfig;
  const { account } = await previewDecision(input, { provider: provider.key, emailOptional, profile, purpose: purposeOf(flow) });
  if (!account) throw fail.linkingUserGone();
  const code = randomUUID();
  const identity: PendingIdentity = { ...tokens, profile };
  const browser = flow.code_challenge === null ? giveBrowserKey(request.headers.cookie, "page", config) : undefined;
  const codeRow = issuedCode(serverKeys.state, flow.id, code, identity);
  if (!(await insertPendingLink(db, codeRow, { browserHash: browser?.hash ?? null, now }))) throw fail.oauthStateInvalid();
  if (!browser) return new Answer(302, { location: withQuery(flow.redirect_to, { code }) });
  const page = linkPage(
    { provider: provider.key, name: provider.name, profile, account, token: code, redirectTo: flow.redirect_to },
    input,
  );
  return new Answer(200, { ...page.headers, "set-cookie": browser.setCookie }, page.html);
}

/** Links the identity of a proven flow and opens a session. The decision is made again, because accounts may have changed. */
export async function confirmPendingLink(
  input: AuthInput<unknown>,
  flow: LinkingFlow,
  profile: ExternalProfile,
): Promise<SignedIn> {
  const { provider, config } = await enabledProvider(flow.provider, input);
  return signInWithProvider(input, {
    provider: provider.key,
    emailOptional: config.emailOptional,
    profile,
    purpose: purposeOf(flow),
    ending: { session: newSession(input, "oauth") },
    redirectTo: flow.redirect_to,
  });
}

function purposeOf({ linking_user_id: userId, linking_session_id: sessionId }: LinkingFlow): SignInPurpose {
  return { kind: "linking", linking: { userId, sessionId: sessionId ?? undefined } };
}
