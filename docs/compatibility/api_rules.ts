// Rules for the REST API in patch and minor releases: nothing is removed, and existing behaviour stays.
import { checkJsonSchema, type JsonSchema } from "./json_schema_rules.ts";

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
  security?: readonly Record<string, readonly string[]>[];
  deprecated?: boolean;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
  deprecated?: boolean;
}

export interface ApiRules {
  /** Minor releases may remove what the last release deprecated. */
  deprecatedMayGo: boolean;
}

export function checkApi(before: ApiDocument, now: ApiDocument, { deprecatedMayGo }: ApiRules): string[] {
  const current = operationsOf(now);
  const offences = [...operationsOf(before)].flatMap(([name, operation]) => {
    const operationNow = current.get(name);
    if (operationNow) return checkOperation(name, operation, operationNow);
    return operation.deprecated && deprecatedMayGo ? [] : [`${name} is gone`];
  });
  return deprecatedMayGo ? offences.filter((line) => !line.endsWith("is gone (deprecated)")) : offences;
}

/** By method and path. Names of path parameters are ignored, because clients fill in values. */
function operationsOf({ paths }: ApiDocument): Map<string, Operation> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "{}")}`, operation] as const,
    ),
  );
  return new Map(all);
}

function checkOperation(name: string, before: Operation, now: Operation): string[] {
  return [
    ...checkParameters(name, before, now),
    ...checkBody(name, before, now),
    ...checkAnswers(name, before, now),
    ...schemesOf(before)
      .filter((scheme) => !schemesOf(now).includes(scheme))
      .map((scheme) => `${name} no longer lets in ${scheme === NOBODY ? "everybody" : `callers with ${scheme}`}`),
  ];
}

const NOBODY = "none";

function schemesOf({ security = [] }: Operation): string[] {
  return security.length === 0 ? [NOBODY] : security.flatMap((each) => Object.keys(each));
}

function checkParameters(name: string, before: Operation, now: Operation): string[] {
  const queryOf = ({ parameters = [] }: Operation) => parameters.filter((each) => each.in !== "path");
  const current = queryOf(now);
  const offences = queryOf(before).flatMap((old) => {
    const parameter = current.find((each) => each.name === old.name && each.in === old.in);
    const at = `${name} ?${old.name}`;
    if (!parameter) return [`${at}: is gone${old.deprecated || old.schema.deprecated ? " (deprecated)" : ""}`];
    return [
      ...(parameter.required && !old.required ? [`${at}: is required now`] : []),
      ...checkJsonSchema(at, "asked", old.schema, parameter.schema),
    ];
  });
  const added = current.filter((each) => each.required && !queryOf(before).some((old) => old.name === each.name));
  return [...offences, ...added.map((each) => `${name} ?${each.name}: is required now`)];
}

function checkBody(name: string, before: Operation, now: Operation): string[] {
  if (!now.requestBody) return before.requestBody ? [`${name} takes no body any more`] : [];
  if (!before.requestBody) return now.requestBody.required ? [`${name} needs a body now`] : [];
  return Object.entries(before.requestBody.content).flatMap(([type, { schema }]) => {
    const body = now.requestBody?.content[type];
    return body ? checkJsonSchema(`${name} body`, "asked", schema, body.schema) : [`${name} takes no ${type} any more`];
  });
}

function checkAnswers(name: string, before: Operation, now: Operation): string[] {
  return Object.entries(before.responses).flatMap(([status, { content = {} }]) => {
    // `default` covered all other statuses; a document that names them all does not need it.
    if (status === "default") return [];
    const response = now.responses[status];
    if (!response) return [`${name} no longer answers ${status}`];
    return Object.entries(content).flatMap(([type, { schema }]) => {
      const current = response.content?.[type];
      return current
        ? checkJsonSchema(`${name} answer`, "answered", schema, current.schema)
        : [`${name} no longer answers in ${type}`];
    });
  });
}
