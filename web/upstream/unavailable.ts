// A service that gives no answer: the browser may try again.
import { OutboundError } from "../../kernel/outbound/outbound.ts";
import { fail } from "../errors.ts";

/** For `catch`: a 503 where the other service gave no answer; any other error stays what it is. */
export function throwUnavailable(error: unknown): never {
  if (error instanceof OutboundError) throw fail.unavailable({ headers: { "retry-after": "1" }, cause: error });
  throw error;
}
