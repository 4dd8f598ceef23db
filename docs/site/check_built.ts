// Finds addresses in the built pages that lead to no file or anchor, whatever would be loaded from another site, and pages whose
// scripts do not run.
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";

const ADDRESS = /<(\w+)\b[^>]*?\s(href|src)="([^"]*)"/g;

export function brokenAddresses(folder: string, base: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const texts = new Map(
    files.filter((path) => path.endsWith(".html")).map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
  const anchors = new Map(
    [...texts].map(([path, text]) => [path, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id))]),
  );
  const published = new Set(files);
  return [...texts].flatMap(([path, text]) => [
    ...scriptProblems(text).map((problem) => `${path}: ${problem}`),
    ...[...text.matchAll(ADDRESS)].flatMap(([, tag = "", , address = ""]) => {
      const problem = problemOf(tag, address.replaceAll("&amp;", "&"), path);
      return problem === undefined ? [] : [`${path}: ${address} ${problem}`];
    }),
  ]);

  function problemOf(tag: string, address: string, from: string): string | undefined {
    if (/^[a-z]+:/.test(address)) return tag === "a" || address.startsWith("data:") ? undefined : "is loaded from elsewhere";
    const [path = "", anchor] = address.split("#");
    const below = path.startsWith("/") ? path.slice(base.length) : posix.join(posix.dirname(from), path);
    if (path.startsWith("/") && !path.startsWith(base)) return "is outside of the site";
    const file =
      path === ""
        ? from
        : [below, `${below}index.html`, `${below}.html`, `${below}/index.html`].find((each) => published.has(each));
    if (file === undefined) return "leads nowhere";
    if (!anchor || anchors.get(file)?.has(decodeURIComponent(anchor)) !== false) return undefined;
    return "names no heading";
  }
}

/** Search, menus and outline are made by one program. The policy of web forbids scripts within a page. */
export function scriptProblems(page: string): string[] {
  const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  const sources = scripts.map(([, attributes = ""]) =>
    [...attributes.matchAll(/\ssrc="([^"]*)"/g)].map(([, source = ""]) => source),
  );
  return [
    ...(sources.flat().some((source) => /\/assets\/app\.[^/]+\.js$/.test(source))
      ? []
      : ["does not load the program of the site"]),
    ...(sources.some(({ length }) => length !== 1) || scripts.some(([, , text]) => text !== "")
      ? ["has a script that is no file"]
      : []),
  ];
}
