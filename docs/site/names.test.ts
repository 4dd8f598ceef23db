// Variables, endpoints and commands that the site's own pages name are there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { configDocument as authConfig } from "../../auth/config.ts";
import { routes as authRoutes } from "../../auth/routes.ts";
import { configDocument as startConfig } from "../../commands/config_document.ts";
import { configDocument as financeConfig } from "../../finance/config.ts";
import { routes as financeRoutes } from "../../finance/routes.ts";
import { namesOf } from "../../kernel/config/config.ts";
import { configDocument as webConfig } from "../../web/config.ts";
import { routes as webRoutes } from "../../web/routes.ts";
import { HELP } from "./errors/error_pages.ts";
import { PAGES_FOLDER } from "./navigation.ts";
import { ROOT } from "./pages.ts";

const texts = new Map<string, string>(
  readdirSync(join(ROOT, PAGES_FOLDER), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(join(ROOT, PAGES_FOLDER, name), "utf8")]),
);
texts.set("errors", JSON.stringify(HELP));

test("the site names only variables that exist", () => {
  const documents = [authConfig, financeConfig, webConfig, startConfig];
  const names = new Set(
    documents.flatMap(({ prefixes, sections }) =>
      sections.flatMap(({ table }) => Object.values(table).flatMap((entry) => namesOf(entry, prefixes))),
    ),
  );
  assert.deepEqual(
    missing(/\b((?:AUTHSVC|GOTRUE|FINANCE|WEB|COFRE)_[A-Z0-9_]+)\b(?!\.\.\.|_|<)/g, (name) => names.has(name)),
    [],
  );
});

test("the site names only endpoints that exist", () => {
  const shape = (path: string) => path.replace(/[:{][^/]*/g, "*");
  const all = [...authRoutes, ...financeRoutes, ...webRoutes].map(({ method, path }) => `${method} ${shape(path)}`);
  const endpoints = new Set([...all, "GET /openapi.json", "GET /docs"]);
  const isThere = (call: string) => endpoints.has(shape(call).replace(/\?.*/, "").replace(" /rest/v2", " "));
  assert.deepEqual(missing(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^\s`]*)`/g, isThere), []);
});

test("the site names only commands that exist", () => {
  const listed = readFileSync(join(ROOT, "docs/command_line.md"), "utf8").matchAll(/^### (.+)$/gm);
  const commands = new Set([...listed].map(([, name]) => name));
  const firsts = new Set([...commands].map((name) => name?.split(" ")[0]));
  const isThere = (words: string) => {
    const [first = "", second = ""] = words.trim().split(" ");
    return commands.has(`${first} ${second}`) || commands.has(first) || (firsts.has(first) && second === "");
  };
  assert.deepEqual(missing(/(?:`|^)cofre ([a-z-]+(?: [a-z-]+)?)/gm, isThere), []);
});

function missing(pattern: RegExp, isThere: (name: string) => boolean): string[] {
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(pattern)].filter(([, name = ""]) => !isThere(name)).map(([, name]) => `${file}: ${name}`),
  );
}
