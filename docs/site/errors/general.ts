// Errors of requests as such, of both services.
import type { HelpTable } from "./help.ts";

export const general: HelpTable = {
  api_token_needed: [
    "The user has a verified second factor, so finance no longer takes the password.",
    "Use an API token in place of the password: Settings, API tokens, or `POST /api_tokens` with an `aal2` access token.",
  ],
  bad_body: [
    "The body is no object, repeats a key, has forbidden keys such as `__proto__`, or is nested too deeply.",
    "Send one JSON object, each key once.",
  ],
  bad_json: [
    "The body is not valid JSON, often because of a missing quote or a trailing comma.",
    "Check the body with a JSON parser. In a shell, put it in single quotes.",
  ],
  bad_request: [
    "A header, the path or the query string cannot be read.",
    "The English message names the problem: ask for it with `Accept-Language: en`.",
  ],
  body_too_large: [
    "The body is larger than this endpoint takes, or has too many keys and items.",
    "Send less at once. Larger sets go through imports, in parts.",
  ],
  cross_site: [
    "A browser sent the request from a page of another site.",
    "Call finance from your own server, or from a page of the same site.",
  ],
  https_only: [
    "Finance was called by plain HTTP.",
    "Use `https://`. Behind a proxy that ends TLS, name it in `FINANCE_TRUSTED_PROXIES` and send `X-Forwarded-Proto: https`.",
  ],
  invalid: ["A parameter or field has a value that is not allowed.", "The message names the field and what is allowed."],
  method_not_allowed: ["The path exists, but not with this method.", "The header `Allow` lists the methods of this path."],
  not_found: [
    "No endpoint has this path.",
    "Compare the path with `/docs` of the service. Behind a proxy, see whether it cuts or adds a part of the path.",
  ],
  outcome_unknown: [
    "The connection to the database was lost while a write was being stored, so it may or may not have happened.",
    "Send the same request again with the same `Idempotency-Key`. Without a key, look first whether the record is there.",
  ],
  request_entity_too_large: [
    "The body is larger than 64 KB, or has too many keys and items.",
    "Send less: most bodies of auth have less than 1 KB.",
  ],
  request_timeout: [
    "The request took longer than the service allows, mostly because the database is busy.",
    "Try again. If it repeats, look for slow statements and locks ([operations](/run/operations.md)).",
  ],
  service_unavailable: [
    "The database, or another service that is needed, does not answer right now.",
    "Try again after `Retry-After` seconds. Operators look at `/ready`, which names what fails.",
  ],
  temporarily_unavailable: [
    "All places for apps that register themselves are taken by apps in use.",
    "Register the app by an administrator, or raise the limit of dynamic registration.",
  ],
  timed_out: ["The request took longer than finance allows.", "Try again, with the same `Idempotency-Key` if it writes."],
  unauthorized: [
    "The credentials are missing or wrong: finance takes Basic with a password or API token, or auth's access token.",
    "Check address and password by signing in to web. An expired access token has to be refreshed first.",
  ],
  unavailable: [
    "The database, or auth, does not answer right now.",
    "Try again after `Retry-After` seconds. Operators look at `/ready`, which names what fails.",
  ],
  unexpected: [
    "A fault of the service. Nothing about it is shown to callers.",
    "Operators find the request in the log by its id. Please report it with the lines around it.",
  ],
  unexpected_failure: [
    "A fault of the service, of the database, or of a provider or hook that it had to ask.",
    "Operators find `error_id` in the log, with the whole error. A failing provider or hook is named there.",
  ],
  unknown: [
    "A hook of the operator refused the request, in words of its own.",
    "The message is the hook's. Operators see its calls in the console under hooks.",
  ],
  unknown_route: ["No endpoint has this path.", "The base path is `/rest/v2`. Compare the path with `/docs` of the service."],
  unprocessable: [
    "The record has fields that cannot be stored.",
    "`errors` of the answer names each field and its problem. Nothing was stored.",
  ],
  unsupported_media_type: [
    "The body is not `application/json` in UTF-8.",
    "Set `Content-Type: application/json`, and encode the body in UTF-8.",
  ],
  user_agent_missing: [
    "The request has no `User-Agent`, which finance needs to say who calls.",
    "Set a `User-Agent` with the name of your app and an address of yours.",
  ],
  user_agent_too_long: ["The `User-Agent` is longer than 1024 bytes.", "Shorten it to a name and an address."],
  validation_failed: [
    "A field is missing, has a wrong type, or does not fit to another one.",
    "The message names the field and what is needed.",
  ],
  wrong_method: ["The path exists, but not with this method.", "The header `Allow` lists the methods of this path."],
};
