// The link of a mail. It is built from the configuration. A request can only name a page that a browser may be sent to with a session anyway.
import type { Request } from "../../kernel/http/endpoint.ts";
import { ownUrl } from "../config/own_url.ts";
import type { RedirectTarget } from "../redirects/allow_list.ts";

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

/** The page with a button that web shows for a link, which it names with each request. */
export const LINK_PAGE_HEADER = "x-link-page";

interface LinkPageWorld {
  config: { readonly apiExternalUrl: string };
  request: Pick<Request, "headers">;
  redirectTo: RedirectTarget;
}

/**
 * Where the link of a mail leads. What web began leads to its page, because programs that open every link of a mail spend what leads to our own path.
 * Another path that the operator has chosen stays.
 */
export function linkPath(path: string, { config, request, redirectTo }: LinkPageWorld): string {
  const { [LINK_PAGE_HEADER]: page } = request.headers;
  if (page === undefined || !/^https?:\/\/[^?#]+\/confirm$/.test(page) || !isOwnPath(path, config)) return path;
  return redirectTo(page) === page ? page : path;
}

/** Also below the prefix of a proxy, as existing deployments write it. */
function isOwnPath(path: string, { apiExternalUrl }: LinkPageWorld["config"]): boolean {
  const url = URL.parse(path, apiExternalUrl);
  return url?.origin === new URL(apiExternalUrl).origin && url.pathname.endsWith(OWN_PATH);
}
