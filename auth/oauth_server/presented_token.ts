// A token that an app shows about itself: an access token or a refresh token, in any order of likelihood.
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

/** Undefined for what is none of ours, or has no session. `now`: access tokens that are too old are none. */
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
