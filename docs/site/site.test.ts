import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scriptProblems } from "./check_built.ts";
import { brokenLinks } from "./check_links.ts";
import { anchorsIn, changeLinks, linksIn } from "./markdown.ts";
import { PAGES_FOLDER } from "./navigation.ts";
import { ROOT, readSite, type Site, type SitePage } from "./pages.ts";

const site = readSite();

test("every link of the site leads to a page, a heading or a file", () => {
  assert.deepEqual(brokenLinks(site), []);
});

test("the check of links finds those that lead nowhere", () => {
  const text = "# A\n\n[a](#a) [b](/b.md#b) [c](/files/x) [d](https://example.com) `[e](/e.md)` [f](/b.md) [g](#g)\n";
  const pages = new Map([pageOf("a", text), pageOf("b", "# C\n")]);
  const found = brokenLinks({ sections: [], pages, files: new Set() } satisfies Site);
  assert.deepEqual(
    found.map((line) => line.split(" ")[1]),
    ["/b.md#b", "/files/x", "#g"],
  );
});

test("every page of the site has a title, and is in a list of pages", () => {
  for (const { path, title } of site.pages.values()) assert.notEqual(title, "", path);
  const written = readdirSync(join(ROOT, PAGES_FOLDER), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  const listed = new Set([...site.pages.keys()]);
  assert.deepEqual(
    written.filter((name) => !listed.has(name.replace(/\.md$/, ""))),
    [],
  );
});

test("every page of docs is on the site", () => {
  const sources = new Set([...site.pages.values()].map(({ source }) => source));
  const generated = ["docs/auth_config.md", "docs/finance_config.md", "docs/web_config.md", "docs/start_config.md"];
  const pages = readdirSync(join(ROOT, "docs"), { encoding: "utf8" }).filter(
    (name) => name.endsWith(".md") && name !== "README.md",
  );
  const missing = pages.map((name) => `docs/${name}`).filter((path) => !sources.has(path) && !generated.includes(path));
  assert.deepEqual(missing, []);
});

test("the check of built pages finds those whose scripts do not run", () => {
  const app = '<script type="module" src="/docs/assets/app.Ab_1.js"></script>';
  const other = '<script type="module" src="/docs/assets/chunks/metadata.js"></script>';
  assert.deepEqual(scriptProblems(`${other}${app}`), []);
  const swallowed = '<script type="module" src="/docs/assets/chunks/metadata.js" src="/docs/assets/inline.1.js"></script>';
  assert.deepEqual(scriptProblems(swallowed), ["does not load the program of the site", "has a script that is no file"]);
  assert.deepEqual(scriptProblems(`${app}<script>go()</script>`), ["has a script that is no file"]);
});

test("links are read across lines, and not in code", () => {
  const text = "A [link\nover lines](x.md), `[no](y.md)`.\n\n```\n[no](z.md)\n```\n";
  assert.deepEqual(
    linksIn(text).map(({ target }) => target),
    ["x.md"],
  );
  assert.match(
    changeLinks(text, ({ text }) => `<${text}>`),
    /^A <link\nover lines>, `\[no\]/,
  );
  assert.deepEqual([...anchorsIn("# A b\n\n## `GET /x/{id}`\n\n## A b\n\n```\n# no\n```\n")], ["a-b", "get-xid", "a-b-1"]);
});

function pageOf(path: string, text: string): [string, SitePage] {
  return [path, { path, title: path, source: path, text }];
}
