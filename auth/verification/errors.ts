// The errors of verification, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const verificationErrors = {
  verifyTypeMissing: [400, "validation_failed", "Verify requires a verification type"],
  verifyTypeUnknown: [400, "validation_failed", "Unsupported verification type"],
  verifyEmailType: [400, "validation_failed", "Invalid email verification type"],
  verifyPhoneType: [400, "validation_failed", "Invalid phone verification type"],
  verifyLinkTokenMissing: [400, "validation_failed", "Verify requires a token or a token hash"],
  verifyTokenMissing: [400, "validation_failed", "Verify requires either a token or a token hash"],
  verifyHashAlone: [400, "validation_failed", "Only the token_hash and type should be provided"],
  verifyOneAddress: [400, "validation_failed", "Only an email address or phone number should be provided on verify"],
  verifyEmailInvalid: [422, "validation_failed", "Invalid email format"],
  verifyPasswordMissing: [422, "validation_failed", "Confirming this sign-up requires a password"],
  verifyCodeInvalid: [403, "otp_expired", "Token has expired or is invalid"],
  verifyLinkInvalid: [403, "otp_expired", "Email link is invalid or has expired"],
  verifyBanned: [403, "user_banned", "User is banned"],
  verifyAhead: [400, "validation_failed", "A one-time link is not fetched ahead of being opened"],
  emailTakenMeanwhile: [422, "email_exists", "A user with this email address has already been registered"],
  phoneTakenMeanwhile: [422, "phone_exists", "A user with this phone number has already been registered"],
} as const satisfies Record<string, ErrorRow>;
