// The link of a mail. It is built from the configuration alone: no request header can bring a host of its own.
import { ownUrl } from "../config/own_url.ts";

/** The `type` parameter of GET /verify. */
export type LinkType = "signup" | "invite" | "recovery" | "magiclink" | "email_change";

export interface Link {
  apiExternalUrl: string;
  /** One of MAILER_URLPATHS_*. */
  path: string;
  tokenHash: string;
  type: LinkType;
  redirectTo: string;
}

/** Our own path, which lies wherever API_EXTERNAL_URL says that this service does. */
const OWN_PATH = "/verify";

/**
 * Any other path is one on the host of API_EXTERNAL_URL, as existing deployments write theirs: they name the proxy's prefix in it.
 */
export function confirmationUrl({ apiExternalUrl, path, tokenHash, type, redirectTo }: Link): string {
  const base = new URL(path === OWN_PATH ? ownUrl({ apiExternalUrl }, path) : path, apiExternalUrl);
  const query = `token=${encodeURIComponent(tokenHash)}&type=${type}&redirect_to=${inQuery(redirectTo)}`;
  base.search = base.search === "" ? query : `${base.search}&${query}`;
  base.hash = "";
  return base.href;
}

/** What means nothing else in a query stays readable, as in the links that existing deployments send. */
function inQuery(url: string): string {
  return /^[\w.~:/-]*$/.test(url) ? url : encodeURIComponent(url);
}
