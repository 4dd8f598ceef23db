// What a post did to each row in the end, from its entries in the log: a row may have several.
import { keyOf, keyText, TABLES, type TableName } from "../tables/tables.ts";
import type { LoggedEntry } from "./queries.ts";

export type Row = Readonly<Record<string, unknown>>;

export interface Net {
  table: TableName;
  key: string;
  entity: string;
  entityId: number;
  /** Of the columns that changed: as they were, and as they became. All columns where the row was new, or went. */
  before: Row;
  after: Row;
  wasThere: boolean;
  isThere: boolean;
}

const TABLE_OF = new Map(Object.entries(TABLES).map(([table, { entity }]) => [entity, table as TableName]));

/** Rows of the tables that posts write, in the order of their first entries; what else the log holds is left out. */
export function netOf(entries: readonly LoggedEntry[]): Net[] {
  const nets = new Map<string, Net>();
  for (const entry of entries) {
    const table = TABLE_OF.get(entry.entity);
    if (table === undefined) continue;
    const key = keyText(table, { [keyOf(table)[0]]: entry.entity_id, ...entry.before, ...entry.after });
    const net = nets.get(`${table} ${key}`);
    const { entity, entity_id: entityId } = entry;
    nets.set(`${table} ${key}`, {
      table,
      key,
      entity,
      entityId,
      before: { ...entry.before, ...net?.before },
      after: { ...net?.after, ...entry.after },
      wasThere: net ? net.wasThere : entry.action !== "create",
      isThere: entry.action !== "delete",
    });
  }
  return [...nets.values()];
}
