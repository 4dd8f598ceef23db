// Second factors.
import { configTable } from "../../kernel/config/config.ts";
import { bool, duration, durationFrom, integer } from "../../kernel/config/formats.ts";
import { smsTemplate } from "./formats.ts";

/** As in Supabase Auth, a shorter time counts as this one. */
export const LEAST_FACTOR_SECONDS = 300;

export const mfa = configTable({
  mfaTotpEnrollEnabled: enables("TOTP_ENROLL", true, "Users may enrol authenticator apps (TOTP)."),
  mfaTotpVerifyEnabled: enables("TOTP_VERIFY", true, "Codes of authenticator apps are taken."),
  mfaPhoneEnrollEnabled: enables("PHONE_ENROLL", false, "Users may enrol phone numbers as second factors."),
  mfaPhoneVerifyEnabled: enables("PHONE_VERIFY", false, "Codes are sent to those numbers, and taken."),
  mfaWebauthnEnrollEnabled: enables("WEB_AUTHN_ENROLL", false, "Users may enrol security keys (WebAuthn)."),
  mfaWebauthnVerifyEnabled: enables("WEB_AUTHN_VERIFY", false, "Security keys are asked for, and their answers taken."),
  mfaRecoveryCodesEnrollEnabled: enables("RECOVERY_CODES_ENROLL", true, "Users with a second factor may have recovery codes."),
  mfaRecoveryCodesVerifyEnabled: enables("RECOVERY_CODES_VERIFY", true, "Recovery codes are taken in place of another factor."),
  mfaPhoneOtpLength: {
    env: "MFA_PHONE_OTP_LENGTH",
    format: integer(6, 10),
    initial: 6,
    cosmetic: true,
    doc: "Digits of a code sent to a phone factor.",
  },
  mfaPhoneMaxFrequencySeconds: {
    env: "MFA_PHONE_MAX_FREQUENCY",
    format: duration,
    initial: 60,
    doc: "Least time between two codes to one phone factor.",
  },
  mfaPhoneTemplate: {
    env: "MFA_PHONE_TEMPLATE",
    format: smsTemplate,
    initial: "Your code is {{ .Code }}",
    cosmetic: true,
    doc: "Text of the message to a phone factor.",
  },
  mfaChallengeExpirySeconds: {
    env: "MFA_CHALLENGE_EXPIRY_DURATION",
    format: durationFrom(0),
    initial: LEAST_FACTOR_SECONDS,
    doc: `How long a challenge can be answered. Less than ${LEAST_FACTOR_SECONDS} seconds count as that many.`,
  },
  mfaFactorExpirySeconds: {
    env: "MFA_FACTOR_EXPIRY_DURATION",
    format: durationFrom(0),
    initial: LEAST_FACTOR_SECONDS,
    doc: `When a factor that was never verified makes room for others. Less than ${LEAST_FACTOR_SECONDS} seconds count as that many.`,
  },
  mfaMaxEnrolledFactors: most("ENROLLED", "Factors of one user, verified or not"),
  mfaMaxVerifiedFactors: most("VERIFIED", "Verified factors of one user"),
  mfaRateLimitChallengeAndVerify: {
    env: "MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY",
    format: integer(0, 1_000_000_000),
    initial: 15,
    doc: "Challenges, and answers to them, in a minute, for one client. 0 switches the limit off; those of the account stay.",
  },
});

function enables(name: string, initial: boolean, doc: string) {
  return { env: `MFA_${name}_ENABLED`, format: bool, initial, doc } as const;
}

function most(name: string, what: string) {
  return {
    env: `MFA_MAX_${name}_FACTORS`,
    format: integer(0, 1000),
    initial: 10,
    doc: `${what}. Recovery codes are not counted.`,
  } as const;
}
