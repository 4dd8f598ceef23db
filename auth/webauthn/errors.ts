// The errors of WebAuthn responses, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const webauthnErrors = {
  credentialUnreadable: [400, "webauthn_verification_failed", "Invalid credential response"],
} as const satisfies Record<string, ErrorRow>;
