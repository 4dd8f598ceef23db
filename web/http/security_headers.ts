// What every answer tells the browser to keep to.

/**
 * No script and no style but our files, no frame, no form that leads away. Nothing in the app turns text into markup: whoever tried would be
 * stopped by Trusted Types; the one policy that they allow passes the address of the worker. Providers are reached by links, because `form-action` also holds for what a posted form is redirected to.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types cofre",
].join("; ");

/** For a page that shows the widget of another vendor, which makes its own markup: in a frame, from these sources. */
export function policyWith(sources: string): string {
  return POLICY.split("; ")
    .filter((part) => !part.includes("trusted-types"))
    .map((part) => (/^(script|style|connect)-src/.test(part) ? `${part} ${sources}` : part))
    .concat(`frame-src ${sources}`)
    .join("; ");
}

/** The console shows mails in a frame, which has a policy of its own. */
export const CONSOLE_POLICY = `${POLICY}; frame-src 'self'`;

export const PAGE_HEADERS = { "content-security-policy": POLICY, "cache-control": "no-store" };

/** Other programs of this machine have its names too, at other ports and perhaps in plain HTTP: they must stay reachable. */
export const safetyHeadersInLan = () => safetyHeaders({ secure: false });

/** `https`: the browser reached us by HTTPS, so it may learn never to try without. */
export function safetyHeaders({ secure }: { secure: boolean }): Record<string, string> {
  return {
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    // With `no-referrer` forms would be sent with `Origin: null`.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ...(secure && { "strict-transport-security": "max-age=31536000" }),
  };
}
