// Test support: an exported file without what is drawn anew, so that two can be compared.
import type { StoredParts } from "../tables/parts.ts";
import { LOOSE_REFERENCES, REFERENCES, TABLE_NAMES, TABLES, type TableName } from "../tables/tables.ts";
import { renamed } from "./names.ts";

export type ExportedRow = { id: number } & Record<string, unknown>;
export type ExportedFile = { space: Record<string, unknown>; version: number; exported_at: string } & Record<
  TableName,
  ExportedRow[]
>;

/** Ids become the position of their row, which a restore keeps. */
export function withoutIds(file: ExportedFile): object {
  const names = TABLE_NAMES.filter((name) => TABLES[name].notRestored === undefined);
  const positions = new Map(names.map((name) => [name, new Map(file[name].map(({ id }, index) => [id, index]))]));
  const at = (table: TableName, id: unknown) => (id === null ? null : positions.get(table)?.get(id as number));
  const rows = names.map((name) => [
    name,
    file[name].map((row) => ({
      ...renamed(name, row, (table, id) => at(table, id) ?? undefined),
      id: undefined,
      // Who restores a file is the author of its rows.
      created_by_id: undefined,
      ...Object.fromEntries(REFERENCES[name].map(({ column, target }) => [column, at(target, row[column])])),
      ...Object.fromEntries(LOOSE_REFERENCES[name].map(({ column, target }) => [column, at(target, row[column]) ?? null])),
      ...(row.parts
        ? { parts: (row.parts as StoredParts).map((part) => ({ ...part, category_id: at("categories", part.category_id) })) }
        : {}),
      ...(name === "invoice_checks" && {
        transaction_ids: (row.transaction_ids as number[]).map((each) => at("transactions", each)),
      }),
    })),
  ]);
  const { space } = file;
  const pointers = Object.entries(space).map(([name, value]) => {
    const target = name.endsWith("category_id") ? "categories" : name === "default_account_id" ? "accounts" : "credit_cards";
    return [name, name.endsWith("_id") ? at(target, value) : value];
  });
  return { space: Object.fromEntries(pointers), ...Object.fromEntries(rows) };
}
