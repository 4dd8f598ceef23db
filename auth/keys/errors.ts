// The errors of tokens that callers show, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const keysErrors = {
  noBearer: [401, "no_authorization", "This endpoint requires a valid Bearer token"],
  badJwt: [403, "bad_jwt", "invalid JWT: unable to parse or verify signature, {detail}"],
  subMissing: [403, "bad_jwt", "invalid claim: missing sub claim"],
  subNotUuid: [400, "bad_jwt", "invalid claim: sub claim must be a UUID"],
  sessionIdNotUuid: [403, "bad_jwt", "invalid claim: session_id claim must be a UUID"],
} as const satisfies Record<string, ErrorRow>;
