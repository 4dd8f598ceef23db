// A session as its row, and as the answer that carries its tokens.
import { Type } from "typebox";
import type { AuthConfig } from "../config.ts";
import { accessTokenClaims } from "../keys/access_token.ts";
import type { JwtKeys } from "../keys/jwt.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { presentUser, UserReply, type UserWithIdentities } from "../users/user.ts";
import type { Amr } from "./queries.ts";
import { writeRefreshToken } from "./refresh_token.ts";

export interface SessionRow {
  session_id: string;
  aal: string;
  amr: Amr[];
  refresh_counter: number;
  /** When it ends by itself; null where nothing ends it. */
  session_ends_at: Date | null;
}

/** Somebody who came in, and by which session. */
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
  config: AuthConfig;
  keys: JwtKeys;
  serverKeys: ServerKeys;
  now: Date;
}

/** The tokens of a session and its user, as every sign-in answers. */
export function presentSession(signedIn: SignedIn, issuer: Issuer) {
  const { config, keys, serverKeys, now } = issuer;
  const { session_id: sessionId, aal, amr, refresh_counter: counter, session_ends_at: endsAt } = signedIn;
  const claims = accessTokenClaims({ user: signedIn, session: { id: sessionId, aal, amr, endsAt }, config, now });
  return {
    access_token: keys.sign(claims),
    token_type: "bearer",
    expires_in: claims.exp - claims.iat,
    expires_at: claims.exp,
    refresh_token: writeRefreshToken({ sessionId, counter }, serverKeys.refresh),
    user: presentUser(signedIn),
  };
}
