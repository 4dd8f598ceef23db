// POST /token?grant_type=pkce: exchanges the code that came back in a redirect for a session. The code alone is worth nothing to
// whoever finds it in a history or a log: only the program that began the flow knows the verifier.
import { createHash } from "node:crypto";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { challengeMatches } from "../flow_states/pkce.ts";
import { findFlowByCode } from "../flow_states/queries.ts";
import { openTokens } from "../flow_states/sealed.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession } from "../sessions/session.ts";
import { isBanned } from "../users/ban.ts";
import { signInByFlow } from "./queries.ts";

const LIFETIME_MS = 5 * 60 * 1000;

export async function tokenPkce(input: AuthInput<{ auth_code?: string; code_verifier?: string }>) {
  const { body, db, serverKeys, now } = input;
  const { auth_code: code, code_verifier: verifier } = body;
  if (!code || !verifier) throw fail.authCodeMissing();
  const codeHash = createHash("sha256").update(code).digest();
  const flow = await findFlowByCode(db, codeHash);
  if (!flow) throw fail.authCodeUnknown();
  if (now.getTime() - flow.auth_code_issued_at.getTime() > LIFETIME_MS) throw fail.authCodeExpired();
  if (!challengeMatches(verifier, flow.code_challenge, flow.code_challenge_method)) throw fail.codeVerifierWrong();
  if (isBanned(flow.banned_until, now)) throw fail.authCodeBanned();
  const tokens = flow.sealed_tokens ? openTokens(serverKeys.state, flow.id, code, flow.sealed_tokens) : {};
  if (!tokens) throw fail.authCodeUnknown();
  const signedIn = await signInByFlow(db, flow, codeHash, newSession(input, flow.authentication_method));
  if (!signedIn) throw fail.authCodeUnknown();
  return { ...presentSession(signedIn, signedIn, input), ...tokens };
}
