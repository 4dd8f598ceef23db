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

/** Of commands that speak to a server elsewhere. */
const OF_COMMANDS = ["COFRE_API_KEY", "COFRE_AUTH_URL", "COFRE_EMAIL", "COFRE_TOKEN", "COFRE_CA"];

/** One table describes those of every provider. */
const OF_PROVIDERS = /^AUTHSVC_EXTERNAL_[A-Z]+_(ENABLED|CLIENT_ID|SECRET|URL)$/;

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
  for (const name of OF_COMMANDS) names.add(name);
  assert.deepEqual(
    missing(
      /\b((?:AUTHSVC|GOTRUE|FINANCE|WEB|COFRE)_[A-Z0-9_]+)\b(?!\.\.\.|_|<)/g,
      (name) => names.has(name) || OF_PROVIDERS.test(name),
    ),
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

test("the board and the alert rules name only metrics that the services have", () => {
  const sources = ["kernel/telemetry/instruments.ts", "auth/outbox/start_outbox.ts", "finance/integrity/gauges.ts"].flatMap(
    textsBelow,
  );
  const metrics = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/"((?:cofre|http|process|nodejs)\.[a-z0-9_.]+)"/g)].map(([, name = ""]) => name.replaceAll(".", "_")),
    ),
  );
  const named = ["alerts.yaml", "grafana_board.json"].flatMap((name) => {
    const text = readFileSync(join(ROOT, "deploy/monitoring", name), "utf8");
    return [...text.matchAll(/\b((?:cofre|http_server|process|nodejs)_[a-z0-9_]+)/g)].map(([, metric = ""]) => metric);
  });
  assert.ok(named.length > 15);
  assert.deepEqual(
    [...new Set(named)].filter((name) => !metrics.has(name.replace(/_(count|sum|bucket|total)$/, ""))),
    [],
  );
});

function textsBelow(path: string): string[] {
  return [readFileSync(join(ROOT, path), "utf8")];
}

function missing(pattern: RegExp, isThere: (name: string) => boolean): string[] {
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(pattern)].filter(([, name = ""]) => !isThere(name)).map(([, name]) => `${file}: ${name}`),
  );
}
