// Writes answers by their schemas.
import { build } from "fast-json-stringify";
import { asSerialized } from "./judged.ts";

type Serialize = (value: unknown) => string;

const compiled = new WeakMap<object, Serialize>();

/** Compiled when it is first used, and once for all URLs and services that have the schema: most of a start would be spent on it. */
export function serializer(schema: object): Serialize {
  return (value) => (compiled.get(schema) ?? compileSerializer(schema))(value);
}

export function compileSerializer(schema: object): Serialize {
  const serialize = build(asSerialized(schema)) as Serialize;
  compiled.set(schema, serialize);
  return serialize;
}
