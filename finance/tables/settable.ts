// The fields of a record that clients set and that need no rule, generated from the declaration of its table.
import { type TOptional, type TSchema, Type } from "typebox";
import type { Submitted } from "../fields/record.ts";
import { type FieldInputs, invalid, orElse, type WithProblems } from "../fields/with_problems.ts";
import type { Kind } from "./kinds.ts";
import { type Column, type ColumnsWith, columnsWith, type Stored, type Table } from "./table.ts";

/** Of a new record, or as they are stored. */
export type Settable<Of extends Table> = Pick<Stored<Of>, ColumnsWith<Of, "settable">>;

/** What is undefined stays as it is. */
export type SettableEdit<Of extends Table> = { [Name in keyof Settable<Of>]?: Settable<Of>[Name] | undefined };

export interface SettableFields<Of extends Table> {
  /** For the document of the API: each may be left out. */
  schemas: { [Name in keyof Settable<Of>]: TOptional<TSchema> };
  /** Of a new record: what has no value when it is left out may not be left out. */
  newSchemas: { [Name in keyof Settable<Of>]: TSchema };
  /** Null empties these. */
  nullable: readonly string[];
  /** Each by itself, so that a request can name others between them. */
  read(record: Submitted): FieldInputs<SettableEdit<Of>>;
  /** What is not said is `otherwise`, as the record stood before, else absent as the declaration has it, else blank. */
  readComplete(record: Submitted, otherwise?: SettableEdit<Of>): FieldInputs<Settable<Of>>;
  /** As they are after the edit. */
  edit(edit: SettableEdit<Of>, before: Settable<Of>): Settable<Of>;
}

export function settableFields<Of extends Table>(of: Of): SettableFields<Of> {
  const fields = columnsWith(of, "settable").map((name) => fieldOf(name, of.columns[name] as Column));
  const byName = <Value>(make: (field: Field) => Value) => {
    const values: Record<string, Value> = {};
    for (const field of fields) values[field.name] = make(field);
    return values as never;
  };
  return {
    schemas: byName(({ schema }) => Type.Optional(schema)),
    newSchemas: byName(({ schema, absent }) => (absent === undefined ? schema : Type.Optional(schema))),
    nullable: fields.filter(({ isNullable }) => isNullable).map(({ name }) => name),
    read: (record) => byName(({ read }) => read(record)),
    readComplete: (record, otherwise: Readonly<Record<string, unknown>> = {}) =>
      byName(({ name, absent, read }) => {
        const input = orElse(read(record), otherwise[name] ?? absent);
        const isMissing = input.value === undefined && input.problems.length === 0;
        return isMissing ? invalid(name, { kind: "blank" }) : input;
      }),
    edit: (edit: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>>) =>
      byName(({ name }) => (edit[name] === undefined ? before[name] : edit[name])),
  };
}

interface Field {
  name: string;
  schema: TSchema;
  isNullable: boolean;
  absent: unknown;
  read(record: Submitted): WithProblems<unknown>;
}

function fieldOf(name: string, { kind, settable, absent }: Column): Field {
  const { schema, read }: Kind<unknown> = typeof settable === "object" ? settable : kind;
  if (!read) throw new Error(`${name} is settable, and its kind cannot be read`);
  return { name, schema, isNullable: kind.isValid(null), absent, read: (record) => read(record, name) };
}
