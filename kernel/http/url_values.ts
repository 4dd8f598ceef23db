// Converts texts of a query string or path by their schema: digits to integers; true, false, 1 or 0 to booleans.
import type { TSchema } from "typebox";

interface Schema {
  type?: string;
  properties?: Readonly<Record<string, TSchema>>;
  items?: TSchema;
}

/** Other texts stay as they are, and the schema rejects them. */
export function fromText(schema: TSchema, value: unknown): unknown {
  const { type, properties = {}, items } = schema as Schema;
  if (type === "object") return ofObject(properties, value);
  if (type === "array") return [value].flat().map((each) => (items ? fromText(items, each) : each));
  if (typeof value !== "string") return value;
  if (type === "integer") return /^-?\d+$/.test(value) ? Number(value) : value;
  if (type === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (type === "boolean") return FLAGS.get(value.toLowerCase()) ?? value;
  return value;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function ofObject(properties: Readonly<Record<string, TSchema>>, object: unknown): unknown {
  if (typeof object !== "object" || object === null) return object;
  const read = Object.entries(object).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, schema ? fromText(schema, value) : value];
  });
  return Object.fromEntries(read);
}
