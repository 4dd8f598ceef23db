// An administrator sees somebody's account: that session takes the place of their own, which waits in a cookie beside it.
import type { KeyObject } from "node:crypto";
import type { Request } from "../../kernel/http/endpoint.ts";
import { type CookieKind, clearCookie, readCookie, writeCookie } from "../http/cookie.ts";
import { claimsOf } from "./claims.ts";
import { keepSession, type Session } from "./session_cookie.ts";

/** Longer than auth lets anybody look. */
const LASTS_SECONDS = 3600;

const OWN: CookieKind = { name: "cofre-own", sameSite: "Strict", maxAgeSeconds: LASTS_SECONDS };

/** Readable by the app, which stores nothing of this account in the browser. It opens nothing. */
const MARK = "cofre-impersonation";

type CookieRequest = Pick<Request, "headers" | "secure">;

/** Auth's answer; it has no refresh token. Undefined where it holds no session. */
export function impersonationIn(body: Readonly<Record<string, unknown>>): Session | undefined {
  const { access_token: accessToken, expires_at: expiresAt } = body;
  if (typeof accessToken !== "string" || typeof expiresAt !== "number") return undefined;
  return { accessToken, refreshToken: "", expiresAt, renewAt: expiresAt };
}

export const isImpersonated = ({ accessToken }: Session): boolean => claimsOf(accessToken).act !== undefined;

export function beginCookies(key: KeyObject, { own, seen }: { own: Session; seen: Session }, request: CookieRequest): string[] {
  return [...keepSession(key, seen, request), ...writeCookie(OWN, key, own, request), mark("1", LASTS_SECONDS, request)];
}

/** The administrator's own session, with the cookies that bring it back; undefined where none waits. */
export function waitingSession(key: KeyObject, request: CookieRequest): { own: Session; cookies: string[] } | undefined {
  const own = readCookie<Session>(OWN, key, request);
  return own && { own, cookies: [...keepSession(key, own, request), ...endCookies(request)] };
}

export function endCookies(request: CookieRequest): string[] {
  return [...clearCookie(OWN, request), mark("", 0, request)];
}

function mark(value: string, maxAgeSeconds: number, { secure }: CookieRequest): string {
  return `${MARK}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict${secure ? "; Secure" : ""}`;
}
