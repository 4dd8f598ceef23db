// The URL that tells an application why a sign-in at a provider failed.
import type { Fault } from "../../../kernel/errors.ts";
import { withFragment, withQuery } from "../../redirects/answer_url.ts";

type Reason = Pick<Fault, "status" | "code" | "message">;

const ERROR_NAMES: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  503: "temporarily_unavailable",
};

/** Cases in which it is us who do not let them in. */
const DENIALS = ["signup_disabled", "user_banned", "provider_email_needs_verification"];

/** In the query, where servers can see it, and in the fragment, where scripts look. */
export function errorUrl(target: string, { status, code, message }: Reason): string {
  const error = DENIALS.includes(code) ? "access_denied" : (ERROR_NAMES[status] ?? "server_error");
  return withBoth(target, { error, error_code: code, error_description: message });
}

/** The error codes of providers: those of OAuth 2.0 (RFC 6749), of OpenID Connect, and two for a person who declines. */
const PROVIDER_ERRORS: readonly string[] = [
  ...["invalid_request", "unauthorized_client", "access_denied", "unsupported_response_type", "invalid_scope", "server_error"],
  ...["temporarily_unavailable", "interaction_required", "login_required", "account_selection_required", "consent_required"],
  ...["invalid_request_uri", "invalid_request_object", "request_not_supported", "request_uri_not_supported"],
  ...["registration_not_supported", "user_cancelled_authorize", "user_cancelled_login"],
];
const LONGEST_DESCRIPTION = 500;

/** What the provider says; applications need to know only words that are known. Undefined where it says that all is well. */
export function providerErrorUrl(target: string, answer: Readonly<Record<string, string | undefined>>): string | undefined {
  // OAuth 1 has no word for it but this, with the request token as its value.
  const error = answer.error || (answer.denied && "access_denied");
  if (!error) return undefined;
  const description = plain(answer.error_description ?? "").slice(0, LONGEST_DESCRIPTION);
  return withBoth(target, {
    error: PROVIDER_ERRORS.includes(error) ? error : "server_error",
    error_description: description.toWellFormed() || undefined,
  });
}

/** Without characters that turn or hide others. */
export function plain(text: string): string {
  return text.replace(/\p{C}+/gu, " ").trim();
}

function withBoth(target: string, fields: Record<string, string | undefined>): string {
  return withQuery(target, fields) + withFragment("", fields);
}
