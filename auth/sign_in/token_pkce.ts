// POST /token?grant_type=pkce: exchanges the code of a redirect for a session.
// A code that leaks from a history or a log is useless: only the program that began the flow knows the verifier.
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { codeHashOf } from "../external/flow/issued_code.ts";
import { confirmPendingLink, type PendingIdentity } from "../external/linking/pending_link.ts";
import type { ExternalProfile } from "../external/provider.ts";
import { challengeMatches } from "../flow_states/pkce.ts";
import { endFlow, type FlowWithCode, findFlowByCode } from "../flow_states/queries.ts";
import { openTokens, type SealedTokens } from "../flow_states/sealed.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession, type SignedIn } from "../sessions/session.ts";
import { isBanned } from "../users/ban.ts";
import { signInByFlow } from "./sign_in_by_flow.ts";

const LIFETIME_MS = 5 * 60 * 1000;

export async function tokenPkce(input: AuthInput<{ auth_code?: string; code_verifier?: string }>) {
  const { body, db, serverKeys, now } = input;
  const { auth_code: code, code_verifier: verifier } = body;
  if (!code || !verifier) throw fail.authCodeMissing();
  const codeHash = codeHashOf(code);
  const flow = await findFlowByCode(db, codeHash);
  if (!flow) throw fail.authCodeUnknown();
  if (now.getTime() - flow.auth_code_issued_at.getTime() > LIFETIME_MS) throw fail.authCodeExpired();
  if (!challengeMatches(verifier, flow.code_challenge, flow.code_challenge_method)) throw fail.codeVerifierWrong();
  if (isBanned(flow.banned_until, now)) throw fail.authCodeBanned();
  const stored = flow.sealed_tokens ? openTokens<StoredTokens>(serverKeys.state, flow.id, code, flow.sealed_tokens) : {};
  if (!stored) throw fail.authCodeUnknown();
  const { profile, ...tokens } = stored as Partial<StoredTokens>;
  const signedIn = profile ? await signInByLink(input, flow, codeHash, profile) : await signIn(input, flow, codeHash);
  if (!signedIn) throw fail.authCodeUnknown();
  return { ...(await presentSession(signedIn, input)), ...tokens };
}

/** With a profile where an identity waits to be linked. */
type StoredTokens = SealedTokens & Partial<PendingIdentity>;

function signIn(input: AuthInput<unknown>, flow: FlowWithCode, codeHash: Buffer): Promise<SignedIn | undefined> {
  const ssoProvider = flow.provider?.startsWith("sso:") ? flow.provider.slice("sso:".length) : undefined;
  const session = newSession(input, flow.authentication_method);
  return signInByFlow(input.db, flow, codeHash, { ...session, ssoProvider, notAfter: flow.session_not_after });
}

/** The identity is linked only now, because the verifier proves that the same person came back from the provider. */
async function signInByLink(
  input: AuthInput<unknown>,
  { id, provider, redirect_to: redirectTo, linking_user_id: userId, linking_session_id: sessionId }: FlowWithCode,
  codeHash: Buffer,
  profile: ExternalProfile,
): Promise<SignedIn | undefined> {
  if (provider === null || redirectTo === null || userId === null) return undefined;
  if (!(await endFlow(input.db, id, codeHash))) return undefined;
  const flow = { provider, redirect_to: redirectTo, linking_user_id: userId, linking_session_id: sessionId };
  return confirmPendingLink(input, flow, profile);
}
