// POST /oauth/token: gives an app its tokens. Each grant type is a file of its own. What is wrong is said as RFC 6749 has it.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { credentialFields } from "./authenticate_client.ts";
import { grantAuthorizationCode } from "./grant_authorization_code.ts";
import { grantClientCredentials } from "./grant_client_credentials.ts";
import { grantRefreshToken } from "./grant_refresh_token.ts";

export const GRANTS = {
  authorization_code: grantAuthorizationCode,
  refresh_token: grantRefreshToken,
  client_credentials: grantClientCredentials,
};

const NAMES = Object.keys(GRANTS);

export const oauthToken = endpoint({
  method: "POST",
  path: "/oauth/token",
  access: "public",
  summary: "Tokens for an app: by a code, by a refresh token, or for itself",
  failureLimit: "oauthToken",
  body: documentedOnly(
    Type.Object({
      grant_type: Type.Optional(documentedOnly(Type.String(), { enum: NAMES })),
      code: Type.Optional(Type.String()),
      redirect_uri: Type.Optional(Type.String({ description: "The one that the code came to" })),
      code_verifier: Type.Optional(Type.String()),
      refresh_token: Type.Optional(Type.String()),
      scope: Type.Optional(Type.String()),
      resource: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
      ...credentialFields,
    }),
    { required: ["grant_type"] },
  ),
  form: "or JSON",
  reply: Type.Object({
    access_token: Type.String({ description: "A JWT" }),
    token_type: Type.String({ description: "bearer" }),
    expires_in: Type.Integer({ description: "Seconds" }),
    scope: Type.String(),
    refresh_token: Type.Optional(Type.String()),
    id_token: Type.Optional(Type.String({ description: "With the scope openid, by a code" })),
  }),
  refuses: [401, 404],
  handle: ({ body, ...input }) => {
    const { grant_type: type } = body;
    if (!type) throw fail.oauthRequestInvalid({ values: { problem: "grant_type is required" } });
    if (!Object.hasOwn(GRANTS, type)) throw fail.oauthGrantUnsupported({ values: { known: NAMES.join(", ") } });
    return GRANTS[type as keyof typeof GRANTS]({ ...input, body });
  },
});
