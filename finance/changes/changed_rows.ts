// The rows that an undo changes, each as it is now and as it will be, by table and key.
import { keyOf, keyText, TABLES, type TableName, type Tables } from "../tables/tables.ts";
import type { Undone } from "./inverse.ts";
import type { Net, Row } from "./net.ts";

export interface ChangedRow<Name extends TableName> {
  net: Net;
  /** Undefined where it is not there. */
  current: Tables[Name] | undefined;
  restored: Tables[Name] | undefined;
}

export interface ChangedRows {
  all(): Undone[];
  of<Name extends TableName>(table: Name): ChangedRow<Name>[];
  find<Name extends TableName>(table: Name, key: string | number): ChangedRow<Name> | undefined;
  has(table: TableName, key: string | number): boolean;
  /** Also of rows that the undone post has not written. */
  set<Name extends TableName>(table: Name, current: Tables[Name] | undefined, restored: Tables[Name] | undefined): void;
  /** The row stays as it is. */
  drop(table: TableName, key: string | number): void;
}

export function openChangedRows(undone: readonly Undone[]): ChangedRows {
  const nameOf = (table: TableName, key: string | number) => `${table} ${key}`;
  const rows = new Map(undone.map((each) => [nameOf(each.net.table, each.net.key), each]));
  const typed = <Name extends TableName>(each: Undone) => each as unknown as ChangedRow<Name>;
  return {
    all: () => [...rows.values()],
    of: <Name extends TableName>(table: Name) =>
      [...rows.values()].filter(({ net }) => net.table === table).map((each) => typed<Name>(each)),
    find: (table, key) => {
      const row = rows.get(nameOf(table, key));
      return row && typed(row);
    },
    has: (table, key) => rows.has(nameOf(table, key)),
    set: (table, current, restored) => {
      const row = (current ?? restored) as Tables[TableName];
      const name = nameOf(table, keyText(table, row));
      const net = rows.get(name)?.net ?? netOfRow(table, row as unknown as Row, current !== undefined);
      rows.set(name, { net, current: current as Row | undefined, restored: restored as Row | undefined });
    },
    drop: (table, key) => void rows.delete(nameOf(table, key)),
  };
}

function netOfRow(table: TableName, row: Row, wasThere: boolean): Net {
  const about = { table, key: keyText(table, row), entity: TABLES[table].entity, entityId: row[keyOf(table)[0]] as number };
  return { ...about, before: {}, after: {}, wasThere, isThere: true };
}
