// GET /oauth/authorizations/:id: what an app asks the signed-in user for, or where to send the browser if they have granted it before.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ClientSummaryReply, presentClientSummary } from "../oauth_clients/client.ts";
import { isAllowedRedirect } from "../redirects/allow_list.ts";
import { approve } from "./approve.ts";
import { isGrantedBefore } from "./consent_needed.ts";
import { openAuthorizationRequest } from "./open_authorization_request.ts";

export const getOauthAuthorization = endpoint({
  method: "GET",
  path: "/oauth/authorizations/:id",
  access: "user",
  summary: "What an app asks for, to be answered by whoever reads it first",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Object({
    authorization_id: Type.Optional(Type.String()),
    redirect_uri: Type.Optional(Type.String()),
    client: Type.Optional(
      Type.Object({
        ...ClientSummaryReply.properties,
        registration_type: Type.String({
          description: "manual: an administrator added it; dynamic or document: it came by itself",
        }),
        created_at: Type.String({ format: "date-time" }),
      }),
    ),
    user: Type.Optional(Type.Object({ id: Type.String({ format: "uuid" }), email: Type.String() })),
    scope: Type.Optional(Type.String({ description: "Scopes separated by spaces" })),
    resources: Type.Optional(Type.Array(Type.String({ description: "Services that the app wants to reach" }))),
    renewable: Type.Optional(
      Type.Boolean({ description: "The app goes on until it is sent away; else for as long as a token lasts" }),
    ),
    redirect_url: Type.Optional(Type.String({ description: "Alone: nothing has to be asked" })),
  }),
  refuses: [400, 404],
  handle: async ({ params, ...input }) => {
    const { config, caller, request } = input;
    const { origin } = request.headers;
    if (origin !== undefined && !isAllowedRedirect(origin, config)) throw fail.oauthOriginRefused();
    const { authorization, user } = await openAuthorizationRequest(input, params.id, true);
    if (isGrantedBefore(authorization))
      return { redirect_url: await approve(input, { authorization, caller, consent: undefined }) };
    return {
      authorization_id: authorization.id,
      redirect_uri: authorization.redirect_uri,
      client: {
        ...presentClientSummary({ ...authorization, id: authorization.client_id }),
        registration_type: authorization.registration_type,
        created_at: authorization.client_created_at.toISOString(),
      },
      user: { id: user.id, email: user.email ?? "" },
      scope: authorization.scopes.join(" "),
      resources: authorization.resources,
      renewable: authorization.grant_types.includes("refresh_token"),
    };
  },
});
