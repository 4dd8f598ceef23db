// Browsers on any site may call: tokens travel in headers, never in cookies, so no answer depends on what a browser adds by itself.

const METHODS = "GET, POST, PUT, PATCH, DELETE";
const HEADERS = [
  "Accept",
  "Authorization",
  "Content-Type",
  "apikey",
  "X-Client-IP",
  "X-Client-Info",
  "X-JWT-AUD",
  "X-Supabase-Api-Version",
  "x-use-cookie",
];
const EXPOSED = "X-Total-Count, Link, X-Next-Cursor, X-Supabase-Api-Version, X-Request-Id";
const PREFLIGHT_SECONDS = 86_400;

/** Sent with every answer, so that a browser can read errors as well. Credentials are never allowed. */
export const CORS_HEADERS = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED };

/** For the question that browsers ask first. */
export function preflightHeaders(moreHeaders: readonly string[]): Record<string, string> {
  return {
    ...CORS_HEADERS,
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": [...HEADERS, ...moreHeaders].join(", "),
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  };
}
