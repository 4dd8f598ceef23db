// On to another page.
import { Answer } from "../../kernel/http/endpoint.ts";

export function redirect(location: string, headers: Record<string, string | string[]> = {}): Answer {
  return new Answer(303, { ...headers, location });
}

/** A script cannot be redirected: the same answer tells it where to go. */
export function redirectScript({ headers }: Answer): Answer {
  return new Answer(200, { "set-cookie": headers["set-cookie"] ?? [] }, { location: headers.location });
}
