// GET and POST /oauth/authorize: an app sends a browser here to have its user signed in. The page at SITE_URL asks the user.
//
// What is where in this slice: authorization_request.ts reads the app's request. The page reads it by oauth_authorizations.ts
// and answers by oauth_authorizations_consent.ts. oauth_token.ts gives tokens, with a file for each grant.
// authenticate_client.ts checks the app's secret, app_tokens.ts and id_token.ts make its tokens, profile.ts maps scopes to claims.
import { Type } from "typebox";
import { NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { authorizationFields, authorizationQuery } from "./authorization_request.ts";
import { beginAuthorization } from "./begin_authorization.ts";

const replyHeaders = { Location: "The page that asks the user, or back to the app with an error" };

export const getOauthAuthorize = endpoint({
  method: "GET",
  path: "/oauth/authorize",
  access: "public",
  summary: "Begin to sign in to an app",
  // Each call leaves a row behind.
  limit: "oauthAuthorize",
  query: authorizationQuery,
  status: 302,
  reply: NoBody,
  replyHeaders,
  refuses: [404, 503],
  handle: ({ query, ...input }) => beginAuthorization(input, query),
});

export const postOauthAuthorize = endpoint({
  method: "POST",
  path: "/oauth/authorize",
  access: "public",
  summary: "Begin to sign in to an app, by a form",
  limit: "oauthAuthorize",
  body: Type.Object(authorizationFields),
  form: true,
  status: 302,
  reply: NoBody,
  replyHeaders,
  refuses: [404, 503],
  handle: ({ body, ...input }) => beginAuthorization({ ...input, body }, body),
});
