// What the texts of a query string or a path stand for, by their schema: a whole number is written in digits, a flag as true, false, 1 or 0.
import type { TSchema } from "typebox";

interface Schema {
  type?: string;
  properties?: Readonly<Record<string, TSchema>>;
  items?: TSchema;
}

/** What is written in another way stays a text, which the schema then refuses. */
export function fromText(schema: TSchema, given: unknown): unknown {
  const { type, properties = {}, items } = schema as Schema;
  if (type === "object") return ofObject(properties, given);
  if (type === "array") return [given].flat().map((each) => (items ? fromText(items, each) : each));
  if (typeof given !== "string") return given;
  if (type === "integer") return /^-?\d+$/.test(given) ? Number(given) : given;
  if (type === "number") return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given;
  if (type === "boolean") return FLAGS.get(given.toLowerCase()) ?? given;
  return given;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function ofObject(properties: Readonly<Record<string, TSchema>>, given: unknown): unknown {
  if (typeof given !== "object" || given === null) return given;
  const read = Object.entries(given).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, schema ? fromText(schema, value) : value];
  });
  return Object.fromEntries(read);
}
