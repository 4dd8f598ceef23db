// Headers that every answer carries: nothing is stored by caches, guessed by browsers or passed on to other sites.

/** `https`: the service is reached by HTTPS, so browsers may learn never to try without. */
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
