// Checks an app's authorization request, stores it, and sends the browser to the consent page.
import { randomBytes } from "node:crypto";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { isRegistered } from "../oauth_clients/redirect_uris.ts";
import { withQuery } from "../redirects/answer_url.ts";
import { answerWithError } from "./answer_app.ts";
import { type AuthorizationFields, isReturnable, readAuthorization } from "./authorization_request.ts";
import { findRequestingClient } from "./find_requesting_client.ts";
import { insertAuthorization } from "./queries.ts";

const ID_BYTES = 24;

/** Until the redirect URI is known to belong to the app, errors are answered here and the browser is not redirected. */
export async function beginAuthorization(input: AuthInput<unknown>, fields: AuthorizationFields): Promise<Answer> {
  const { config, db, keys, now } = input;
  const { client_id: clientId, redirect_uri: redirectUri } = fields;
  const state = isReturnable(fields.state) ? fields.state : undefined;
  if (!clientId) throw fail.oauthClientIdMissing();
  if (!redirectUri) throw fail.oauthRedirectMissing();
  const client = await findRequestingClient(input, clientId);
  if (!client) throw fail.oauthClientUnknown();
  if (!isRegistered(redirectUri, client)) throw fail.oauthRedirectWrong();
  const refuse = (error: string, description: string) =>
    new Answer(302, { location: answerWithError(config, { redirect_uri: redirectUri, state }, { error, description }) });
  if (!client.grant_types.includes("authorization_code"))
    return refuse("unauthorized_client", "the client may not use this grant type");
  const authorization = readAuthorization(fields, { config, canIdentify: keys.method !== "HS256", now });
  if ("error" in authorization) return refuse(authorization.error, authorization.description);
  const path = config.oauthServerAuthorizationPath;
  if (path === undefined) return refuse("server_error", "oauth authorization path not configured");
  const id = randomBytes(ID_BYTES).toString("base64url");
  const expiresAt = new Date(now.getTime() + config.oauthServerAuthorizationTtlSeconds * 1000);
  await insertAuthorization(db, { ...authorization, id, clientId: client.id, redirectUri, expiresAt, now });
  return new Answer(302, { location: withQuery(config.siteUrl.replace(/\/*$/, path), { authorization_id: id }) });
}
