// The errors of the endpoints of operators and other services, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const serviceErrors = {
  clientAddressInvalid: [400, "validation_failed", "ip is not an IP address"],
  changesCursorInvalid: [400, "validation_failed", "after is not a cursor that this endpoint gave"],
  changesCursorGone: [410, "cursor_gone", "The changes since this cursor can no longer be told; begin again without one"],
} as const satisfies Record<string, ErrorRow>;
