// The errors of sign-up, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const signUpErrors = {
  anonymousDisabled: [422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"],
  signupDisabled: [422, "signup_disabled", "Signups not allowed for this instance"],
  signupPasswordMissing: [400, "validation_failed", "Signup requires a valid password"],
  signupOneAddress: [400, "validation_failed", "Only an email address or phone number should be provided on signup."],
  emailSignupsDisabled: [400, "email_provider_disabled", "Email signups are disabled"],
  phoneSignupsDisabled: [400, "phone_provider_disabled", "Phone signups are disabled"],
  phoneSignupPkce: [400, "validation_failed", "PKCE not supported for phone signups"],
  userExists: [422, "user_already_exists", "User already registered"],
  userExistsUpstream: [400, "user_already_exists", "User already registered"],
} as const satisfies Record<string, ErrorRow>;
