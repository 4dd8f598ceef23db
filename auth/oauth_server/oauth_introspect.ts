// POST /oauth/introspect: whether a token is valid (RFC 7662). An app with a secret may ask about its own tokens alone.
// A resource server asks about any, with an operator's token.
import { Type } from "typebox";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { readBearer } from "../keys/bearer.ts";
import { userIdOf } from "../keys/claims.ts";
import { isBanned } from "../users/ban.ts";
import { clientInvalid, credentialFields, readCredentials, requireClient } from "./authenticate_client.ts";
import { findNamedClient } from "./find_client.ts";
import { issuerOf } from "./issuer.ts";
import { readPresentedToken } from "./presented_token.ts";
import { findAppSession } from "./queries_tokens.ts";
import { requestInvalid } from "./token_request.ts";

const INACTIVE = { active: false };

export const oauthIntrospect = endpoint({
  method: "POST",
  path: "/oauth/introspect",
  access: "public",
  summary: "Whether a token of the app is good",
  failureLimit: "oauthToken",
  body: Type.Object({ token: Type.Optional(Type.String()), token_type_hint: Type.Optional(Type.String()), ...credentialFields }),
  form: "or JSON",
  reply: Type.Object({
    active: Type.Boolean(),
    client_id: Type.Optional(Type.String()),
    sub: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    token_type: Type.Optional(Type.String({ description: "bearer or refresh_token" })),
    iss: Type.Optional(Type.String()),
    aud: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
    exp: Type.Optional(Type.Integer()),
    iat: Type.Optional(Type.Integer()),
  }),
  refuses: [401, 404],
  handle: async ({ body, ...input }) => {
    const { config, db, now } = input;
    if (!body.token) throw requestInvalid("token is required");
    const clientId = isOperator(input) ? undefined : await requireConfidential(input, body);
    const token = await readPresentedToken(input, body.token, now);
    const session = token && (await findAppSession(db, token.sessionId, config, now));
    if (!session || isBanned(session.banned_until, now)) return INACTIVE;
    if (clientId !== undefined && session.client_id !== clientId) return INACTIVE;
    const common = { active: true, client_id: session.client_id, sub: session.id, iss: issuerOf(config) };
    if ("counter" in token)
      return token.counter === session.refresh_counter
        ? { ...common, scope: session.scopes.join(" "), token_type: "refresh_token" }
        : INACTIVE;
    const { scope = "", aud, exp, iat } = token.claims;
    return { ...common, scope, aud: aud as string | string[], exp: exp as number, iat: iat as number, token_type: "bearer" };
  },
});

async function requireConfidential(input: Pick<AuthInput<unknown>, "db" | "request" | "now">, body: Credited): Promise<string> {
  const credentials = readCredentials(input.request, body);
  const client = requireClient(await findNamedClient(input, credentials.clientId), credentials, input.now);
  if (client.client_type === "public") throw clientInvalid();
  return client.id;
}

type Credited = { client_id?: string | undefined; client_secret?: string | undefined };

/** A token that names no user: those lose their role with their account, which is not looked at here. */
function isOperator({ config, keys, request, now }: Omit<AuthInput<unknown>, "body">): boolean {
  if (!/^bearer /i.test(request.headers.authorization ?? "")) return false;
  try {
    const claims = keys.verify(readBearer(request.headers.authorization), now);
    return config.jwtAdminRoles.includes(claims.role ?? "") && userIdOf(claims) === undefined;
  } catch {
    return false;
  }
}
