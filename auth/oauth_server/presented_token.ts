// A token that an app sends to introspection or revocation: an access token or a refresh token.
import { Fault } from "../../kernel/errors.ts";
import type { AuthInput } from "../endpoint.ts";
import type { AppClaims } from "../keys/jwt.ts";
import { readRefreshToken } from "../sessions/refresh_token.ts";

export interface PresentedToken {
  sessionId: string;
  /** Of a refresh token. */
  counter?: number;
  /** Of an access token. */
  claims?: AppClaims;
}

/** Undefined for a token that is not ours, or has no session. `now`: expired access tokens count as none. */
export async function readPresentedToken(
  { keys, serverKeys, tokenLives }: Pick<AuthInput<unknown>, "keys" | "serverKeys" | "tokenLives">,
  text: string,
  now: Date,
) {
  const refresh = readRefreshToken(text, serverKeys.refresh);
  if (refresh) return refresh satisfies PresentedToken;
  try {
    const claims = keys.verifyApp(text, now);
    await tokenLives.requireKnown(claims, now);
    return claims.session_id ? ({ sessionId: claims.session_id, claims } satisfies PresentedToken) : undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}
