// Endpoints and routes.ts: every endpoint is listed once, in URL order, and its file is named after its URL.
import { basename } from "node:path/posix";
import { areaOf, type Files, isTest, isTestSupport } from "./files.ts";

interface EndpointText {
  name: string;
  method: string;
  path: string;
}

export function endpointsIn(text: string): EndpointText[] {
  const declarations = text.matchAll(/^export const (\w+) = (?:endpoint|writeEndpoint(?:<[^>]*>)?)\(\{([\s\S]*?)^\}\);/gm);
  return [...declarations].map(([, name = "", body = ""]) => {
    const word = (key: string) => body.match(new RegExp(`^  ${key}: "([^"]*)"`, "m"))?.[1] ?? "";
    return { name, method: word("method"), path: word("path") };
  });
}

/** `/admin/users/:id` is in admin_users.ts, and `/scim/v2/ResourceTypes` in scim_v2_resource_types.ts. */
function fileOf(url: string): string {
  const fixed = url.split("/").filter((part) => part !== "" && part !== "*" && !part.startsWith(":"));
  return `${fixed
    .join("_")
    .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gi, "_")
    .replace(/^_/, "")}.ts`;
}

export function routesOffences(files: Files, service: string): string[] {
  const routes = `${service}/routes.ts`;
  const list = (files.get(routes) ?? "").match(/^export const routes[^=]*= \[\n([\s\S]*?)^\];/m)?.[1] ?? "";
  const listed = [...list.matchAll(/^ {2}(\w+),(?: *\/\/ *(\S+) +(\S+))?/gm)].map(([, name, method, path]) => ({
    name,
    method,
    path,
  }));
  const byName = new Map<string, EndpointText>();
  const offences: string[] = [];
  for (const [path, text] of files) {
    if (areaOf(path) !== service || isTest(path) || isTestSupport(path)) continue;
    const endpoints = endpointsIn(text);
    if (endpoints.length < text.split(/(?<!function )\b(?:endpoint|writeEndpoint(?:<[^>]*>)?)\(\{/).length - 1)
      offences.push(`${path}: has an endpoint that is not exported as such`);
    for (const each of endpoints) {
      byName.set(each.name, each);
      if (basename(path) !== fileOf(each.path))
        offences.push(`${path}: ${each.path} belongs in a file named ${fileOf(each.path)}`);
      if (!listed.some(({ name }) => name === each.name)) offences.push(`${path}: ${each.name} is missing in ${routes}`);
    }
  }
  let before = "";
  for (const { name = "", method, path } of listed) {
    const endpoint = byName.get(name);
    if (!endpoint) offences.push(`${routes}: ${name} is no endpoint`);
    else if (method !== endpoint.method || path !== endpoint.path)
      offences.push(`${routes}: ${name} is ${endpoint.method} ${endpoint.path}`);
    // A slash sorts first, so that paths below a URL follow it.
    const order = (endpoint?.path ?? "").replaceAll("/", " ");
    if (endpoint && order < before) offences.push(`${routes}: ${endpoint.path} is not in URL order`);
    if (endpoint) before = order;
  }
  return offences;
}
