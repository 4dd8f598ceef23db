// The OpenAPI 3.1 document of a service, from its endpoint values: TypeBox schemas are JSON Schema.
import type { TSchema } from "typebox";
import { asDocumented, orNull } from "./documented_only.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { describeAnswers, type RefusalInfo } from "./openapi_answers.ts";

export interface ApiInfo extends RefusalInfo {
  title: string;
  version: string;
  description: string;
  /** Base URLs; each has all paths. */
  urls: readonly string[];
  securitySchemes: Record<string, object>;
  /** Accepted security schemes, by access word; none for public endpoints. */
  schemesOf: Record<string, readonly string[]>;
  /** Request headers that the endpoint reads, except `Authorization`. */
  requestHeaders(endpoint: AnyEndpoint): Readonly<Record<string, TSchema>>;
}

export function describeApi(endpoints: readonly AnyEndpoint[], info: ApiInfo): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint, info) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: info.urls.map((url) => ({ url })),
    paths,
    components: { securitySchemes: info.securitySchemes, schemas: info.refusalSchemas },
  };
}

function describeEndpoint(endpoint: AnyEndpoint, info: ApiInfo): Record<string, unknown> {
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1]],
    security: (info.schemesOf[endpoint.access] ?? []).map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...parameters("path", endpoint.params),
      ...parameters("query", endpoint.query),
      ...Object.entries(info.requestHeaders(endpoint)).map(([name, schema]) => parameter("header", name, false, schema)),
    ],
    ...(endpoint.body && { requestBody: describeBody(endpoint, endpoint.body) }),
    ...(endpoint.streamsBody && { requestBody: { required: true, content: describeStream(endpoint, endpoint.streamsBody) } }),
    responses: describeAnswers(endpoint, info),
  };
}

function describeStream({ streamsFiles }: AnyEndpoint, schema: TSchema): object {
  const documented = asDocumented(schema);
  if (!streamsFiles) return { "application/json": { schema: documented } };
  const plain = streamsFiles.map((type) => [type, { schema: documented }]);
  const form = { type: "object", required: ["file"], properties: { file: { type: "array", items: documented } } };
  return { ...Object.fromEntries(plain), "multipart/form-data": { schema: form } };
}

/** `GET /admin/users/:id` becomes `get_admin_users_id`. It must be stable, because generated clients use it as a method name. */
function operationId({ method, path }: AnyEndpoint): string {
  return [method.toLowerCase(), ...path.split(/[^\w]+/).filter(Boolean)].join("_");
}

function parameters(within: "path" | "query", schema: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = asDocumented(schema ?? {}) as Properties;
  return Object.entries(properties).map(([name, property]) => parameter(within, name, required.includes(name), property));
}

interface Properties {
  properties?: Record<string, TSchema>;
  required?: string[];
}

function parameter(within: "path" | "query" | "header", name: string, required: boolean, schema: TSchema): object {
  return {
    name,
    in: within,
    required,
    schema: asDocumented(schema),
    ...("description" in schema && { description: schema.description }),
  };
}

/** Handlers that read fields themselves treat no body as one without fields. */
function describeBody({ method, form, file, readsFields }: AnyEndpoint, schema: TSchema): object {
  const documented = asDocumented(schema) as TSchema;
  const { required = [], anyOf = [] } = documented as Properties & { anyOf?: Properties[] };
  const wantsNothing = required.length === 0 && !(anyOf.length > 0 && anyOf.every((way) => way.required));
  const mayBeMissing = method === "DELETE" || ((readsFields || form) && wantsNothing);
  return {
    required: !mayBeMissing,
    content: {
      [form ? "application/x-www-form-urlencoded" : "application/json"]: { schema: form ? documented : withNulls(documented) },
      ...(form === "or JSON" && { "application/json": { schema: withNulls(documented) } }),
      ...(file && {
        "multipart/form-data": {
          schema: { type: "object", properties: { file: { type: "string", format: "binary" } }, additionalProperties: true },
        },
        "application/octet-stream": { schema: { type: "string", format: "binary" } },
      }),
    },
  };
}

/** Typed clients send every field of a record, with null for those without a value. */
function withNulls(schema: TSchema): TSchema {
  const { properties = {}, required = [] } = schema as Properties;
  const changed = Object.entries(properties).map(([name, each]) => [name, required.includes(name) ? each : orNull(each)]);
  return { ...schema, properties: Object.fromEntries(changed) };
}
