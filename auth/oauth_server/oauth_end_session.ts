// GET and POST /oauth/end_session: an app signs its user out (OpenID Connect RP-Initiated Logout).
// The identity token names the app's session. It ends, and the browser goes to a registered URI, or to SITE_URL.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { withQuery } from "../redirects/answer_url.ts";
import { endAppSession } from "./end_app_session.ts";
import { findNamedClient } from "./find_client.ts";
import { requestInvalid } from "./token_request.ts";

const fields = {
  id_token_hint: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  post_logout_redirect_uri: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
};

interface EndSessionRequest {
  id_token_hint?: string | undefined;
  client_id?: string | undefined;
  post_logout_redirect_uri?: string | undefined;
  state?: string | undefined;
}

const replyHeaders = { Location: "The app, or SITE_URL" };

export const getOauthEndSession = endpoint({
  method: "GET",
  path: "/oauth/end_session",
  access: "public",
  summary: "Sign out of an app",
  limit: "oauthAuthorize",
  query: Type.Object(fields),
  status: 302,
  reply: NoBody,
  replyHeaders,
  refuses: [404],
  handle: ({ query, ...input }) => endSession(input, query),
});

export const postOauthEndSession = endpoint({
  method: "POST",
  path: "/oauth/end_session",
  access: "public",
  summary: "Sign out of an app, by a form",
  limit: "oauthAuthorize",
  body: Type.Object(fields),
  form: true,
  status: 302,
  reply: NoBody,
  replyHeaders,
  refuses: [404],
  handle: ({ body, ...input }) => endSession({ ...input, body }, body),
});

async function endSession(input: AuthInput<unknown>, request: EndSessionRequest): Promise<Answer> {
  const { config } = input;
  const hint = readHint(input, request.id_token_hint);
  if (request.id_token_hint !== undefined && !hint) throw requestInvalid("id_token_hint is not valid");
  if (hint && request.client_id !== undefined && request.client_id !== hint.clientId)
    throw requestInvalid("id_token_hint is not of this client");
  const uri = request.post_logout_redirect_uri;
  const client = hint && (await findNamedClient(input, hint.clientId));
  if (uri !== undefined && !client?.post_logout_redirect_uris.includes(uri))
    throw requestInvalid("post_logout_redirect_uri is not registered, or there is no id_token_hint");
  if (hint && client) await endAppSession(input, hint);
  return new Answer(302, { location: uri === undefined ? config.siteUrl : withQuery(uri, { state: request.state }) });
}

interface Hint {
  clientId: string;
  sessionId: string;
}

/** An expired one is accepted: the app has the one of the sign-in. */
function readHint({ keys }: AuthInput<unknown>, text: string | undefined): Hint | undefined {
  if (text === undefined) return undefined;
  try {
    const { azp, sid } = keys.verifyApp(text, undefined);
    return azp && sid && /^[0-9a-f-]{36}$/.test(sid) ? { clientId: azp, sessionId: sid } : undefined;
  } catch {
    return undefined;
  }
}
