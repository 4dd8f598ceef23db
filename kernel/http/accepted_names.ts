// Which names of query and body an endpoint knows, by its schemas, and which of a request it does not: those are misspelt, and ignored.
import type { TSchema } from "typebox";
import { nearestName } from "../config/nearest_name.ts";
import type { Endpoint } from "./endpoint.ts";

/** The keys of an object that are known, with what is known inside of each; undefined where anything may be inside. */
type Shape = ReadonlyMap<string, Shape | undefined>;

export interface AcceptedNames {
  query: Shape;
  /** Undefined where the body is no record. */
  body: Shape | undefined;
  /** Top-level names that answers show and no client sets: a record that is sent back as it was shown has them. */
  readOnly: ReadonlySet<string>;
}

export interface UnknownName {
  within: "query" | "body";
  path: readonly string[];
  /** The names that are known in its place. */
  candidates: readonly string[];
}

type Described = Pick<Endpoint<never, string, never>, "query" | "body" | "reply" | "readsFields" | "alsoReads" | "file">;

/** Handlers that read fields by themselves take those of the body from the query string as well. */
export function knownNames({ query, body, reply, readsFields, alsoReads = [], file }: Described): AcceptedNames {
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

/** Of an object, or of the items of a list. Of several forms that a value may have, the names of all. */
function shapeOf(schema: JsonSchema | undefined): Shape | undefined {
  if (schema === undefined || isOpen(schema)) return undefined;
  const { properties, items, anyOf } = schema;
  if (properties) return new Map(Object.entries(properties).map(([name, each]) => [name, shapeOf(each)]));
  if (items) return shapeOf(items);
  const forms = (anyOf ?? []).map(shapeOf).filter((form) => form !== undefined);
  const isAny = (anyOf ?? []).some((form) => isOpen(form as JsonSchema));
  return forms.length === 0 || isAny ? undefined : new Map(forms.flatMap((form) => [...form]));
}

/** At most `most` of them, each once. */
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

/** Of JSON or of a query string; files, streams and numbers as they were written are none. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const LONGEST_COMPARED = 64;
const SHORTEST_COMPARED = 3;

/** The known name that was probably meant: one that is spelt alike, or begins alike. */
export function nearestAccepted(name: string, candidates: readonly string[]): string | undefined {
  if (name.length < SHORTEST_COMPARED || name.length > LONGEST_COMPARED) return undefined;
  const lower = name.toLowerCase();
  const beginsAlike = (each: string) => each.startsWith(lower) || (each.length >= SHORTEST_COMPARED && lower.startsWith(each));
  return nearestName(name, candidates) ?? candidates.find(beginsAlike);
}
