// The errors of limits, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const limitsErrors = {
  mailTooSoon: [429, "over_email_send_rate_limit", "For security purposes, you can only request this after {seconds} seconds."],
  mailBudgetSpent: [429, "over_email_send_rate_limit", "email rate limit exceeded"],
  smsTooSoon: [429, "over_sms_send_rate_limit", "For security purposes, you can only request this after {seconds} seconds."],
  smsBudgetSpent: [429, "over_sms_send_rate_limit", "SMS rate limit exceeded"],
  tooManyRequests: [429, "over_request_rate_limit", "Request rate limit reached"],
  emailUnreachable: [400, "email_address_invalid", "This email address is invalid"],
  emailNotAuthorized: [400, "email_address_not_authorized", "This email address cannot be used as it is not authorized"],
} as const satisfies Record<string, ErrorRow>;
