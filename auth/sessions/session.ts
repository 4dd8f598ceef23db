// A session as the answer that carries its tokens. Every access token of a user is made here.
import { Type } from "typebox";
import type { Request } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthConfig } from "../config.ts";
import { customClaims } from "../hooks/custom_access_token.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { type AccessTokenClaims, accessTokenClaims } from "../keys/access_token.ts";
import type { JwtKeys } from "../keys/jwt.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { presentUser, UserReply, type UserWithIdentities } from "../users/user.ts";
import { dropSession, keepPreviousToken } from "./queries.ts";
import { writeRefreshToken } from "./refresh_token.ts";
import type { SessionRow } from "./session_row.ts";

/** A signed-in user, with their session. */
export type SignedIn = UserWithIdentities & SessionRow;

export const SessionReply = Type.Object({
  access_token: Type.String({ description: "A JWT" }),
  token_type: Type.String({ description: "bearer" }),
  expires_in: Type.Integer({ description: "Seconds" }),
  expires_at: Type.Integer({ description: "Seconds since 1970" }),
  refresh_token: Type.String(),
  user: UserReply,
});

interface Issuer {
  db: Pick<Db, "run">;
  config: AuthConfig;
  keys: JwtKeys;
  serverKeys: ServerKeys;
  hooks: Hooks;
  request: Pick<Request, "ip">;
  now: Date;
}

/** Whether the session was there before, and goes on. */
type Occasion = "opened" | "refreshed";

/** The tokens of a session and its user, as every sign-in answers. What was written is committed: no hook is waited for in a transaction. */
export async function presentSession(signedIn: SignedIn, issuer: Issuer, occasion: Occasion = "opened") {
  const { config, keys, serverKeys, hooks, now } = issuer;
  const { session_id: sessionId, aal, amr, refresh_counter: counter, session_ends_at: endsAt } = signedIn;
  const ours = accessTokenClaims({ user: signedIn, session: { id: sessionId, aal, amr, endsAt }, config, now });
  const claims = hooks.customAccessToken ? await claimsByHook(ours, signedIn, issuer, occasion) : ours;
  return {
    access_token: keys.sign(claims),
    token_type: "bearer",
    expires_in: claims.exp - claims.iat,
    expires_at: claims.exp,
    refresh_token: writeRefreshToken({ sessionId, counter }, serverKeys.refresh),
    user: presentUser(signedIn),
  };
}

/** Of a session in which an administrator sees the account: without a refresh token. No hook takes away by whom it is used. */
export async function presentImpersonation(signedIn: SignedIn, issuer: Issuer, actorId: string) {
  const { config, keys, hooks, now } = issuer;
  const { session_id: id, aal, amr, session_ends_at: endsAt } = signedIn;
  const ours = accessTokenClaims({ user: signedIn, session: { id, aal, amr, endsAt, actorId }, config, now });
  const byHook = hooks.customAccessToken ? await claimsByHook(ours, signedIn, issuer, "opened") : ours;
  const claims = { ...byHook, act: { sub: actorId }, amr: ours.amr };
  return {
    access_token: keys.sign(claims),
    token_type: "bearer",
    expires_in: claims.exp - claims.iat,
    expires_at: claims.exp,
    user: presentUser(signedIn),
  };
}

/** Where the hook refuses, no tokens are issued: a new session is deleted, and an existing one keeps its current refresh token. */
async function claimsByHook(
  claims: AccessTokenClaims,
  { session_id: sessionId, amr, refresh_counter: counter }: SignedIn,
  { db, config, hooks, request }: Issuer,
  occasion: Occasion,
): Promise<AccessTokenClaims> {
  const hook = hooks.customAccessToken as NonNullable<Hooks["customAccessToken"]>;
  const method = occasion === "refreshed" ? "token_refresh" : (amr.at(-1)?.method ?? "");
  try {
    return await customClaims(hook, { claims, method, ip: request.ip, config });
  } catch (error) {
    await (occasion === "refreshed" ? keepPreviousToken(db, sessionId, counter) : dropSession(db, sessionId));
    throw error;
  }
}
