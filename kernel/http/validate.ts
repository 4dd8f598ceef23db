// Validates input against a schema.
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { findUnstorable, UNSTORABLE } from "./json.ts";
import { fromText } from "./url_values.ts";

/** Query strings and paths are text, so digits are converted to numbers; bodies are not converted. */
export function validator(schema: TSchema, httpPart: string | undefined) {
  return (input: unknown) => {
    const compiled = compiledOnce(schema);
    const value = httpPart === "body" ? input : fromText(schema, input);
    if (compiled.Check(value)) {
      const path = httpPart === "body" ? findUnstorable(value) : undefined;
      return path === undefined ? { value } : { error: new InvalidInput(path, UNSTORABLE) };
    }
    const [problem] = compiled.Errors(value);
    return { error: new InvalidInput(problem?.instancePath.slice(1) ?? "", problem?.message ?? "is not valid") };
  };
}

const compiledSchemas = new WeakMap<TSchema, ReturnType<typeof Compile>>();

/** Compiled on first use. URLs of the same endpoint share a schema. */
function compiledOnce(schema: TSchema): ReturnType<typeof Compile> {
  const existing = compiledSchemas.get(schema);
  if (existing) return existing;
  const compiled = Compile(schema);
  compiledSchemas.set(schema, compiled);
  return compiled;
}

export class InvalidInput extends Error {
  readonly field: string;

  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}

export function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}
