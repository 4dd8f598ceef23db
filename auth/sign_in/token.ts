// POST /token: exchanges what somebody can show for a session. Each grant type is a file of its own.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { SessionReply } from "../sessions/session.ts";
import { tokenPassword } from "./token_password.ts";
import { tokenPkce } from "./token_pkce.ts";
import { tokenRefreshToken } from "./token_refresh_token.ts";

const GRANTS = { password: tokenPassword, refresh_token: tokenRefreshToken, pkce: tokenPkce };

export const token = endpoint({
  method: "POST",
  path: "/token",
  access: "public",
  summary: "Sign in with a password or the code of a PKCE flow, or renew a session with its refresh token",
  query: Type.Object({ grant_type: Type.Optional(Type.String()) }),
  body: Type.Object({
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String()),
    auth_code: Type.Optional(Type.String({ description: "From the redirect of a PKCE flow" })),
    code_verifier: Type.Optional(Type.String()),
  }),
  reply: SessionReply,
  handle: ({ query: { grant_type: type = "" }, ...input }) => {
    if (!Object.hasOwn(GRANTS, type)) throw fail.grantUnsupported();
    return GRANTS[type as keyof typeof GRANTS](input);
  },
});
