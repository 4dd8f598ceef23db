// Where the browser may be sent with a session. The URL is parsed as browsers do, checked, and written anew; the result is what is
// answered.
// So no two programs can read it differently. The original text can only cause a refusal.
import { compileGlob, type Glob } from "./glob.ts";

export interface RedirectConfig {
  readonly siteUrl: string;
  readonly uriAllowList: readonly string[];
}

/** The first of the candidates that is allowed, without its fragment, else SITE_URL. */
export type RedirectTarget = (...candidates: readonly (string | null | undefined)[]) => string;

/** Parses the list once; the result checks each request. */
export function redirectRules(config: RedirectConfig): RedirectTarget {
  const match = matcherFor(config);
  return (...candidates) => {
    for (const candidate of candidates) {
      const url = candidate ? match(candidate) : undefined;
      if (candidate && url !== undefined) return asWritten(candidate, url);
    }
    return config.siteUrl;
  };
}

/** All programs read a host with and without a slash after it alike, and apps compare what comes back with what they sent. */
function asWritten(candidate: string, { href, origin }: URL): string {
  const bare = href.replace(`${origin}/`, origin);
  return bare === candidate ? bare : href;
}

export function isAllowedRedirect(candidate: string, config: RedirectConfig): boolean {
  return matcherFor(config)(candidate) !== undefined;
}

/** What allows the candidate: `SITE_URL`, or an entry of the list. */
export function allowingEntry(candidate: string, { siteUrl, uriAllowList }: RedirectConfig): string | undefined {
  if (matcherFor({ siteUrl, uriAllowList: [] })(candidate) !== undefined) return "SITE_URL";
  return entriesOf(uriAllowList).find((entry) => matcherFor({ siteUrl, uriAllowList: [entry] })(candidate) !== undefined);
}

/** Entries of the list that are no globs and so allow nothing; the operator is warned. */
export function unreadableEntries(uriAllowList: readonly string[]): string[] {
  return entriesOf(uriAllowList).filter((entry) => compileGlob(entry) === undefined);
}

function matcherFor({ siteUrl, uriAllowList }: RedirectConfig): (candidate: string) => URL | undefined {
  const site = new URL(siteUrl);
  const globs = entriesOf(uriAllowList)
    .map(compileGlob)
    .filter((glob) => glob !== undefined);
  return (candidate) => {
    const url = readTarget(candidate);
    return url && (isOnSite(url, site) || isListed(url, globs)) ? url : undefined;
  };
}

const LONGEST = 4096;
/** A browser runs or shows these itself, with the rights of the page that it thinks sent them. */
const NEVER = /^(javascript|data|vbscript|file|blob|filesystem|about|view-source):$/;

/** Undefined for what no honest client sends: such spellings exist to be read one way here and another way elsewhere. */
function readTarget(candidate: string): URL | undefined {
  // Browsers drop or turn these silently. Of a host they accept letters of any script, and show a look-alike as if it were the site.
  if (candidate.length > LONGEST || /[\p{Cc}\\]|^\s|\s$/u.test(candidate)) return undefined;
  const url = URL.parse(candidate);
  if (url === null || NEVER.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  if (isWeb(url)) {
    const authority = /^https?:\/\/([^/?#]+)/i.exec(candidate)?.[1];
    if (authority === undefined || /[^\x21-\x7e]/.test(authority)) return undefined;
  }
  url.hash = "";
  // Letters outside of ASCII are written as up to nine characters, and all of them go into a header.
  if (url.href.length > LONGEST) return undefined;
  return url;
}

function isWeb(url: URL): boolean {
  return url.protocol === "http:" || url.protocol === "https:";
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The port matters on a real host, where another port may be another tenant. A developer's machine has many ports and several names. */
function isOnSite(url: URL, site: URL): boolean {
  if (!isWeb(site)) return url.protocol === site.protocol && url.host === site.host;
  if (!isWeb(url) || (site.protocol === "https:" && url.protocol === "http:")) return false;
  if (LOOPBACK.includes(site.hostname)) return LOOPBACK.includes(url.hostname);
  return url.hostname === site.hostname && url.port === site.port;
}

/** Encoded slashes and dots, which a server behind the list may decode once or twice to another path. */
const DISGUISED = /%(25)*(2e|2f|5c)/i;

function isListed(url: URL, globs: readonly Glob[]): boolean {
  if (DISGUISED.test(url.pathname)) return false;
  const spellings = [...spellingsOf(url), ...spellingsOf(withoutFlowId(url))];
  return globs.some((glob) => spellings.some((spelling) => glob(spelling)));
}

/** What newer clients add to each redirect_to, to know which of several tabs comes back. The list was written without it. */
function withoutFlowId(url: URL): URL {
  const plain = new URL(url);
  const pairs = url.search.slice(1).split("&");
  plain.search = pairs.filter((pair) => !/^sb_flow_id=[\w-]*$/.test(pair)).join("&");
  return plain;
}

/** Equivalent spellings of a URL: with and without its query, the slash after the host, and the default port. */
function spellingsOf(url: URL): string[] {
  const hosts = [url.host];
  if (isWeb(url) && url.port === "") hosts.push(`${url.host}:${url.protocol === "https:" ? 443 : 80}`);
  const rest = url.href.slice(url.href.indexOf(url.host, url.protocol.length) + url.host.length);
  const start = url.href.slice(0, url.href.length - rest.length - url.host.length);
  const rests = new Set([rest, rest.replace(/\?.*$/s, "")]);
  for (const each of [...rests]) if (/^\/(\?|$)/.test(each)) rests.add(each.slice(1));
  return hosts.flatMap((host) => [...rests].map((each) => start + host + each));
}

/** The list was split at its commas, and so were the braces in it: pieces of one entry are put together again. */
export function entriesOf(pieces: readonly string[]): string[] {
  const entries: string[] = [];
  for (let index = 0; index < pieces.length; index++) {
    let entry = pieces[index] as string;
    let end = index;
    while (openBraces(entry) > 0 && end + 1 < pieces.length) entry += `,${pieces[++end]}`;
    if (openBraces(entry) > 0) entries.push(pieces[index] as string);
    else {
      entries.push(entry);
      index = end;
    }
  }
  return entries;
}

function openBraces(text: string): number {
  const bare = text.replace(/\\./gs, "");
  return bare.split("{").length - bare.split("}").length;
}
