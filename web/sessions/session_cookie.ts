// The session of a browser: auth's tokens, sealed into a cookie that scripts cannot read and other sites cannot send.
import type { KeyObject } from "node:crypto";
import type { Request } from "../../kernel/http/endpoint.ts";
import { type CookieKind, clearCookie, readCookie, writeCookie } from "../http/cookie.ts";
import { claimsOf } from "./claims.ts";

export interface Session {
  accessToken: string;
  refreshToken: string;
  /** Seconds since 1970: when the access token ends. */
  expiresAt: number;
  /** From when on it is renewed, long before: until then a copy of the cookie is good for something after a sign-out. */
  renewAt: number;
  /** The user has a second factor, and this session has not shown it: it is good for showing it, and for nothing else. */
  lacksFactor?: true;
}

/** Auth says when a session ends; browsers keep a cookie for at most 400 days. */
const SESSION: CookieKind = { name: "cofre", sameSite: "Strict", maxAgeSeconds: 400 * 86_400 };

/** A session that lacks the second factor. It may have to come along when a provider sends the browser back. */
const HALF: CookieKind = { name: "cofre-half", sameSite: "Lax", maxAgeSeconds: 900 };

type CookieRequest = Pick<Request, "headers" | "secure">;

export const readSession = (key: KeyObject, request: CookieRequest) => readCookie<Session>(SESSION, key, request);
export const keepSession = (key: KeyObject, session: Session, request: CookieRequest) =>
  writeCookie(SESSION, key, session, request);
export const endSession = (request: CookieRequest) => clearCookie(SESSION, request);

export const readHalfSession = (key: KeyObject, request: CookieRequest) => readCookie<Session>(HALF, key, request);
export const keepHalfSession = (key: KeyObject, session: Session, request: CookieRequest) =>
  writeCookie(HALF, key, session, request);
export const endHalfSession = (request: CookieRequest) => clearCookie(HALF, request);

const LONGEST_UNRENEWED = 300;

/** Auth's answer to whoever signs in; undefined where it holds no session. */
export function sessionIn(body: Record<string, unknown>): Session | undefined {
  const { access_token: accessToken, refresh_token: refreshToken, expires_at: expiresAt, expires_in: seconds } = body;
  if (typeof accessToken !== "string" || typeof refreshToken !== "string") return undefined;
  if (typeof expiresAt !== "number" || typeof seconds !== "number") return undefined;
  const renewAt = expiresAt - seconds + Math.min(LONGEST_UNRENEWED, seconds / 2);
  return { accessToken, refreshToken, expiresAt, renewAt, ...(lacksFactor(accessToken, body.user) && { lacksFactor: true }) };
}

function lacksFactor(accessToken: string, user: unknown): boolean {
  const { factors = [] } = (user ?? {}) as { factors?: { status: string }[] };
  return factors.some(({ status }) => status === "verified") && claimsOf(accessToken).aal !== "aal2";
}
