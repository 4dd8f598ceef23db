// Requests to an operation: those that its document allows, and those that break one of its rules.
import fc from "fast-check";
import type { JsonSchema, Operation, Parameter } from "./operations.ts";
import { allows, invalid, valid } from "./samples.ts";

export interface ApiRequest {
  method: string;
  /** Encoded, including the query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The broken rule, if any. */
  broken: string | undefined;
}

/** A request before it is encoded. */
interface Draft {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
}

/** Values for path parameters by name, so that many requests find something. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

export function validRequests(operation: Operation, known: KnownValues, count: number, seed: number): ApiRequest[] {
  return fc.sample(drafts(operation, known), { numRuns: count, seed }).map((draft) => write(operation, draft, undefined));
}

/** Each breaks another rule, as far as there are rules. */
export function brokenRequests(operation: Operation, known: KnownValues, count: number, seed: number): ApiRequest[] {
  const ways = shuffled(breaches(operation), seed).slice(0, count);
  const bases = fc.sample(drafts(operation, known), { numRuns: Math.max(ways.length, 1), seed: seed + 1 });
  return ways
    .map(([what, apply], at) => ({ what, draft: apply(bases[at] as Draft) }))
    .filter(({ draft }) => isBroken(operation, draft))
    .map(({ what, draft }) => write(operation, draft, what));
}

/** Some rules involve several fields, so a broken field may be valid beside others. */
function isBroken({ parameters, body }: Operation, draft: Draft): boolean {
  const inQuery = parameters.filter((each) => each.in === "query");
  if (inQuery.some(({ name, required }) => required && draft.query[name] === undefined)) return true;
  if (inQuery.some(({ name, schema }) => draft.query[name] !== undefined && !allowsWritten(schema, draft.query[name])))
    return true;
  if (!body) return false;
  return draft.body === undefined ? body.required : !allows(body.schema, draft.body);
}

function drafts({ parameters, body }: Operation, known: KnownValues): fc.Arbitrary<Draft> {
  // The same name may mean something else in a query.
  const knownOf = ({ name, schema }: Parameter) => (known[name] ?? []).filter((text) => allowsWritten(schema, text));
  const part = (where: Parameter["in"], sampleOf: (parameter: Parameter) => fc.Arbitrary<unknown>) => {
    const here = parameters.filter((each) => each.in === where);
    const requiredKeys = here.filter((each) => each.required).map(({ name }) => name) as never[];
    return fc.record(Object.fromEntries(here.map((each) => [each.name, sampleOf(each)])), { requiredKeys });
  };
  const schemaOf = ({ schema }: Parameter) => valid(schema);
  const bodies = body ? valid(body.schema) : fc.constant(undefined);
  return fc.record({
    path: part("path", ({ name, schema }) =>
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...(known[name] ?? ["1"])) }, valid(schema)),
    ),
    query: part("query", (parameter) =>
      knownOf(parameter).length > 0 ? fc.constantFrom(...knownOf(parameter)) : schemaOf(parameter),
    ),
    header: part("header", schemaOf),
    body: body && !body.required ? fc.option(bodies, { nil: undefined, freq: 4 }) : bodies,
  });
}

type Breach = [what: string, apply: (draft: Draft) => Draft];

function breaches({ parameters, body }: Operation): Breach[] {
  const ofQuery = parameters
    .filter((each) => each.in === "query")
    .flatMap(({ name, schema }) =>
      [undefined, ...invalid(schema).filter((value) => typeof value !== "object" && value !== "")].map(
        (value): Breach => [`?${name}=${value}`, (draft) => ({ ...draft, query: { ...draft.query, [name]: value } })],
      ),
    );
  return [...ofQuery, ...(body?.mediaType === "application/json" ? breachesOfBody(body.schema) : [])];
}

function breachesOfBody(schema: JsonSchema): Breach[] {
  const ofFields = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    [undefined, ...invalid(each)].map(
      (value): Breach => [
        `${name}: ${JSON.stringify(value)}`.slice(0, 80),
        (draft) => ({ ...draft, body: { ...(draft.body as object), [name]: value } }),
      ],
    ),
  );
  const whole = [undefined, null, [], "text", 1].map(
    (body): Breach => [`a body of ${JSON.stringify(body)}`, (draft) => ({ ...draft, body })],
  );
  return [...ofFields, ...whole];
}

/** In a URL, text counts as a number or boolean where the schema wants one. */
function allowsWritten(schema: JsonSchema, value: unknown): boolean {
  const written = String(value);
  const isFlag = ["true", "false", "1", "0"].includes(written);
  const readings = [value, written, ...(/^-?\d+(\.\d+)?$/.test(written) ? [Number(written)] : []), ...(isFlag ? [true] : [])];
  return readings.some((each) => allows(schema, each));
}

function write({ method, path, body }: Operation, draft: Draft, broken: string | undefined): ApiRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(draft.path[name])) || "0");
  const query = Object.entries(draft.query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
  const headers = Object.entries(draft.header).filter(([, value]) => /^[\x20-\x7e]*$/.test(String(value)));
  const isForm = body && body.mediaType !== "application/json";
  const text = draft.body === undefined ? undefined : isForm ? formOf(draft.body as object) : JSON.stringify(draft.body);
  return {
    method,
    path: query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`,
    headers: {
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(text !== undefined && body && { "content-type": body.mediaType }),
    },
    body: text,
    broken,
  };
}

function formOf(fields: object): string {
  return new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])).toString();
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  return fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { numRuns: 1, seed })[0] ?? [];
}
