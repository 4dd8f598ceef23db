// The refusal where all apps that registered themselves are in use.
import { fail } from "../errors.ts";

/** Room appears when users remove apps, which cannot be predicted. */
const RETRY_SECONDS = 3600;

export function clientsFull() {
  return fail.oauthClientsFull({ headers: { "retry-after": String(RETRY_SECONDS) } });
}
