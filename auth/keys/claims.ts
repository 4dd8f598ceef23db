// Checks the claims of a token whose signature is valid.
import { fail } from "../errors.ts";

/** The claims of a token that was verified. Whether the user and the session exist, and fit each other, is not known yet. */
export interface Claims {
  /** A UUID, which names a user. In an operator's token any other name, or absent or empty. */
  readonly sub?: string;
  readonly aud?: string | readonly string[];
  readonly role?: string;
  /** A UUID; absent or empty in tokens that belong to no session. */
  readonly session_id?: string;
  readonly exp?: number;
  readonly nbf?: number;
  readonly iat?: number;
  readonly email?: string;
  readonly phone?: string;
  readonly aal?: string;
  /** Set here, never by the token: a warning for the log about this token. */
  readonly warnings: readonly string[];
  readonly [claim: string]: unknown;
}

/** Replicas' clocks differ a little, so a token may come back before it was issued. */
const CLOCK_SKEW_SECONDS = 60;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The claims, or a fault. `exp` and `aud` are required, because others may hold the shared secret. Operators' existing tokens
 * without them are accepted for admin roles, with a warning.
 */
export function requireValidClaims(payload: Readonly<Record<string, unknown>>, adminRoles: readonly string[]): Claims {
  for (const name of ["sub", "role", "session_id", "email", "phone", "aal", "client_id", "azp", "scope", "sid"]) {
    if (payload[name] !== undefined && typeof payload[name] !== "string") throw unfit(`${name} claim is not a string`);
  }
  for (const name of ["exp", "nbf", "iat"]) if (!isTime(payload[name])) throw unfit(`${name} claim is not a number`);
  const { sub, role, session_id: sessionId } = payload as { sub?: string; role?: string; session_id?: string };
  const missing = [...(payload.exp === undefined ? ["exp"] : []), ...audienceProblems(payload.aud)];
  const admin = role !== undefined && adminRoles.includes(role);
  if (missing[0] !== undefined && !admin) throw unfit(`${missing[0]} claim is missing`);
  // An operator's token belongs to no session, and may name its holder as it likes: `admin`, `1234567890`.
  const isOperators = admin && !sessionId;
  if (sub && !UUID.test(sub) && !isOperators) throw fail.subNotUuid();
  if (sessionId && !UUID.test(sessionId)) throw fail.sessionIdNotUuid();
  return { ...payload, warnings: missing.map((claim) => `A token of the admin role ${role} has no ${claim} claim`) } as Claims;
}

/** The user that a token names; undefined for an operator's token. */
export function userIdOf({ sub }: Claims): string | undefined {
  return sub && UUID.test(sub) ? sub : undefined;
}

/** The same, for what only users may do. */
export function requireUserId(claims: Claims): string {
  const userId = userIdOf(claims);
  if (userId === undefined) throw claims.sub ? fail.subNotUuid() : fail.subMissing();
  return userId;
}

/** Throws where the token is expired or not valid yet. */
export function requireCurrent({ exp: expires, nbf: starts, iat: issuedAt }: Claims, now: Date): void {
  const nowSeconds = now.getTime() / 1000;
  if (expires !== undefined && expires <= nowSeconds) throw unfit("token is expired");
  if (starts !== undefined && starts > nowSeconds) throw unfit("token is not valid yet");
  if (issuedAt !== undefined && issuedAt > nowSeconds + CLOCK_SKEW_SECONDS) throw unfit("token is used before it was issued");
}

/** JSON can say 1e999, which is read as infinity and would never expire. */
function isTime(value: unknown): boolean {
  return value === undefined || (typeof value === "number" && Number.isFinite(value));
}

/** The names of required claims that are missing. */
function audienceProblems(aud: unknown): string[] {
  if (aud === undefined || aud === "") return ["aud"];
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (audiences.length === 0 || !audiences.every((each) => typeof each === "string" && each !== "")) {
    throw unfit("aud claim is not a string");
  }
  return [];
}

function unfit(detail: string): Error {
  return fail.badJwt({ values: { detail } });
}
