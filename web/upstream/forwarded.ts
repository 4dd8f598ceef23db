// What the other services are told of the browser that a request is for.
import type { Request } from "../../kernel/http/endpoint.ts";
import { languageOf } from "../language/language.ts";

/** Without the client's address all users would share one rate limit; without its name all sessions would be called by ours. */
export function forwarded(request: Request, accessToken?: string): Record<string, string> {
  const { "user-agent": userAgent } = request.headers;
  return {
    "x-forwarded-for": request.ip,
    "accept-language": languageOf(request),
    "x-request-id": request.id,
    ...(userAgent && { "user-agent": userAgent }),
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
  };
}
