// POST /oauth/authorizations/:id/consent: the user's answer to an app. They have looked at what it asks for before.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { answerWithError } from "./answer_app.ts";
import { approve } from "./approve.ts";
import { openAuthorizationRequest } from "./open_authorization_request.ts";
import { denyAuthorization } from "./queries.ts";

export const postOauthConsent = endpoint({
  method: "POST",
  path: "/oauth/authorizations/:id/consent",
  access: "user",
  summary: "Let an app in, or not",
  params: Type.Object({ id: Type.String() }),
  body: documentedOnly(
    Type.Object({
      action: Type.Optional(documentedOnly(Type.String(), { enum: ["approve", "deny"] })),
      remember: Type.Optional(Type.Boolean({ description: "False: ask again the next time" })),
    }),
    { required: ["action"] },
  ),
  reply: Type.Object({ redirect_url: Type.String({ description: "Where to send the browser" }) }),
  refuses: [404],
  handle: async ({ params, body, ...input }) => {
    const { config, db, caller, now } = input;
    const { action, remember = true } = body;
    if (action !== "approve" && action !== "deny") throw fail.oauthActionUnknown();
    const { authorization, user } = await openAuthorizationRequest(input, params.id, false);
    if (action === "approve")
      return { redirect_url: await approve({ ...input, body }, { authorization, caller, consent: { isRemembered: remember } }) };
    if (!(await denyAuthorization(db, authorization.id, user.id, now))) throw fail.oauthAuthorizationDecided();
    const denied = { error: "access_denied", description: "User denied the request" };
    return { redirect_url: answerWithError(config, authorization, denied) };
  },
});
