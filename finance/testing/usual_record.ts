// A record of a table with something in every field that clients set, made from its declaration.
import type { TSchema } from "typebox";
import { columnsWith, type Table } from "../tables/table.ts";
import { TABLES } from "../tables/tables.ts";

export function tableAt(path: string): Table | undefined {
  return Object.entries(TABLES).find(([name]) => path === `/${name}`)?.[1];
}

/** `names`: the fields, all that are settable unless given. */
export function usualRecord(of: Table, names: readonly string[] = columnsWith(of, "settable")): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, exampleOf(schemaOf(of, name))]));
}

/** Settable fields that null empties. */
export function fieldsThatNullEmpties(of: Table): string[] {
  return columnsWith(of, "settable").filter((name) => of.columns[name]?.kind.isValid(null));
}

function schemaOf({ columns }: Table, name: string): TSchema {
  const { kind, settable } = columns[name] ?? {};
  const { schema } = (typeof settable === "object" ? settable : kind) ?? {};
  if (!schema) throw new Error(`${name} is not declared`);
  return schema;
}

interface JsonSchema {
  type?: string;
  format?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
}

function exampleOf(schema: JsonSchema): unknown {
  const { type, format, enum: choices, anyOf } = schema;
  if (anyOf) return exampleOf(anyOf[0] as JsonSchema);
  if (choices) return choices.at(-1);
  if (type === "integer") return 1_000;
  if (type === "boolean") return true;
  if (type === "array") return ["x"];
  return format === "date" ? "2026-01-05" : "x";
}
