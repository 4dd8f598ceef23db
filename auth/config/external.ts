// Sign-in by external providers, whichever they are.
import { configTable } from "../../kernel/config/config.ts";
import { bool, durationFrom, list, wholeSeconds } from "../../kernel/config/formats.ts";

export const external = configTable({
  externalFlowStateExpirySeconds: {
    env: "EXTERNAL_FLOW_STATE_EXPIRY_DURATION",
    format: wholeSeconds(300),
    initial: 300,
    doc: "How long somebody may stay at an external provider before they have to begin again.",
  },
  externalAllowedIdTokenIssuers: {
    env: "EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS",
    format: list,
    initial: ["https://appleid.apple.com", "https://accounts.google.com"],
    doc: "Whose identity tokens `POST /token?grant_type=id_token` takes where a request names the issuer and not the provider.",
  },
  internalHttpTimeoutSeconds: {
    env: "INTERNAL_HTTP_TIMEOUT",
    format: durationFrom(0.1),
    initial: 9,
    doc: "How long an external provider is waited for, with all calls of one sign-in together. More than 9 seconds count as 9.",
  },
  mailerAllowUnverifiedEmailSignIns: {
    env: "MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS",
    format: bool,
    initial: false,
    doc: "Lets people in whose email address the external provider has not verified, while it still waits for its confirmation.",
  },
});
