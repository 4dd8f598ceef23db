// The record that a refusal shows before anything was stored.
import type { TObject } from "typebox";
import type { Table } from "./table.ts";

/** As `reply` describes it: values as they are absent, `computed` ones as given, and null in the others. */
export function emptyRecord(
  reply: TObject,
  { columns }: Table,
  computed: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const names = Object.keys(reply.properties).filter((name) => reply.required?.includes(name));
  return Object.fromEntries(names.map((name) => [name, computed[name] ?? columns[name]?.absent ?? null]));
}
