// Pages of both APIs, from the endpoints: one for each first part of a path.
import { apiInfo as authInfo } from "../../../auth/main.ts";
import { routes as authRoutes } from "../../../auth/routes.ts";
import { routes as financeRoutes } from "../../../finance/routes.ts";
import { apiInfo as financeInfo } from "../../../finance/service/api_info.ts";
import type { AnyEndpoint } from "../../../kernel/http/endpoint.ts";
import { describeApi } from "../../../kernel/http/openapi.ts";
import type { PageEntry, PageGroup } from "../navigation.ts";
import { type Operation, renderOperation } from "./operation.ts";

interface ApiPage extends PageEntry {
  text: string;
}

export function apiPages(): { path: string; text: string }[] {
  return bothServices().flatMap(({ pages }) => pages);
}

export function apiGroups(): PageGroup[] {
  return bothServices().map(({ title, pages }) => ({ title, collapsed: true, pages }));
}

let services: { title: string; pages: ApiPage[] }[] | undefined;

function bothServices() {
  const auth = authInfo({ apiExternalUrl: "http://localhost:8081" });
  services ??= [
    { title: "API of auth", pages: pagesOf("auth", "", describeApi(authRoutes as unknown as AnyEndpoint[], auth)) },
    {
      title: "API of finance",
      pages: pagesOf("finance", "/rest/v2", describeApi(financeRoutes as unknown as AnyEndpoint[], financeInfo)),
    },
  ];
  return services;
}

function pagesOf(service: string, prefix: string, document: Record<string, unknown>): ApiPage[] {
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>);
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path: prefix + path, operation })),
  );
  const tags = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] || "root")].sort(([a], [b]) => (a < b ? -1 : 1));
  const pages = tags.map(([tag, each]) => {
    const title = tag === "root" ? `${service}: /` : `${service}: ${prefix}/${tag}`;
    const text = `# ${title}\n\n${each.map(({ method, path, operation }) => renderOperation(method, path, operation)).join("\n\n")}\n`;
    return entry(service, fileOf(tag), `/${tag === "root" ? "" : tag}`, `---\noutline: 2\n---\n\n${text}`);
  });
  return [entry(service, "index", "All endpoints", indexOf(service, prefix, tags)), ...pages];
}

function entry(service: string, name: string, label: string, text: string): ApiPage {
  return { path: `reference/api/${service}/${name}`, source: `reference/api/${service}/${name}`, label, text };
}

const fileOf = (tag: string) => tag.replace(/\W+/g, "_").replace(/^_/, "");

type Row = { method: string; path: string; operation: Operation };

function indexOf(service: string, prefix: string, tags: [string, Row[]][]): string {
  const lists = tags.map(([tag, rows]) => {
    const lines = rows.map(({ method, path, operation }) => `| ${method} | \`${path}\` | ${operation.summary} |`);
    return `## [${prefix}/${tag === "root" ? "" : tag}](/reference/api/${service}/${fileOf(tag)}.md)\n\n| method | path | what |\n|---|---|---|\n${lines.join("\n")}`;
  });
  const intro = `Made from the endpoints. A running service has the same at \`/docs\`, to read and try, and at \`/openapi.json\`, for programs.`;
  return `---\noutline: false\n---\n\n# API of ${service}\n\n${intro}\n\n${lists.join("\n\n")}\n`;
}
