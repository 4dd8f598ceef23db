// Values that a schema allows, and values that it rejects.
import fc from "fast-check";
import { Compile } from "typebox/schema";
import type { JsonSchema } from "./operations.ts";

const compiled = new WeakMap<object, (value: unknown) => boolean>();

export function allows(schema: JsonSchema, value: unknown): boolean {
  let check = compiled.get(schema);
  if (!check) {
    const validator = Compile(schema as object);
    check = (each) => validator.Check(each);
    compiled.set(schema, check);
  }
  return check(value);
}

/** Small numbers are frequent, because they are existing ids. */
export function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  return shaped(schema).filter((value) => allows(schema, value));
}

function shaped(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === undefined && schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => shaped(each)));
  const types = [schema.type ?? []].flat();
  const choices = types.map((type) => ({ weight: type === "null" ? 1 : 6, arbitrary: ofType(type, schema) }));
  return choices.length === 0 ? fc.jsonValue({ maxDepth: 1 }).filter(isStorable) : fc.oneof(...choices);
}

function ofType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return integer(schema);
    case "string":
      return text(schema);
    case "array":
      return fc.array(shaped(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case "object":
      return schema.properties
        ? record(schema)
        : fc.dictionary(KEY, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }).filter(isStorable);
    default:
      throw new Error(`no values of type ${type}`);
  }
}

const KEY = fc.stringMatching(/^[a-z_]{1,8}$/);

function integer({ minimum = 0, maximum = 2 ** 31 }: JsonSchema): fc.Arbitrary<number> {
  const near = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 9) });
  const far = fc.maxSafeInteger().map((each) => minimum + (Math.abs(each) % (maximum - minimum + 1)));
  return fc.oneof({ weight: 3, arbitrary: near }, far, fc.constantFrom(minimum, maximum));
}

const momentFrom = (first: string) =>
  fc.date({ min: new Date(first), max: new Date("2199-12-31"), noInvalidDate: true }).map((moment) => moment.toISOString());

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: momentFrom("1900-01-01").map((moment) => moment.slice(0, 10)),
  // Some fields require a future time, which no schema can express.
  "date-time": momentFrom("2100-01-01"),
  uuid: fc.uuid(),
};

function text({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  const made =
    format && FORMATS[format]
      ? FORMATS[format]
      : pattern
        ? fc.stringMatching(new RegExp(pattern, "u"))
        : fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 60) });
  return made.filter((each) => isStorable(each));
}

function record({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<object> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, shaped(each)]));
  return fc.record(fields, { requiredKeys: [...required] as never[] });
}

/** NUL and prototype names are rejected everywhere, which schemas do not say of every text. */
function isStorable(value: unknown): boolean {
  const written = JSON.stringify(value);
  return !written.includes("\\u0000") && !/__proto__|constructor|prototype/.test(written) && written.isWellFormed();
}

const ODD_VALUES: readonly unknown[] = [
  "no such word",
  "",
  " ",
  12.5,
  -1,
  0,
  1e12,
  true,
  null,
  [],
  ["x"],
  {},
  { x: 1 },
  "\u0007",
  "2026-02-30",
];

/** Values of other types, and values just beyond the limits. */
export function invalid(schema: JsonSchema): unknown[] {
  const { minimum = 0, maximum = 0, maxLength = 0 } = schema;
  const beyond = [minimum - 1, maximum + 1, "x".repeat(maxLength + 1)];
  return [...ODD_VALUES, ...beyond].filter((value) => !allows(schema, value));
}
