// The rows of a file as they are read: judged, numbered anew, and staged once what they refer to is known.
import type { StoredAttachments } from "../tables/attachments.ts";
import { LOOSE_REFERENCES, TABLE_NAMES, TABLES, type TableName } from "../tables/tables.ts";
import { type Row, readRow } from "./columns.ts";
import type { Member } from "./json_members.ts";
import { renamed } from "./names.ts";
import type { Renumbering } from "./renumber.ts";
import { openRowRules } from "./row_rules.ts";
import type { Staging } from "./staging.ts";
import { MOST_ROWS, notOurs, tooLarge, Unrestorable, wrongRow } from "./unrestorable.ts";

export type Counts = Partial<Record<TableName, number>>;

export interface FileRows {
  /** How many rows there were of which table. */
  counts: Counts;
  take(row: Member): Promise<void>;
  /** When there are no more. */
  end(): Promise<void>;
}

/** A row as it is staged, and which one of its table it is in the file. */
interface FileRow {
  table: TableName;
  row: Row;
  number: number;
}

const ROWS_A_PART = 1_000;

interface Owner {
  /** Who restores them and is their author from here on. Those of the file are of another space. */
  userId: number | null;
  /** Transactions keep these alone of their files, if it is given. */
  storedFiles: ReadonlySet<string> | undefined;
}

export function openFileRows(numbers: Renumbering, staging: Staging, { userId, storedFiles }: Owner): FileRows {
  const counts: Counts = {};
  let rows = 0;
  let table: TableName | undefined;
  /** They wait for what they refer to, or for enough others. */
  let waiting: FileRow[] = [];
  /** Rows that name one which has not come yet, and may never. */
  const early: FileRow[] = [];
  const legs = openLegs();
  const rules = openRowRules();

  /** Categories may come before the one above them; all of a table are known before any is staged, unless there are many. */
  async function flush(): Promise<void> {
    const some = waiting;
    waiting = [];
    for (const { table: name, row, number } of some) {
      const column = numbers.refer(name, row) ?? rules.wrongColumn(name, row);
      if (column !== undefined) throw wrongRow(name, number, column);
    }
    await staging.add(some.map((each) => [each.table, each.row]));
  }

  async function enterTable(next: TableName): Promise<void> {
    if (next === table) return;
    if (table !== undefined && TABLE_NAMES.indexOf(next) < TABLE_NAMES.indexOf(table)) throw notOurs();
    await endTable();
    table = next;
  }

  /** Now all that its rows may name is known, or is in no file. */
  async function endTable(): Promise<void> {
    await flush();
    while (early.length > 0) {
      waiting = early.splice(0, ROWS_A_PART);
      await flush();
    }
  }

  const namesLater = ({ table: name, row }: FileRow) =>
    LOOSE_REFERENCES[name].some(({ column, target }) => row[column] !== null && numbers.newId(target, row[column]) === undefined);

  /** The row with its new id, and the one that it had; undefined where it is one that the space has already. */
  function readMember(name: TableName, value: unknown): (FileRow & { oldId: number }) | undefined {
    const number = (counts[name] ?? 0) + 1;
    const reading = readRow(name, value);
    if (typeof reading === "string") throw wrongRow(name, number, reading);
    throwIfTooMany(name, number);
    if ("created_by_id" in reading) reading.created_by_id = userId;
    if (storedFiles && reading.attachments) reading.attachments = storedAlone(reading.attachments, storedFiles);
    const row = renamed(name, reading, numbers.newId);
    if (!row) return;
    const oldId = row.id as number;
    if (!numbers.enter(name, row)) throw wrongRow(name, number, "id");
    rules.enter(name, row);
    counts[name] = number;
    return { table: name, row, number, oldId };
  }

  return {
    counts,
    take: async ({ name, value }) => {
      const next = TABLE_NAMES.find((each) => each === name);
      if (next === undefined) throw notOurs();
      if (TABLES[next].notRestored !== undefined) return;
      await enterTable(next);
      if (++rows > MOST_ROWS) throw tooLarge();
      const read = readMember(next, value);
      const together = read ? legs.together(read, read.oldId) : [];
      (together.some(namesLater) ? early : waiting).push(...together);
      if (next !== "categories" && waiting.length >= ROWS_A_PART) await flush();
    },
    end: async () => {
      await endTable();
      if (legs.areMissing()) throw notOurs();
    },
  };
}

function storedAlone(attachments: unknown, storedFiles: ReadonlySet<string>): StoredAttachments | null {
  const left = (attachments as StoredAttachments).filter(({ id }) => storedFiles.has(id));
  return left.length === 0 ? null : left;
}

function throwIfTooMany(name: TableName, number: number): void {
  const { most } = TABLES[name];
  if (most !== undefined && number > most) throw new Unrestorable(name, { kind: "tooMany", values: { most } });
}

/** The legs of a transfer refer to each other, so they are written together. */
function openLegs() {
  const single = new Map<number, FileRow>();
  return {
    together: (read: FileRow, oldId: number): FileRow[] => {
      if (read.table !== "transactions" || read.row.oposite_transaction_id === null) return [read];
      const otherId = read.row.oposite_transaction_id as number;
      const other = single.get(otherId);
      if (!other) {
        single.set(oldId, read);
        return [];
      }
      single.delete(otherId);
      return [other, read];
    },
    areMissing: () => single.size > 0,
  };
}
