// Every error of auth, joined from the errors.ts of its slices and thrown by name. A code may appear in several rows with
// different statuses.

import { defineErrors, type Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";
import { accountErrors } from "./account/errors.ts";
import { adminErrors } from "./admin/errors.ts";
import { adoptionErrors } from "./adoption/errors.ts";
import { apiKeysErrors } from "./api_keys/errors.ts";
import { auditErrors } from "./audit/errors.ts";
import { bulkJobsErrors } from "./bulk_jobs/errors.ts";
import { captchaErrors } from "./captcha/errors.ts";
import { customProvidersErrors } from "./custom_providers/errors.ts";
import { externalErrors } from "./external/errors.ts";
import { factorsErrors } from "./factors/errors.ts";
import { findingsErrors } from "./findings/errors.ts";
import { flowStatesErrors } from "./flow_states/errors.ts";
import { grantsErrors } from "./grants/errors.ts";
import { hooksErrors } from "./hooks/errors.ts";
import { impersonationErrors } from "./impersonation/errors.ts";
import { keysErrors } from "./keys/errors.ts";
import { limitsErrors } from "./limits/errors.ts";
import { mailErrors } from "./mail/errors.ts";
import { maintenanceErrors } from "./maintenance/errors.ts";
import { movingOutErrors } from "./moving_out/errors.ts";
import { oauthClientsErrors } from "./oauth_clients/errors.ts";
import { oauthErrorFields } from "./oauth_server/error_fields.ts";
import { oauthServerErrors } from "./oauth_server/errors.ts";
import { otpRequestsErrors } from "./otp_requests/errors.ts";
import { passkeysErrors } from "./passkeys/errors.ts";
import { passwordsErrors } from "./passwords/errors.ts";
import { protectionErrors } from "./protection/errors.ts";
import { scimError } from "./scim/error_form.ts";
import { scimErrors } from "./scim/errors.ts";
import { serverErrors } from "./server/errors.ts";
import { serviceErrors } from "./service/errors.ts";
import { sessionsErrors } from "./sessions/errors.ts";
import { settingsErrors } from "./settings/errors.ts";
import { signInErrors } from "./sign_in/errors.ts";
import { signUpErrors } from "./sign_up/errors.ts";
import { signingKeysErrors } from "./signing_keys/errors.ts";
import { smsErrors } from "./sms/errors.ts";
import { ssoErrors } from "./sso/errors.ts";
import { userImportsErrors } from "./user_imports/errors.ts";
import { usersErrors } from "./users/errors.ts";
import { verificationErrors } from "./verification/errors.ts";
import { web3Errors } from "./web3/errors.ts";
import { webauthnErrors } from "./webauthn/errors.ts";
import { webhooksErrors } from "./webhooks/errors.ts";

export const fail = defineErrors({
  badRequest: [400, "validation_failed", "{problem}"],
  badJson: [400, "bad_json", "Could not parse request body as JSON: {problem}"],
  badBody: [400, "validation_failed", "Request body cannot be accepted: {problem}"],
  invalid: [400, "validation_failed", "{field} {problem}"],
  bodyTooLarge: [413, "request_entity_too_large", "Request body exceeds {kilobytes} KB or {parts} keys and items"],
  unsupportedMediaType: [415, "validation_failed", "{problem}"],
  unknownRoute: [404, "not_found", "No endpoint has this path"],
  wrongMethod: [405, "method_not_allowed", "This endpoint does not take this method"],
  timedOut: [504, "request_timeout", "Processing this request timed out, please retry after a moment."],
  unavailable: [503, "service_unavailable", "The service cannot reach its database, please retry after a moment."],
  unexpected: [500, "unexpected_failure", "Unexpected failure, please check server logs for more information"],
  notAdmin: [403, "not_admin", "User not allowed"],
  ...impersonationErrors,
  ...protectionErrors,
  ...maintenanceErrors,
  ...keysErrors,
  ...auditErrors,
  ...adoptionErrors,
  ...limitsErrors,
  ...mailErrors,
  ...captchaErrors,
  ...smsErrors,
  ...passwordsErrors,
  ...usersErrors,
  ...hooksErrors,
  ...sessionsErrors,
  ...flowStatesErrors,
  ...signUpErrors,
  ...customProvidersErrors,
  ...externalErrors,
  ...web3Errors,
  ...settingsErrors,
  ...signingKeysErrors,
  ...signInErrors,
  ...verificationErrors,
  ...otpRequestsErrors,
  ...accountErrors,
  ...webauthnErrors,
  ...factorsErrors,
  ...passkeysErrors,
  ...oauthClientsErrors,
  ...oauthServerErrors,
  ...grantsErrors,
  ...apiKeysErrors,
  ...adminErrors,
  ...bulkJobsErrors,
  ...userImportsErrors,
  ...movingOutErrors,
  ...webhooksErrors,
  ...ssoErrors,
  ...scimErrors,
  ...findingsErrors,
  ...serviceErrors,
  ...serverErrors,
});

export const VERSION_HEADER = "x-supabase-api-version";
const NEWEST_VERSION = "2024-01-01";

/** SCIM has a form of its own. Of the others, clients that name an API version get the code as text; the others get the older shape with the status as a number. */
export function render(fault: Fault, request: Request) {
  const scim = scimError(fault, request);
  if (scim) return scim;
  const more = { ...oauthErrorFields(fault, request), ...fault.body };
  if (wantsNewShape(request)) {
    return {
      headers: { [VERSION_HEADER]: NEWEST_VERSION, "x-sb-error-code": fault.code },
      body: { code: fault.code, message: fault.message, ...more },
    };
  }
  const errorId = fault.status >= 500 ? { error_id: request.id } : {};
  return {
    headers: { "x-sb-error-code": fault.code },
    body: { code: fault.status, error_code: fault.code, msg: fault.message, ...errorId, ...more },
  };
}

/** Whether the client names an API version of 2024-01-01 or later. */
export function wantsNewShape(request: Request): boolean {
  const version = request.headers[VERSION_HEADER] ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= NEWEST_VERSION;
}
