// The errors of passwords, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const passwordsErrors = {
  hashingBusy: [429, "over_request_rate_limit", "Request rate limit reached"],
  passwordTooLong: [400, "validation_failed", "Password cannot be longer than 256 bytes"],
  passwordUnchecked: [
    503,
    "service_unavailable",
    "Whether the password has leaked cannot be found out now, please retry after a moment.",
  ],
  weakPassword: [422, "weak_password", "{message}"],
} as const satisfies Record<string, ErrorRow>;
