// The errors of roles on this server, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const grantsErrors = {
  notOwner: [403, "not_owner", "Only an owner of this server may do this"],
  ownerNeedsAal2: [403, "insufficient_aal", "AAL2 session is required of owners of this server when MFA is enabled"],
  ownerProofMissing: [403, "reauthentication_needed", "This needs a sign-in of the last ten minutes"],
  ownerAnonymous: [422, "validation_failed", "An anonymous user cannot own this server"],
  rightMissing: [403, "right_missing", "This needs the right {right}"],
  adminNeedsStrongSession: [403, "insufficient_aal", "Administrators need a session with a second factor or a passkey"],
  adminProofMissing: [403, "reauthentication_needed", "This needs a sign-in of the last ten minutes"],
  reasonMissing: [422, "reason_missing", "Say why, in the header Audit-Reason"],
  administratorProtected: [403, "administrator_protected", "This is the account of an administrator who may do more than you"],
  administratorUnknown: [404, "administrator_not_found", "This user has no role on this server"],
  administratorUnfit: [422, "validation_failed", "An anonymous user cannot administrate this server"],
  lastOwner: [422, "last_owner", "The server needs an owner: name another one first"],
  ownerCodeInvalid: [403, "owner_code_invalid", "This code is wrong, was used, or has expired"],
} as const satisfies Record<string, ErrorRow>;
