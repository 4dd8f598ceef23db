// Access tokens end soon; this gets a new one before. Auth gives all who show one refresh token at a time the same next one, so that requests of many
// tabs through many replicas need no lock between them. Within this process they share one call.
import type { Request } from "../../kernel/http/endpoint.ts";
import { forwarded } from "../upstream/forwarded.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { type Session, sessionIn } from "./session_cookie.ts";

/** The session with fresh tokens; undefined where auth refuses it. Throws an OutboundError where auth does not answer. */
export type Refresher = (session: Session, request: Request) => Promise<Session | undefined>;

export function openRefresher(auth: Upstream): Refresher {
  const inProgress = new Map<string, Promise<Session | undefined>>();
  return (session, request) => {
    const { refreshToken } = session;
    const already = inProgress.get(refreshToken);
    if (already) return already;
    const refreshed = refresh(auth, refreshToken, request).finally(() => inProgress.delete(refreshToken));
    inProgress.set(refreshToken, refreshed);
    return refreshed;
  };
}

async function refresh(auth: Upstream, refreshToken: string, request: Request): Promise<Session | undefined> {
  const answer = await auth.ask({
    method: "POST",
    path: "/token?grant_type=refresh_token",
    headers: { ...forwarded(request), "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  if (answer.status === 429 || answer.status >= 500) throw new RefreshDelayed(answer.headers["retry-after"]);
  const session = answer.status === 200 ? sessionIn(answer.body) : undefined;
  // Its factor was taken away, and the user has another: it is to be shown.
  return session?.lacksFactor ? undefined : session;
}

/** Auth could not say whether the session goes on. */
export class RefreshDelayed extends Error {
  readonly retryAfter: string;

  constructor(retryAfter = "1") {
    super("auth did not renew a session");
    this.retryAfter = retryAfter;
  }
}
