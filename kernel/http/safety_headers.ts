// Headers of every answer: no caching, no sniffing, no referrer.

/** `https`: the service is reached by HTTPS, so browsers may be told to use nothing else. */
export function safetyHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-site",
    ...(https && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}
