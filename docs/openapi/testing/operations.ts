// The operations of an API document, with every reference resolved.

/** The subset of JSON Schema that our documents use. */
export interface JsonSchema {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  not?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface PromisedAnswer {
  headers?: Readonly<Record<string, object>>;
  content?: Readonly<Record<string, { schema: JsonSchema }>>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: JsonSchema;
}

export interface Operation {
  /** `PUT /accounts/{id}` */
  name: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  body: { required: boolean; mediaType: string; schema: JsonSchema } | undefined;
  answers: Readonly<Record<string, PromisedAnswer>>;
  isPublic: boolean;
}

interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface Described {
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, PromisedAnswer>;
  security: object[];
}

export function operationsOf(document: unknown): Operation[] {
  const { paths } = withoutReferences(document as OpenApi);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses, security }]): Operation => {
      const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body: mediaType && content && { required: requestBody?.required ?? false, mediaType, schema: content.schema },
        answers: responses,
        isPublic: security.length === 0,
      } as Operation;
    }),
  );
}

const REFERENCE = "#/components/schemas/";

/** Documents reference only the schemas of their components, and those reference nothing. */
function withoutReferences(document: OpenApi): OpenApi {
  const { schemas } = document.components;
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const name = typeof value?.$ref === "string" ? value.$ref.slice(REFERENCE.length) : undefined;
    return name === undefined ? value : schemas[name];
  }) as OpenApi;
}
