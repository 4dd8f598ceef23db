// The console stays open while it is used. After 15 idle minutes whoever finds the browser has to prove who they are.
import { Answer } from "../../kernel/http/endpoint.ts";
import type { WebInput } from "../endpoint.ts";
import { type CookieKind, readCookie, writeCookie } from "../http/cookie.ts";
import { claimsOf } from "../sessions/claims.ts";
import { requireFreshProof } from "../sessions/proof.ts";
import type { Session } from "../sessions/session_cookie.ts";
import { withSession } from "../sessions/with_session.ts";
import { requireReachable } from "./require_reachable.ts";

export const IDLE_SECONDS = 15 * 60;
/** How often the last use is written down. */
const NOTED_EVERY_SECONDS = 30;

const VISIT: CookieKind = { name: "cofre-console", sameSite: "Strict", maxAgeSeconds: IDLE_SECONDS };

/** Sealed in a cookie. */
interface Visit {
  sessionId: string;
  /** Seconds since 1970. */
  usedAt: number;
}

export async function withConsole(input: WebInput, use: (session: Session) => Promise<Answer>): Promise<Answer> {
  requireReachable(input);
  const { cookieKey, request, now } = input;
  return withSession(input, async (session) => {
    const seconds = Math.floor(now.getTime() / 1000);
    const { session_id: sessionId = "" } = claimsOf(session.accessToken);
    const visit = readCookie<Visit>(VISIT, cookieKey, request);
    const idle = visit?.sessionId === sessionId ? seconds - visit.usedAt : Number.POSITIVE_INFINITY;
    if (idle >= IDLE_SECONDS) requireFreshProof(session, now);
    const { status, headers, body } = await use(session);
    if (idle < NOTED_EVERY_SECONDS) return new Answer(status, { ...headers }, body);
    const noted = writeCookie(VISIT, cookieKey, { sessionId, usedAt: seconds }, request);
    return new Answer(status, { ...headers, "set-cookie": [...[headers["set-cookie"] ?? []].flat(), ...noted] }, body);
  });
}
