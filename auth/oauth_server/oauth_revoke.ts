// POST /oauth/revoke: an app gives a token back (RFC 7009). With it ends the session that it belongs to, and all tokens of that. What is no
// token of the app is answered alike.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { credentialFields, readCredentials, requireClient } from "./authenticate_client.ts";
import { endAppSession } from "./end_app_session.ts";
import { findNamedClient } from "./find_client.ts";
import { readPresentedToken } from "./presented_token.ts";
import { requestInvalid } from "./token_request.ts";

export const oauthRevoke = endpoint({
  method: "POST",
  path: "/oauth/revoke",
  access: "public",
  summary: "End the session of an app's token",
  failureLimit: "oauthToken",
  body: Type.Object({ token: Type.Optional(Type.String()), token_type_hint: Type.Optional(Type.String()), ...credentialFields }),
  form: "or JSON",
  reply: NoBody,
  refuses: [401, 404],
  handle: async ({ body, ...input }) => {
    const credentials = readCredentials(input.request, body);
    if (!body.token) throw requestInvalid("token is required");
    const client = requireClient(await findNamedClient(input, credentials.clientId), credentials, input.now);
    const token = await readPresentedToken(input, body.token, input.now);
    if (token) await endAppSession(input, { sessionId: token.sessionId, clientId: client.id });
    return new Answer(200);
  },
});
