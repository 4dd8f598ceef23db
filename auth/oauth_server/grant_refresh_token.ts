// POST /oauth/token with grant_type=refresh_token. The rules are those of the user's own sessions:
// a token makes one child, and reuse of an old one ends the session.
import { actOf } from "../audit/act.ts";
import { fail } from "../errors.ts";
import { readRefreshToken } from "../sessions/refresh_token.ts";
import { isBanned } from "../users/ban.ts";
import { accessTokenOf, refreshTokenOf } from "./app_tokens.ts";
import { readCredentials, requireClient } from "./authenticate_client.ts";
import { findClientWithGrant, refreshAppSession } from "./queries_tokens.ts";
import { narrowTo, readResources } from "./resources.ts";
import { readScopes } from "./scopes.ts";
import { grantInvalid, requestInvalid, requireGrant, type TokenInput } from "./token_request.ts";

export async function grantRefreshToken(input: TokenInput) {
  const { body, config, db, request, serverKeys, now } = input;
  const credentials = readCredentials(request, body);
  if (!body.refresh_token) throw requestInvalid("refresh_token is required");
  const token = readRefreshToken(body.refresh_token, serverKeys.refresh);
  const client = requireClient(await findClientWithGrant(db, credentials.clientId, token?.sessionId), credentials, now);
  requireGrant(client, "refresh_token");
  if (!token || !client.scopes || !client.resources) throw grantInvalid("the refresh token is not valid");
  // Checked before the token is spent, so that the app can correct its request.
  const resources = narrowTo(readResources(body.resource), client.resources);
  if (!resources) throw fail.oauthTargetInvalid({ values: { problem: "resource was not granted" } });
  const scopes = body.scope ? readScopes(body.scope) : client.scopes;
  if (!scopes.every((scope) => client.scopes?.includes(scope)))
    throw fail.oauthScopeInvalid({ values: { problem: "a scope was not granted" } });
  const session = await refreshAppSession(db, client.id, token, config, actOf(input));
  if (!session || session.timed_out) throw grantInvalid("the refresh token is not valid");
  if (!session.is_exchanged || session.revoked_at) throw grantInvalid("the refresh token was used already, or revoked");
  if (isBanned(session.banned_until, now)) throw grantInvalid("the user is banned");
  return { ...accessTokenOf(input, { ...session, scopes }, resources, now), refresh_token: refreshTokenOf(input, session) };
}
