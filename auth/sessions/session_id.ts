// The id of a session in a path. What is no id is no session.
import { fail } from "../errors.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readSessionId(text: string): string {
  if (!UUID.test(text)) throw fail.sessionUnknown();
  return text.toLowerCase();
}
