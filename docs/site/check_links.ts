// Finds links that lead nowhere, within the pages before they are built. Addresses of other sites are not opened.
import { anchorsIn, linksIn } from "./markdown.ts";
import type { Site } from "./pages.ts";

export function brokenLinks({ pages, files }: Site): string[] {
  const anchors = new Map([...pages].map(([path, { text }]) => [path, anchorsIn(text)]));
  return [...pages.values()].flatMap((page) =>
    linksIn(page.text)
      .filter(({ target }) => !leads(target, page.path))
      .map(({ target }) => `${page.source ?? page.path}: ${target} leads nowhere`),
  );

  function leads(target: string, from: string): boolean {
    if (/^[a-z]+:/.test(target)) return true;
    const [path = "", anchor] = target.split("#");
    if (path.startsWith("/files/")) return files.has(path.slice("/files/".length));
    const page = path === "" ? from : path.replace(/^\//, "").replace(/\.md$/, "");
    const headings = anchors.get(page);
    return headings !== undefined && (anchor === undefined || headings.has(anchor));
  }
}
