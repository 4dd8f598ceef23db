// GET and POST /oauth/authorize: an app sends a browser here to have its user signed in. The page at SITE_URL asks the user.
//
// What is where in this slice: authorization_request.ts says what an app may ask for. The page reads it by oauth_authorizations.ts and
// answers by oauth_authorizations_consent.ts; the app gets a code, and tokens for it by oauth_token.ts, whose grants are a file each.
// authenticate_client.ts knows whether an app is who it says, app_tokens.ts and id_token.ts what its tokens say, profile.ts which scope shows what.
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
