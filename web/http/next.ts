// Where somebody goes after a form: a path of ours, whatever else was asked for.

const BASE = "http://here.invalid";

/** `/` where the text is no path of ours: browsers read `//host` and `/\host` as another site. */
export function safeNext(text: string | undefined): string {
  if (!text || text.length > 2000 || !text.startsWith("/") || /^\/[/\\]|[\p{Cc}\\]/u.test(text)) return "/";
  const url = URL.parse(text, BASE);
  return url?.origin === BASE ? url.pathname.replace(/^\/{2,}/, "/") + url.search + url.hash : "/";
}

/** A URL with these parameters, without those that say nothing. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(parameters).filter(
    (pair): pair is [string, string] => !!pair[1] && !(pair[0] === "next" && pair[1] === "/"),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}
