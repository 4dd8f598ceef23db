// The errors of requests for codes and links, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const otpRequestsErrors = {
  onlyOneAddress: [400, "validation_failed", "Only an email address or phone number should be provided"],
  otpAddressMissing: [400, "validation_failed", "One of email or phone must be set"],
  otpSignupDisabled: [422, "otp_disabled", "Signups not allowed for otp"],
  magicLinkDisabled: [422, "email_provider_disabled", "Login with magic link is disabled"],
  emailOtpDisabled: [400, "email_provider_disabled", "Email logins are disabled"],
  phoneOtpDisabled: [400, "phone_provider_disabled", "Unsupported phone provider"],
  channelWithEmail: [400, "validation_failed", "Channel should only be specified with Phone OTP"],
  magicLinkEmailMissing: [422, "validation_failed", "Password recovery requires an email"],
  recoverEmailMissing: [400, "validation_failed", "Password recovery requires an email"],
  resendTypeUnknown: [400, "validation_failed", "Missing one of these types: signup, email_change, sms, phone_change"],
  resendAddressMissing: [400, "validation_failed", "Missing email address or phone number"],
  resendEmailMissing: [400, "validation_failed", "Type provided requires an email address"],
  resendPhoneMissing: [400, "validation_failed", "Type provided requires a phone number"],
} as const satisfies Record<string, ErrorRow>;
