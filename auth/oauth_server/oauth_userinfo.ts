// GET and POST /oauth/userinfo: what the app may know of its user, by scope. A token that is bound to a resource is for that resource alone.
import { type Static, Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readBearer } from "../keys/bearer.ts";
import type { AppClaims } from "../keys/jwt.ts";
import { isBanned } from "../users/ban.ts";
import { profileOf } from "./profile.ts";
import { findAppSession } from "./queries_tokens.ts";
import { readScopes } from "./scopes.ts";

const UserInfo = Type.Object({
  sub: Type.String(),
  email: Type.Optional(Type.String()),
  email_verified: Type.Optional(Type.Boolean()),
  phone_number: Type.Optional(Type.String()),
  phone_number_verified: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String()),
  picture: Type.Optional(Type.String()),
  preferred_username: Type.Optional(Type.String()),
  updated_at: Type.Optional(Type.Integer({ description: "Seconds since 1970" })),
});

export const getOauthUserinfo = endpoint({
  method: "GET",
  path: "/oauth/userinfo",
  access: "public",
  summary: "What the app of the token may know of its user",
  reply: UserInfo,
  refuses: [401, 404],
  handle: (input) => userInfo(input, undefined),
});

export const postOauthUserinfo = endpoint({
  method: "POST",
  path: "/oauth/userinfo",
  access: "public",
  summary: "The same, with the token in the form",
  body: Type.Object({ access_token: Type.Optional(Type.String()) }),
  form: true,
  reply: UserInfo,
  refuses: [401, 404],
  handle: (input) => userInfo(input, input.body.access_token),
});

async function userInfo(input: AuthInput<unknown>, inForm: string | undefined): Promise<Static<typeof UserInfo>> {
  const { config, db, now } = input;
  const claims = await readAppToken(input, inForm);
  const session = claims?.session_id ? await findAppSession(db, claims.session_id, config, now) : undefined;
  const isGood =
    claims &&
    session &&
    session.id === claims.sub &&
    session.client_id === claims.client_id &&
    [claims.aud].flat().includes(session.aud);
  if (!isGood || isBanned(session.banned_until, now)) throw tokenInvalid();
  return { sub: session.id, ...profileOf(session, readScopes(claims.scope ?? "")) };
}

async function readAppToken(input: AuthInput<unknown>, inForm: string | undefined): Promise<AppClaims | undefined> {
  const { keys, tokenLives, request, now } = input;
  try {
    const claims = keys.verifyApp(inForm ?? readBearer(request.headers.authorization), now);
    await tokenLives.requireKnown(claims, now);
    return claims;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // The app gets one error for all kinds of invalid tokens: it has to get a new one anyway.
    return undefined;
  }
}

function tokenInvalid() {
  return fail.oauthTokenInvalid({ headers: { "www-authenticate": 'Bearer error="invalid_token"' } });
}
