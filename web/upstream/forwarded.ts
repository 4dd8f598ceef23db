// What the other services are told of the browser that asks through us.
import type { Request } from "../../kernel/http/endpoint.ts";
import { languageOf } from "../language/language.ts";

/** Without the client's address all users would share one limit of tries; without its name, all their sessions would be called by ours. */
export function forwarded(request: Request): Record<string, string> {
  const { "user-agent": userAgent } = request.headers;
  const known = { "x-forwarded-for": request.ip, "accept-language": languageOf(request), "x-request-id": request.id };
  return userAgent ? { ...known, "user-agent": userAgent } : known;
}
