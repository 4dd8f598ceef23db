// Rules that the OpenAPI document shows and the handler enforces with its own messages. The validator ignores them.
import { type TSchema, type TUnsafe, Type } from "typebox";

/** Keywords of JSON Schema. */
export type Rules = Readonly<Record<string, unknown>>;

const RULES = "documentedOnly";

export function documentedOnly<Schema extends TSchema>(schema: Schema, rules: Rules): Schema {
  const descriptors = Object.getOwnPropertyDescriptors(schema);
  // TypeBox stores a schema's type in properties that a spread would drop.
  return Object.defineProperties({}, { ...descriptors, [RULES]: { value: rules, enumerable: true } }) as Schema;
}

/** A free-form object is sent unchanged. */
export const FreeForm: TUnsafe<Readonly<Record<string, unknown>>> = Type.Unsafe({ type: "object", additionalProperties: true });

/** The schema for the document: with the rules of handlers, as plain data. */
export function asDocumented(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value !== "object" || value === null || !(RULES in value)) return value;
    const { [RULES]: rules, ...rest } = value;
    return { ...rest, ...rules };
  });
}

export function orNull(schema: TSchema): TSchema {
  const { anyOf, type, enum: choices } = schema as { anyOf?: object[]; type?: string | string[]; enum?: unknown[] };
  if (anyOf)
    return { ...schema, anyOf: [...anyOf.filter((each) => !("type" in each && each.type === "null")), { type: "null" }] };
  if (type === undefined) return schema;
  return {
    ...schema,
    type: [...new Set([type, "null"].flat())],
    ...(choices && { enum: [...new Set([...choices, null])] }),
  } as TSchema;
}
