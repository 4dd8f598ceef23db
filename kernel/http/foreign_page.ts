// Whether a page of another site made the browser send a request. Programs are never pages.
import type { Request } from "./endpoint.ts";

/**
 * Checks Sec-Fetch-Site, or Origin for old browsers. Other subdomains and ports count as foreign, because they may have other
 * owners.
 */
export function isForeignPage({ headers }: Pick<Request, "headers">): boolean {
  const { "sec-fetch-site": site, origin, host } = headers;
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin !== undefined && hostName(origin) !== hostName(`http://${host}`);
}

/** Without the port, which a proxy may omit. */
function hostName(origin: string): string | undefined {
  return URL.parse(origin)?.hostname;
}
