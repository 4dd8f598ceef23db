// Generates values that a schema allows.
import type { Random } from "../../harness/random.ts";

/** The subset of JSON Schema that endpoints use. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
}

/** A useful value for a field of this name; undefined if the schema is enough. */
export type Hint = (name: string, random: Random) => unknown;

export function sample(schema: JsonSchema, random: Random, hint: Hint, name = "", depth = 0): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const hinted = hint(name, random);
  if (hinted !== undefined) return hinted;
  if (schema.anyOf) return sample(random.pick(schema.anyOf), random, hint, name, depth);
  switch (schema.type) {
    case "object":
      return sampleObject(schema, random, hint, depth);
    case "array":
      return Array.from({ length: random.whole(0, 3) }, () => sample(schema.items ?? {}, random, hint, name, depth + 1));
    case "integer":
    case "number":
      return random.whole(schema.minimum ?? -1_000, Math.min(schema.maximum ?? 100_000, (schema.minimum ?? 0) + 100_000));
    case "boolean":
      return random.next() < 0.5;
    case "null":
      return null;
    case "string":
      return schema.format === "date" ? sampleDay(random) : `${random.text(random.whole(1, 12))} ${random.pick(WORDS)}`;
    default:
      return random.pick([1, "x", true, null]);
  }
}

/** Optional fields are mostly absent or mostly present, because some exclude each other and others belong together. */
function sampleObject({ properties = {}, required = [] }: JsonSchema, random: Random, hint: Hint, depth: number): object {
  const density = random.pick([0.15, 0.35, 0.7]);
  const isNamed = (name: string) => required.includes(name) || name === "name" || random.next() < density;
  const expected = Object.entries(properties).filter(([name]) => isNamed(name));
  if (expected.length === 0 && depth > 0) return { [random.text(3)]: random.text(4) };
  return Object.fromEntries(expected.map(([name, schema]) => [name, sample(schema, random, hint, name, depth + 1)]));
}

const WORDS = ["Mercado", "Salário", "Ação", "aluguel", "日本", "🏦", "O'Brien", "x"];

function sampleDay(random: Random): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${random.whole(2024, 2028)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;
}
