// Which names of query and body an endpoint accepts by its schemas. Other names of a request are probably misspelt, and are
// ignored.
import type { TSchema } from "typebox";
import { nearestName } from "../config/nearest_name.ts";
import type { Endpoint } from "./endpoint.ts";

/** The accepted keys of an object, with those inside of each; undefined where anything is accepted. */
type Shape = ReadonlyMap<string, Shape | undefined>;

export interface AcceptedNames {
  query: Shape;
  /** Undefined where the body is no object. */
  body: Shape | undefined;
  /** Top-level names that answers contain and no client sets. Clients that send a record back include them. */
  readOnly: ReadonlySet<string>;
}

export interface UnknownName {
  within: "query" | "body";
  path: readonly string[];
  /** The accepted names at the same level. */
  candidates: readonly string[];
}

type Described = Pick<Endpoint<never, string, never>, "query" | "body" | "reply" | "readsFields" | "alsoReads" | "file">;

/** Handlers that read fields themselves also accept those of the body in the query string. */
export function acceptedNames({ query, body, reply, readsFields, alsoReads = [], file }: Described): AcceptedNames {
  const ofQuery = shapeOf(query) ?? NOTHING;
  const settable = new Map(body && shapeOf(body));
  for (const name of [...alsoReads, ...(file ? ["file"] : [])]) settable.set(name, undefined);
  const ofReply = [...(shapeOf(reply) ?? NOTHING).keys()].filter((name) => !settable.has(name) && !ofQuery.has(name));
  const ofBody = new Map([...ofReply.map((name): [string, undefined] => [name, undefined]), ...ofQuery, ...settable]);
  if (!body) return { query: ofQuery, body: undefined, readOnly: new Set() };
  return { query: readsFields ? ofBody : ofQuery, body: isOpen(body) ? undefined : ofBody, readOnly: new Set(ofReply) };
}

const NOTHING: Shape = new Map();

interface JsonSchema {
  properties?: Record<string, TSchema>;
  patternProperties?: object;
  additionalProperties?: unknown;
  items?: TSchema;
  anyOf?: TSchema[];
}

function isOpen({ patternProperties, additionalProperties }: JsonSchema): boolean {
  return patternProperties !== undefined || (additionalProperties !== undefined && additionalProperties !== false);
}

/** Keys of an object or of the items of a list. Alternatives are merged. */
function shapeOf(schema: JsonSchema | undefined): Shape | undefined {
  if (schema === undefined || isOpen(schema)) return undefined;
  const { properties, items, anyOf } = schema;
  if (properties) return new Map(Object.entries(properties).map(([name, each]) => [name, shapeOf(each)]));
  if (items) return shapeOf(items);
  const forms = (anyOf ?? []).map(shapeOf).filter((form) => form !== undefined);
  const isAny = (anyOf ?? []).some((form) => isOpen(form as JsonSchema));
  return forms.length === 0 || isAny ? undefined : new Map(forms.flatMap((form) => [...form]));
}

/** At most `most` names, each once. */
export function findUnknown(
  { query, body }: AcceptedNames,
  input: { query: unknown; body: unknown },
  most: number,
): UnknownName[] {
  const unknown = new Map<string, UnknownName>();
  const look = (value: unknown, shape: Shape, within: UnknownName["within"], above: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) look(item, shape, within, above);
    else if (isPlain(value))
      for (const [name, inside] of Object.entries(value)) {
        if (unknown.size >= most) return;
        const next = shape.get(name);
        if (next !== undefined) look(inside, next, within, [...above, name]);
        else if (!shape.has(name)) {
          const path = [...above, name];
          unknown.set(JSON.stringify([within, path]), { within, path, candidates: [...shape.keys()] });
        }
      }
  };
  look(input.query, query, "query", []);
  if (body) look(input.body, body, "body", []);
  return [...unknown.values()];
}

/** Of JSON or a query string, as opposed to files, streams and WrittenNumber. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const LONGEST_COMPARED = 64;
const SHORTEST_COMPARED = 3;

/** The accepted name that was probably meant: a similar spelling, or the same beginning. */
export function nearestAccepted(name: string, candidates: readonly string[]): string | undefined {
  if (name.length < SHORTEST_COMPARED || name.length > LONGEST_COMPARED) return undefined;
  const lower = name.toLowerCase();
  const beginsAlike = (each: string) => each.startsWith(lower) || (each.length >= SHORTEST_COMPARED && lower.startsWith(each));
  return nearestName(name, candidates) ?? candidates.find(beginsAlike);
}
