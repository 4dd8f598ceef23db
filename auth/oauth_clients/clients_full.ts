// The refusal where all apps that registered themselves are in use.
import { fail } from "../errors.ts";

/** Room comes when users send an app away, which nobody can foresee. */
const RETRY_SECONDS = 3600;

export function clientsFull() {
  return fail.oauthClientsFull({ headers: { "retry-after": String(RETRY_SECONDS) } });
}
