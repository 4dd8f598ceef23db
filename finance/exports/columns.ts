// What each column of a file may hold, so that what is restored could have been written through the API. What columns and rows mean to each
// other is for row_rules.ts, and for the check of the books that follows.
import { isActions, isConditions } from "../import_rules/rule_fields.ts";
import { isLayout } from "../imports/layouts.ts";
import { COLUMNS, completed, TABLES, type TableName } from "../tables/tables.ts";

export type Row = Record<string, unknown>;

/** What columns of JSON hold. */
const JSON_COLUMNS: Readonly<Record<string, (value: unknown) => boolean>> = {
  "import_rules conditions": isConditions,
  "import_rules actions": isActions,
  "import_layouts columns": isLayout,
};

/** The columns of a row and nothing else, or the name of one that is wrong. What an older file lacks is as it is for whoever says nothing of it. */
export function readRow(table: TableName, value: unknown): Row | string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "id";
  const completedRow = completed(table, value as Row);
  const row: Row = {};
  for (const column of COLUMNS[table]) {
    const { kind } = TABLES[table].columns[column]!;
    if (!Object.hasOwn(completedRow, column)) return column;
    row[column] = completedRow[column];
    const isRight = kind.isValid(row[column]) && (JSON_COLUMNS[`${table} ${column}`]?.(row[column]) ?? true);
    if (!isRight) return column;
  }
  return row;
}
