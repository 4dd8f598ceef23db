// POST /oauth/token: gives an app its tokens. Each grant type is a file of its own. Errors are those of RFC 6749.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { GRANT_TYPES, type GrantType, isGrantType } from "../oauth_clients/grant_types.ts";
import { grantAuthorizationCode } from "./grant_authorization_code.ts";
import { grantClientCredentials } from "./grant_client_credentials.ts";
import { grantRefreshToken } from "./grant_refresh_token.ts";
import { TokenBody, type TokenInput } from "./token_request.ts";

const GRANTS = {
  authorization_code: grantAuthorizationCode,
  refresh_token: grantRefreshToken,
  client_credentials: grantClientCredentials,
} satisfies Record<GrantType, (input: TokenInput) => Promise<object>>;

export const oauthToken = endpoint({
  method: "POST",
  path: "/oauth/token",
  access: "public",
  summary: "Tokens for an app: by a code, by a refresh token, or for itself",
  failureLimit: "oauthToken",
  body: documentedOnly(TokenBody, { required: ["grant_type"] }),
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
    if (!isGrantType(type)) throw fail.oauthGrantUnsupported({ values: { known: GRANT_TYPES.join(", ") } });
    return GRANTS[type]({ ...input, body });
  },
});
