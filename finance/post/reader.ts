// Where the decision of a write reads: its statements, the space's row before them, and ids for new rows.
import type { Db } from "../../kernel/sql/database.ts";
import type { Sql } from "../../kernel/sql/sql.ts";
import type { Numbered } from "../tables/tables.ts";
import { drawIds, findNextId } from "./queries.ts";
import type { StoredSpace } from "./stored_space.ts";

/** What is asked for at once travels together, behind the read of the space. */
export interface Reader extends Db {
  readonly space: Promise<StoredSpace>;
  /** The space with further columns, each with a comma before it. Asked for first, it saves a statement. */
  spaceWith<More extends object>(columns: Sql): Promise<StoredSpace & More>;
  /** Ids for new rows; the same ones when the write reads again. */
  ids(kind: Numbered, count: number): Promise<number[]>;
}

interface Source {
  db: Db;
  findSpace(more?: Sql): Promise<StoredSpace>;
}

/** The space's row is read before all else, so that whatever is read is at least as new as the version that the post names. */
export function openReader({ db, findSpace }: Source, ids: ReturnType<typeof openIds>): Reader {
  let space: Promise<StoredSpace> | undefined;
  const readSpace = (): Promise<StoredSpace> => {
    space ??= findSpace();
    return space;
  };
  const behindSpace =
    <Ask extends unknown[], Rows>(read: (...ask: Ask) => Rows) =>
    (...ask: Ask): Rows => {
      readSpace();
      return read(...ask);
    };
  return {
    many: behindSpace(db.many) as Db["many"],
    one: behindSpace(db.one) as Db["one"],
    maybeOne: behindSpace(db.maybeOne) as Db["maybeOne"],
    run: behindSpace(db.run),
    get space() {
      return readSpace();
    },
    spaceWith: <More extends object>(columns: Sql) => {
      const row = findSpace(columns) as Promise<StoredSpace & More>;
      space ??= row;
      return row;
    },
    ids: behindSpace((kind: Numbered, count: number) => ids(db, kind, count)),
  };
}

/** Ids that were drawn for one attempt serve the next. A dry run draws none, and is given those that might be drawn next. */
export function openIds({ isDryRun = false }: { isDryRun?: boolean } = {}) {
  const drawn = new Map<Numbered, number[]>();
  const draw = async (db: Db, kind: Numbered, count: number, last: number | undefined): Promise<number[]> => {
    if (!isDryRun) return drawIds(db, kind, count);
    const first = last === undefined ? await findNextId(db, kind) : last + 1;
    return Array.from({ length: count }, (_, index) => first + index);
  };
  return async (db: Db, kind: Numbered, count: number): Promise<number[]> => {
    const ids = drawn.get(kind) ?? [];
    const more = count > ids.length ? await draw(db, kind, count - ids.length, ids.at(-1)) : [];
    drawn.set(kind, [...ids, ...more]);
    return [...ids, ...more].slice(0, count);
  };
}
