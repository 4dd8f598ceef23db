// The errors of SCIM, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const scimErrors = {
  scimDisabled: [404, "feature_disabled", "Endpoint or resource does not exist"],
  scimFilter: [403, "validation_failed", "Filtering is not supported on this endpoint"],
} as const satisfies Record<string, ErrorRow>;
