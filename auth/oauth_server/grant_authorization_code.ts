// POST /oauth/token with grant_type=authorization_code. A code is valid once, over all replicas, for its app and the holder of the
// verifier.
// When it comes again, the session that it opened ends: one of the two holders was not the app.
import { randomUUID } from "node:crypto";
import { actOf } from "../audit/act.ts";
import { fail } from "../errors.ts";
import { challengeMatches } from "../flow_states/pkce.ts";
import { deleteSessionOfCode } from "../sessions/queries_apps.ts";
import { isBanned } from "../users/ban.ts";
import { accessTokenOf, refreshTokenOf } from "./app_tokens.ts";
import { hashCode } from "./approve.ts";
import { readCredentials, requireClient } from "./authenticate_client.ts";
import { idTokenOf } from "./id_token.ts";
import { findClientWithCode, redeemCode } from "./queries_tokens.ts";
import { narrowTo, readResources } from "./resources.ts";
import { OPENID } from "./scopes.ts";
import { grantInvalid, requestInvalid, requireGrant, type TokenInput } from "./token_request.ts";

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export async function grantAuthorizationCode(input: TokenInput) {
  const { body, config, db, request, now } = input;
  const credentials = readCredentials(request, body);
  const { code, code_verifier: verifier, redirect_uri: redirectUri } = body;
  if (!code) throw requestInvalid("code is required");
  const codeHash = hashCode(code);
  const client = requireClient(await findClientWithCode(db, credentials.clientId, codeHash), credentials, now);
  requireGrant(client, "authorization_code");
  if (!verifier) throw requestInvalid("code_verifier is required");
  if (client.authorization_id === null) throw grantInvalid("the code is not valid");
  if (!VERIFIER.test(verifier) || !challengeMatches(verifier, client.code_challenge, "s256"))
    throw grantInvalid("code_verifier does not fit the code");
  if (client.code_used_at !== null) throw await refuseReplay(input, codeHash);
  if (redirectUri !== undefined && redirectUri !== client.redirect_uri)
    throw grantInvalid("redirect_uri is not that of the code");
  if (client.expires_at <= now) throw grantInvalid("the code has expired");
  if (isBanned(client.banned_until, now)) throw grantInvalid("the user is banned");
  const resources = narrowTo(readResources(body.resource), client.resources);
  if (!resources) throw fail.oauthTargetInvalid({ values: { problem: "resource is not among those that the code is for" } });
  const act = actOf(input);
  const opening = { ...act, id: randomUUID(), userAgent: request.headers["user-agent"], limits: config };
  const session = await redeemCode(db, client.authorization_id, opening, config.sessionsMaxPerUser);
  if (!session) throw await refuseReplay(input, codeHash);
  const token = accessTokenOf(input, session, resources, now);
  const identified = { session, nonce: client.nonce, authTime: client.auth_time, accessToken: token.access_token };
  return {
    ...token,
    ...(client.grant_types.includes("refresh_token") && { refresh_token: refreshTokenOf(input, session) }),
    ...(session.scopes.includes(OPENID) && { id_token: idTokenOf(input, identified, now) }),
  };
}

async function refuseReplay({ db }: TokenInput, codeHash: Buffer): Promise<Error> {
  await deleteSessionOfCode(db, codeHash);
  return grantInvalid("the code was used already");
}
