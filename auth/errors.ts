// Every error a caller of auth can meet. A row is a case; the same code may stand in several with different statuses.

import { defineErrors, type Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";

export const fail = defineErrors({
  badRequest: [400, "validation_failed", "{problem}"],
  badJson: [400, "bad_json", "Could not parse request body as JSON: {problem}"],
  invalid: [400, "validation_failed", "{field} {problem}"],
  bodyTooLarge: [413, "request_entity_too_large", "Request body exceeds 1 MiB"],
  unsupportedMediaType: [415, "validation_failed", "{problem}"],
  unknownRoute: [404, "not_found", "No endpoint has this path"],
  wrongMethod: [405, "method_not_allowed", "This endpoint does not take this method"],
  timedOut: [504, "request_timeout", "Processing this request timed out, please retry after a moment."],
  unavailable: [503, "service_unavailable", "The service cannot reach its database, please retry after a moment."],
  unexpected: [500, "unexpected_failure", "Unexpected failure, please check server logs for more information"],
});

const VERSION_HEADER = "x-supabase-api-version";
const NEWEST_VERSION = "2024-01-01";

/** Clients that name an API version get the code as text; the others get the seed's shape with the status as a number. */
export function render(fault: Fault, request: Request) {
  if (wantsNewShape(request)) {
    return {
      headers: { [VERSION_HEADER]: NEWEST_VERSION, "x-sb-error-code": fault.code },
      body: { code: fault.code, message: fault.message, ...fault.body },
    };
  }
  const errorId = fault.status >= 500 ? { error_id: request.id } : {};
  return {
    headers: { "x-sb-error-code": fault.code },
    body: { code: fault.status, error_code: fault.code, msg: fault.message, ...errorId, ...fault.body },
  };
}

function wantsNewShape(request: Request): boolean {
  const version = request.headers[VERSION_HEADER] ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= NEWEST_VERSION;
}
