// Somebody has proved who they are: their session goes into the cookie, and they go on.
import { Answer } from "../../kernel/http/endpoint.ts";
import type { WebInput } from "../endpoint.ts";
import { keepSession, type Session } from "../sessions/session_cookie.ts";

export function arrive({ cookieKey, request }: WebInput, session: Session, next: string): Answer {
  return goOn(next, { "set-cookie": keepSession(cookieKey, session, request) });
}

export function goOn(location: string, headers: Record<string, string | string[]> = {}): Answer {
  return new Answer(303, { ...headers, location });
}
