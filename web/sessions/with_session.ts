// Does something as the user whose session the cookie holds, and gives the browser the new cookie where the tokens were renewed.
import { Answer } from "../../kernel/http/endpoint.ts";
import { OutboundError } from "../../kernel/outbound/outbound.ts";
import type { WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { RefreshDelayed } from "./refresh.ts";
import { keepSession, readSession, type Session } from "./session_cookie.ts";

export async function withSession(input: WebInput, use: (session: Session) => Promise<Answer>): Promise<Answer> {
  const { cookieKey, request } = input;
  const stored = readSession(cookieKey, request);
  if (!stored) throw fail.signedOut();
  const session = await freshSession(input, stored);
  if (!session) throw fail.signedOut();
  const { status, headers, body } = await use(session);
  if (session === stored) return new Answer(status, { ...headers }, body);
  // What is said last holds: a session that the answer brings is newer still.
  const cookies = [...keepSession(cookieKey, session, request), ...[headers["set-cookie"] ?? []].flat()];
  return new Answer(status, { ...headers, "set-cookie": cookies }, body);
}

async function freshSession({ refresher, request, now }: WebInput, session: Session): Promise<Session | undefined> {
  const seconds = now.getTime() / 1000;
  if (seconds < session.renewAt) return session;
  try {
    return await refresher(session, request);
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof RefreshDelayed)) throw error;
    if (seconds < session.expiresAt) return session;
    throw fail.unavailable({
      headers: { "retry-after": error instanceof RefreshDelayed ? error.retryAfter : "1" },
      cause: error,
    });
  }
}
