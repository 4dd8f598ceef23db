// What a row refers to. A row cannot come back while something of it is missing, and cannot go while something else needs it.
import { categoriesOf } from "../rows/parts.ts";
import { REFERENCES, TABLE_NAMES, type TableName } from "../tables/tables.ts";
import type { Row } from "./net.ts";

export interface Reference {
  table: TableName;
  id: number;
}

export function referencesOf(table: TableName, row: Row): Reference[] {
  const columns = REFERENCES[table].flatMap(({ column, target }) => {
    const id = row[column];
    return typeof id === "number" ? [{ table: target, id }] : [];
  });
  return [...columns, ...categoriesOf(row).map((id): Reference => ({ table: "categories", id }))];
}

/** The columns through which rows of other tables refer to this one. */
export function columnsReferringTo(target: TableName): { table: TableName; column: string }[] {
  return TABLE_NAMES.flatMap((table) =>
    REFERENCES[table].filter((each) => each.target === target).map(({ column }) => ({ table, column })),
  );
}
