// Whether a page of somebody else's made the browser send a request. A program is no page.
import type { Request } from "./endpoint.ts";

/**
 * Browsers say so in Sec-Fetch-Site; old ones only name the page's origin, and not where it only reads. A page of another subdomain or port counts:
 * whoever writes there need not be whom the user trusts here.
 */
export function isForeignPage({ headers }: Pick<Request, "headers">): boolean {
  const { "sec-fetch-site": site, origin, host } = headers;
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin !== undefined && hostName(origin) !== hostName(`http://${host}`);
}

/** Without the port, which a proxy may leave out. */
function hostName(origin: string): string | undefined {
  return URL.parse(origin)?.hostname;
}
