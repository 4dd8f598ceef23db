// Errors as SCIM clients read them (RFC 7644, 3.12), at every path below /scim/v2, also where there is no endpoint.
import type { Fault } from "../../kernel/errors.ts";
import type { Request } from "../../kernel/http/endpoint.ts";

const SCIM_PATHS = /^(\/auth\/v1)?\/scim\/v2(\/|$)/;
const NO_ENDPOINT = "Endpoint or resource does not exist";

/** Undefined at other paths. */
export function scimError({ status, code, message }: Fault, { path }: Request) {
  if (!SCIM_PATHS.test(path)) return undefined;
  const detail = code === "not_found" ? NO_ENDPOINT : message;
  const body = { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: String(status), detail };
  return { headers: { "content-type": SCIM_TYPE, "x-sb-error-code": code }, body: JSON.stringify(body) };
}

export const SCIM_TYPE = "application/scim+json" as const;
