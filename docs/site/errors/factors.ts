// Errors of second factors and passkeys.
import type { HelpTable } from "./help.ts";

const off = (what: string, variable: string): readonly [string, string] => [
  `${what} is switched off on this server.`,
  `Set \`${variable}=true\`, or use another factor.`,
];

export const factors: HelpTable = {
  insufficient_aal: [
    "The user has a second factor, and this session was begun without it.",
    "Verify the factor (`challenge`, then `verify`), and use the tokens that this gives.",
  ],
  mfa_challenge_expired: ["The challenge is older than some minutes.", "Make a new challenge, and verify against that."],
  mfa_factor_name_conflict: ["Another factor of the user has this name.", "Choose another name."],
  mfa_factor_not_found: ["The user has no such factor, or the challenge is of another one.", "`GET /user` lists the factors."],
  mfa_ip_address_mismatch: [
    "Challenge and verification came from different addresses.",
    "Verify from the device that made the challenge. Behind a proxy, set the trusted proxies.",
  ],
  mfa_phone_enroll_not_enabled: off("Adding phones as factors", "AUTHSVC_MFA_PHONE_ENROLL_ENABLED"),
  mfa_phone_verify_not_enabled: off("Verification by phone", "AUTHSVC_MFA_PHONE_VERIFY_ENABLED"),
  mfa_recovery_codes_enroll_not_enabled: off("Making recovery codes", "AUTHSVC_MFA_RECOVERY_CODES_ENROLL_ENABLED"),
  mfa_recovery_codes_locked: [
    "Too many wrong recovery codes were tried.",
    "Wait for `Retry-After` seconds, or use another factor.",
  ],
  mfa_recovery_codes_sole_factor: [
    "Recovery codes stand beside another factor, never alone.",
    "Add an authenticator app, a phone or a security key first.",
  ],
  mfa_recovery_codes_verify_not_enabled: off("Verification by recovery codes", "AUTHSVC_MFA_RECOVERY_CODES_VERIFY_ENABLED"),
  mfa_totp_enroll_not_enabled: off("Adding authenticator apps", "AUTHSVC_MFA_TOTP_ENROLL_ENABLED"),
  mfa_totp_verify_not_enabled: off("Verification by authenticator apps", "AUTHSVC_MFA_TOTP_VERIFY_ENABLED"),
  mfa_verification_failed: [
    "The code is wrong, or was used a moment ago. Clocks that differ by more than a minute cause it too.",
    "Enter the next code. Set the clocks of phone and server by the network.",
  ],
  mfa_verification_rejected: ["A hook of the operator rejected the verification.", "The message is the hook's own."],
  mfa_verified_factor_exists: ["The user has a factor of this kind already.", "Remove that one, or renew its codes."],
  mfa_webauthn_enroll_not_enabled: off("Adding security keys", "AUTHSVC_MFA_WEB_AUTHN_ENROLL_ENABLED"),
  mfa_webauthn_verify_not_enabled: off("Verification by security keys", "AUTHSVC_MFA_WEB_AUTHN_VERIFY_ENABLED"),
  passkey_disabled: ["Passkeys are switched off.", "Set `AUTHSVC_PASSKEY_ENABLED=true`, and the relying party's id and origins."],
  too_many_enrolled_mfa_factors: ["The user has as many factors as are allowed.", "Remove one first."],
  too_many_passkeys: ["The user has as many passkeys as are allowed.", "Remove one first."],
  webauthn_challenge_expired: ["More time passed than the ceremony allows.", "Begin it again."],
  webauthn_challenge_not_found: [
    "The challenge is unknown or was used: each works once.",
    "Ask for new options, and answer those.",
  ],
  webauthn_credential_exists: ["This key or passkey is registered already.", "Use it to sign in, or register another one."],
  webauthn_verification_failed: [
    "The answer of the device does not fit: another site, another challenge, or a wrong signature.",
    "See that page and relying party have the same domain, by HTTPS or on localhost.",
  ],
};
