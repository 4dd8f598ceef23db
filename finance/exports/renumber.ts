// Rows of a file get ids of their own, and what refers to them goes along.
import { checkKey } from "../invoices/check_key.ts";
import type { StoredParts } from "../tables/parts.ts";
import { LOOSE_REFERENCES, type Numbered, REFERENCES, TABLES, type TableName } from "../tables/tables.ts";
import type { Row } from "./columns.ts";

export interface Renumbering {
  /** Gives the row its id. False where there was a row of that table with the same one. */
  enter(table: TableName, row: Row): boolean;
  /** Puts new ids in place of the old ones; the name of a column that refers to nothing where there is one. Wants what it refers to entered. */
  refer(table: TableName, row: Row): string | undefined;
  newId: NewId;
}

/** Undefined where no row had that one. */
export type NewId = (table: TableName, oldId: unknown) => number | undefined;

/** Ids for rows that are only tried: no sequence has them, so they are no row's, and trying costs nobody an id. */
export function openTrialIds(): { next(kind: Numbered): number; counts: ReadonlyMap<Numbered, number> } {
  const counts = new Map<Numbered, number>();
  return {
    counts,
    next: (kind) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return -count;
    },
  };
}

/** `nextId`: one more. */
export function openRenumbering(nextId: (kind: Numbered) => number): Renumbering {
  const newIds = new Map<TableName, Map<number, number>>();
  const idsOf = (table: TableName) => {
    const ids = newIds.get(table) ?? new Map<number, number>();
    newIds.set(table, ids);
    return ids;
  };
  return {
    enter: (table, row) => {
      const kind = TABLES[table].ids as Numbered | undefined;
      if (kind === undefined) return true;
      const ids = idsOf(table);
      if (ids.has(row.id as number)) return false;
      const id = nextId(kind);
      ids.set(row.id as number, id);
      row.id = id;
      return true;
    },
    refer: (table, row) => {
      for (const { column, target } of REFERENCES[table]) {
        if (row[column] === null) continue;
        const id = idsOf(target).get(row[column] as number);
        if (id === undefined) return column;
        row[column] = id;
      }
      // Rows that are gone by now are in no file.
      for (const { column, target } of LOOSE_REFERENCES[table])
        row[column] = (row[column] !== null && idsOf(target).get(row[column] as number)) || null;
      if (row.parts) {
        const parts = (row.parts as StoredParts).map((part) => ({
          ...part,
          category_id: idsOf("categories").get(part.category_id),
        }));
        if (parts.some(({ category_id: id }) => id === undefined)) return "parts";
        row.parts = parts;
      }
      if (table === "invoice_checks") {
        row.id = checkKey(row.credit_card_id as number, row.invoice as number).id;
        // Rows that are gone by now are in no file.
        const ticked = (row.transaction_ids as number[]).map((id) => idsOf("transactions").get(id));
        row.transaction_ids = ticked.filter((id) => id !== undefined).sort((one, other) => one - other);
      }
      return undefined;
    },
    newId: (table, oldId) => idsOf(table).get(oldId as number),
  };
}
