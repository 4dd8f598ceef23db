// The errors of impersonation, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const impersonationErrors = {
  impersonationDisabled: [422, "impersonation_disabled", "Nobody may sign in as somebody else on this server"],
  impersonatorMissing: [403, "impersonator_missing", "An administrator's own token is needed: a server's token names nobody"],
  administratorImpersonated: [403, "administrator_protected", "Nobody signs in as an administrator"],
  supportCodeInvalid: [403, "support_code_invalid", "The support code is wrong, was used, or has expired"],
  supportCodeNeedsAal2: [403, "insufficient_aal", "AAL2 session is required to let an administrator in when MFA is enabled"],
  impersonated: [403, "impersonated", "An administrator who sees this account cannot do this"],
} as const satisfies Record<string, ErrorRow>;
