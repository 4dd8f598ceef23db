// What an access token says. Applications read these claims, in database policies too, so names, types and order are those of Supabase Auth.
import type { AuthConfig } from "../config.ts";

export interface TokenUser {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly raw_app_meta_data: Readonly<Record<string, unknown>>;
  readonly raw_user_meta_data: Readonly<Record<string, unknown>>;
  readonly is_anonymous: boolean;
}

/** A way in which the session's user proved who they are, and when, in seconds since 1970. */
export interface AuthenticationMethod {
  readonly method: string;
  readonly timestamp: number;
  /** Of single sign-on: the id of the provider. */
  readonly provider?: string;
}

export interface TokenSession {
  readonly id: string;
  readonly aal: string;
  readonly amr: readonly AuthenticationMethod[];
  /** A whole second; null where nothing ends the session by itself. */
  readonly endsAt: Date | null;
  /** The administrator who sees the account, as RFC 8693 names whoever acts. */
  readonly actorId?: string | undefined;
}

export interface AccessTokenInput {
  user: TokenUser;
  session: TokenSession;
  config: Pick<AuthConfig, "jwtIssuer" | "jwtExpSeconds">;
  now: Date;
}

export interface AccessTokenClaims {
  iss?: string;
  sub: string;
  aud: string;
  exp: number;
  iat: number;
  email: string;
  phone: string;
  app_metadata: Readonly<Record<string, unknown>>;
  user_metadata: Readonly<Record<string, unknown>>;
  role: string;
  aal: string;
  /** Newest first: clients take the first for the latest. */
  amr: AuthenticationMethod[];
  session_id: string;
  is_anonymous: boolean;
  act?: { sub: string };
}

export function accessTokenClaims({ user, session, config, now }: AccessTokenInput): AccessTokenClaims {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const sessionEnd = session.endsAt === null ? Number.POSITIVE_INFINITY : session.endsAt.getTime() / 1000;
  return {
    ...(config.jwtIssuer && { iss: config.jwtIssuer }),
    sub: user.id,
    aud: user.aud,
    exp: Math.min(issuedAt + config.jwtExpSeconds, sessionEnd),
    iat: issuedAt,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr.toSorted((one, other) => other.timestamp - one.timestamp),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(session.actorId !== undefined && { act: { sub: session.actorId } }),
  };
}
