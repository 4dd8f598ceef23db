// The errors of roles on this server, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const grantsErrors = {
  notOwner: [403, "not_owner", "Only an owner of this server may do this"],
  ownerNeedsAal2: [403, "insufficient_aal", "AAL2 session is required of owners of this server when MFA is enabled"],
  ownerProofMissing: [403, "reauthentication_needed", "This needs a sign-in of the last ten minutes"],
  ownerAnonymous: [422, "validation_failed", "An anonymous user cannot own this server"],
  ownerCodeInvalid: [403, "owner_code_invalid", "This code is wrong, was used, or has expired"],
} as const satisfies Record<string, ErrorRow>;
