// The space as it is kept, as JSON: what POST /exports/restore takes. A row is a line, so that tools that go by lines can work with it.
import { Type } from "typebox";
import { TABLE_NAMES, type TableName } from "../tables/tables.ts";
import type { LedgerRequest } from "./ledger.ts";
import { readSpace, readTable } from "./queries.ts";
import type { Produce } from "./snapshot.ts";

export const FILE_FORMAT = "cofre";
/** Raised when a file of before could not be restored as it is. */
export const FILE_VERSION = 1;

const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()));

export const JsonFile = Type.Object({
  format: Type.String({ enum: [FILE_FORMAT] }),
  format_version: Type.Integer(),
  exported_at: Type.String({ format: "date-time" }),
  version: Type.Integer({ description: "Of the space, as GET /changes shows it" }),
  space: Type.Record(Type.String(), Type.Unknown(), { description: "Its time zone and what is its default" }),
  ...(Object.fromEntries(TABLE_NAMES.map((name) => [name, Rows])) as Record<TableName, typeof Rows>),
});

export function jsonFile({ spaceId, now }: LedgerRequest): Produce {
  return async function* (tx) {
    const { version, line } = await readSpace(tx, spaceId);
    const head = { format: FILE_FORMAT, format_version: FILE_VERSION, exported_at: now.toISOString(), version };
    yield `${JSON.stringify(head).slice(0, -1)},\n"space":${line}`;
    for (const table of TABLE_NAMES) {
      yield `,\n"${table}":[`;
      let separator = "\n";
      for await (const lines of readTable(tx, spaceId, table)) {
        yield separator + lines.join(",\n");
        separator = ",\n";
      }
      yield "]";
    }
    yield "}\n";
  };
}
