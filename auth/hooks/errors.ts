// The errors of the operator's hooks, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const hooksErrors = {
  hookTimeout: [422, "hook_timeout", "The hook {hook} did not answer within {seconds} seconds"],
  hookUnreachable: [422, "hook_timeout_after_retry", "The hook {hook} could not be reached"],
  hookAnswerTooLarge: [422, "hook_payload_over_size_limit", "The answer of the hook {hook} is larger than {kilobytes} KB"],
  hookAnswerNotJson: [400, "hook_payload_invalid_content_type", "The answer of the hook {hook} is not JSON"],
  hookUnknown: [404, "hook_not_found", "There is no such hook"],
  hookOff: [422, "hook_disabled", "The hook {hook} is not switched on"],
  hookFailed: [500, "unexpected_failure", "The hook {hook} failed: {problem}"],
} as const satisfies Record<string, ErrorRow>;
