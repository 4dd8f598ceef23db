// What a script of our pages is told where auth says no.
import { fail } from "../errors.ts";
import type { Refusal } from "./ask_auth.ts";

export function refusalOf(refused: Refusal | undefined) {
  if (refused?.status === 429) return fail.tooMany({ headers: { "retry-after": String(refused.retryAfter ?? 1) } });
  return refused && refused.status < 500 ? fail.passkeyRefused() : fail.unavailable({ headers: { "retry-after": "1" } });
}
