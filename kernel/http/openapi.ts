// The OpenAPI 3.1 document of a service, made from its endpoint values: TypeBox schemas are JSON Schema already.
import type { TSchema } from "typebox";
import type { Endpoint } from "./endpoint.ts";

export interface ApiInfo {
  title: string;
  version: string;
  description: string;
  /** Where the paths begin; where there are several places, each has all of them. */
  urls: readonly string[];
  /** OpenAPI security schemes by name. */
  securitySchemes: Record<string, object>;
  /** Which of the schemes let in, by access word; none for public endpoints. */
  schemesOf: Record<string, readonly string[]>;
  /** The body of an answer that is not a success. */
  error: TSchema;
}

type AnyEndpoint = Endpoint<never, string, never>;

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
    components: { securitySchemes: info.securitySchemes, schemas: { Error: info.error } },
  };
}

function describeEndpoint(endpoint: AnyEndpoint, info: ApiInfo): Record<string, unknown> {
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1]],
    security: (info.schemesOf[endpoint.access] ?? []).map((scheme) => ({ [scheme]: [] })),
    parameters: [...parameters("path", endpoint.params), ...parameters("query", endpoint.query)],
    ...(endpoint.body && { requestBody: { required: endpoint.method !== "DELETE", content: bodyOf(endpoint) } }),
    responses: {
      [endpoint.status ?? 200]: { description: "Success", content: json(endpoint.reply) },
      default: { description: "Anything else", content: json({ $ref: "#/components/schemas/Error" }) },
    },
  };
}

/** `GET /admin/users/:id` is `get_admin_users_id`: stable, because generated clients name their methods after it. */
function operationId({ method, path }: AnyEndpoint): string {
  return [method.toLowerCase(), ...path.split(/[^\w]+/).filter(Boolean)].join("_");
}

function parameters(place: "path" | "query", schema: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
    ...("description" in property && { description: property.description }),
  }));
}

function bodyOf({ form, body }: AnyEndpoint): object {
  return form ? { "application/x-www-form-urlencoded": { schema: body } } : json(body as TSchema);
}

function json(schema: object): object {
  return { "application/json": { schema } };
}
