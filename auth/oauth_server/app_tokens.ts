// What an app's tokens say. They are bound to the app, to what it may do, and to the resources that it asked for.
import { randomUUID } from "node:crypto";
import type { AuthWorld } from "../endpoint.ts";
import { accessTokenClaims } from "../keys/access_token.ts";
import { writeRefreshToken } from "../sessions/refresh_token.ts";
import type { SessionRow } from "../sessions/session_row.ts";
import { issuerOf } from "./issuer.ts";
import type { ProfiledUser } from "./profile.ts";

type World = Pick<AuthWorld, "config" | "keys" | "serverKeys">;

/** A session of an app, with its user. */
export type AppSession = ProfiledUser & SessionRow & { client_id: string; scopes: string[]; resources: string[] };

export interface AccessToken {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  scope: string;
}

/** For the resources, or where there are none for whatever takes the user's own tokens, in which the claims are those of Supabase Auth. */
export function accessTokenOf(
  { config, keys }: World,
  session: AppSession,
  resources: readonly string[],
  now: Date,
): AccessToken {
  const { session_id: id, aal, amr, session_ends_at: endsAt, client_id: clientId, scopes } = session;
  const whole = accessTokenClaims({ user: session, session: { id, aal, amr, endsAt }, config, now });
  const { sub, aud, exp, iat, session_id: sessionId } = whole;
  const scope = scopes.join(" ");
  const bound = { sub, exp, iat, aal, session_id: sessionId, is_anonymous: session.is_anonymous };
  const tokenClaims = {
    ...whole,
    email: scopes.includes("email") ? whole.email : "",
    phone: scopes.includes("phone") ? whole.phone : "",
    user_metadata: scopes.includes("profile") ? whole.user_metadata : {},
  };
  const claims = {
    ...(resources.length > 0 ? bound : tokenClaims),
    iss: issuerOf(config),
    aud: resources.length > 0 ? audienceOf(resources) : aud,
    jti: randomUUID(),
    client_id: clientId,
    scope,
  };
  return { access_token: keys.sign(claims), token_type: "bearer", expires_in: exp - iat, scope };
}

/** For an app that acts for itself. */
export function ownTokenOf(
  { config, keys }: World,
  { clientId, scopes, resources }: { clientId: string; scopes: readonly string[]; resources: readonly string[] },
  now: Date,
): AccessToken {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const scope = scopes.join(" ");
  const claims = {
    iss: issuerOf(config),
    sub: clientId,
    aud: resources.length > 0 ? audienceOf(resources) : issuerOf(config),
    exp: issuedAt + config.jwtExpSeconds,
    iat: issuedAt,
    jti: randomUUID(),
    client_id: clientId,
    scope,
  };
  return { access_token: keys.sign(claims), token_type: "bearer", expires_in: config.jwtExpSeconds, scope };
}

export function refreshTokenOf({ serverKeys }: World, { session_id: sessionId, refresh_counter: counter }: AppSession): string {
  return writeRefreshToken({ sessionId, counter }, serverKeys.refresh);
}

function audienceOf(resources: readonly string[]): string | readonly string[] {
  return resources.length === 1 ? (resources[0] as string) : resources;
}
