// Brings the rows of a file into a space that has none: they are staged as they are read, posted at once, and the books are checked before it
// counts. Nothing is written where anything is wrong.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { isWrongData } from "../../kernel/sql/sqlstate.ts";
import { addMonths, isDay } from "../calendar/day.ts";
import type { Problem } from "../fields/problems.ts";
import { type KeyedRequest, keptAnswer } from "../idempotency/kept.ts";
import { checkBooks } from "../integrity/check_space.ts";
import { INVARIANTS } from "../integrity/disagreement.ts";
import type { Act } from "../post/act.ts";
import { keyColumns, postOf } from "../post/attempt.ts";
import { type Change, type PostedPart, partOf, type Rows } from "../post/change.ts";
import { deleteStagedPost, drawIds, lockSpaceRow, makePost, stagePart } from "../post/queries.ts";
import { SPACE_COLUMNS, type StoredSpace, type TableName, type Tables } from "../post/tables.ts";
import { MOST_OF_TABLES, NOT_RESTORED, type Row, readRow } from "./columns.ts";
import { FILE_FORMAT, FILE_VERSION, TABLE_NAMES } from "./json_file.ts";
import { type Member, NotJson, readMembers } from "./json_members.ts";
import { renamed } from "./names.ts";
import { allowLongStatements, isEmptySpace, listStarters } from "./queries_restore.ts";
import { openRenumbering } from "./renumber.ts";

/** What is wrong with a file or with where it should go. */
export class Unrestorable extends Error {
  readonly field: string;
  readonly problem: Problem;

  constructor(field: string, problem: Problem) {
    super(problem.kind);
    this.field = field;
    this.problem = problem;
  }
}

const MOST_ROWS = 500_000;
export const MOST_MEGABYTES = 512;
const ROWS_A_PART = 1_000;
const IDS_AT_ONCE = 1_000;
/** A space that has rested for longer than this would get too many rows of its fixed series at once. */
const MOST_MONTHS_BEHIND = 120;

export type Counts = Partial<Record<TableName, number>>;

export interface Restoring {
  db: Database;
  act: Act & { caller: { spaceId: number } };
  today: string;
}

export interface Staged {
  counts: Counts;
  /** Posts what is staged, in a transaction that keeps others out. */
  post(tx: Db, keyed: KeyedRequest | undefined): Promise<{ version: number; restored: Counts }>;
  forget(): Promise<void>;
}

/** Reads the file and stages its rows. */
export async function stageFile({ db, act, today }: Restoring, chunks: AsyncIterable<string>): Promise<Staged> {
  const post = postOf(act);
  const counts: Counts = {};
  const numbers = openRenumbering((kind) => drawIds(db, kind, IDS_AT_ONCE));
  const staged = { parts: 0, entries: 0, rows: 0, turnover: 0 };
  const head: Row = {};
  /** Rows that wait for what they refer to, or for enough others. */
  let waiting: [TableName, Row][] = [];
  const legs = new Map<number, Row>();
  let table: TableName | undefined;

  async function stage(rows: [TableName, Row][]): Promise<void> {
    if (rows.length === 0) return;
    const after = Object.fromEntries(
      [...Map.groupBy(rows, ([name]) => name)].map(([name, some]) => [name, some.map(([, row]) => row)]),
    ) as Rows;
    const { turnover_cents: turnover = 0, ...part } = partOf(NO_SPACE, { before: {}, after }, staged.entries) as PostedPart;
    await stagePart(db, post.act, staged.parts++, part);
    staged.entries += part.entries?.length ?? 0;
    staged.turnover += turnover;
  }

  /** Categories may come before the one above them; all of a table are known before any is staged, unless there are many. */
  async function flush(): Promise<void> {
    const rows = waiting;
    waiting = [];
    for (const [name, row] of rows) {
      const column = numbers.refer(name, row);
      if (column !== undefined) throw new Unrestorable(name, { kind: "fileRow", values: { row: String(row.id), column } });
    }
    demandTwoLevels(rows);
    await stage(rows);
  }

  async function takeRow({ name, value }: Member): Promise<void> {
    const next = TABLE_NAMES.find((each) => each === name);
    if (next === undefined) throw new Unrestorable("base", { kind: "fileNotOurs" });
    if (next in NOT_RESTORED) return;
    if (next !== table) {
      if (table !== undefined && TABLE_NAMES.indexOf(next) < TABLE_NAMES.indexOf(table))
        throw new Unrestorable("base", { kind: "fileNotOurs" });
      await flush();
      table = next;
    }
    counts[next] = (counts[next] ?? 0) + 1;
    const wrong = (column: string) => new Unrestorable(next, { kind: "fileRow", values: { row: counts[next] ?? 0, column } });
    if (++staged.rows > MOST_ROWS) throw tooLarge();
    const given = readRow(next, value);
    if (typeof given === "string") throw wrong(given);
    const most = MOST_OF_TABLES[next];
    if (most !== undefined && (counts[next] ?? 0) > most) throw new Unrestorable(next, { kind: "tooMany", values: { most } });
    const row = renamed(next, given, numbers.newId);
    if (!row) {
      counts[next] = (counts[next] ?? 0) - 1;
      return;
    }
    const oldId = row.id as number;
    if (!(await numbers.enter(next, row))) throw wrong("id");
    if (next === "transactions" && row.oposite_transaction_id !== null) {
      // The legs of a transfer refer to each other, so they are written together.
      const other = legs.get(row.oposite_transaction_id as number);
      if (!other) return void legs.set(oldId, row);
      legs.delete(row.oposite_transaction_id as number);
      waiting.push([next, other]);
    }
    waiting.push([next, row]);
    if (next !== "categories" && waiting.length >= ROWS_A_PART) await flush();
  }

  const forget = () => deleteStagedPost(db, post.act);
  try {
    for await (const member of readMembers(chunks)) {
      if (member.isItem) await takeRow(member);
      else head[member.name] = member.value;
    }
    await flush();
    if (head.format !== FILE_FORMAT || head.format_version !== FILE_VERSION || legs.size > 0)
      throw new Unrestorable("base", { kind: "fileNotOurs" });
  } catch (error) {
    await forget();
    throw asProblem(error);
  }

  return {
    counts,
    forget,
    post: async (tx, keyed) => {
      const { spaceId } = act.caller;
      await allowLongStatements(tx);
      const space = await lockSpaceRow(tx, spaceId);
      if (!(await isEmptySpace(tx, spaceId))) throw new Unrestorable("base", { kind: "spaceNotEmpty" });
      const change: Change = { before: await listStarters(tx, spaceId), after: {}, space: spaceAfter(head.space, today) };
      const reply = { version: space.version + 1, restored: counts };
      const answer = keyed && { answer: { ...keptAnswer(keyed, reply), ...keyColumns(keyed) } };
      const last = partOf(space, change, staged.entries) as PostedPart;
      const whole = { ...last, ...answer, staged: staged.parts, turnover_cents: staged.turnover + (last.turnover_cents ?? 0) };
      try {
        if (!(await makePost(tx, { ...post.act, version: space.version, change: whole })))
          throw new Error("the space was locked");
        const wrong = [...new Set((await checkBooks(tx, spaceId)).map(({ invariant }) => INVARIANTS[invariant]))];
        if (wrong.length > 0) throw new Unrestorable("base", { kind: "fileInconsistent", values: { why: wrong.join("; ") } });
      } catch (error) {
        throw asProblem(error);
      }
      return reply;
    },
  };

  /** What is the default there is the default here. */
  function spaceAfter(value: unknown, now: string): NonNullable<Change["space"]> {
    const given = (typeof value === "object" && value !== null ? value : {}) as Row;
    const { extended_through: extended } = given;
    if (!isDay(extended) || extended < addMonths(now, -MOST_MONTHS_BEHIND)) throw wrongSpace("extended_through");
    const pointers = SPACE_COLUMNS.filter((column) => column.endsWith("_id")).map((column) => {
      const target = column.endsWith("category_id")
        ? "categories"
        : column === "default_account_id"
          ? "accounts"
          : "credit_cards";
      const id = given[column] === null ? null : numbers.newId(target, given[column]);
      if (id === undefined || (id === null && target === "categories")) throw wrongSpace(column);
      return [column, id];
    });
    return { ...Object.fromEntries(pointers), extended_through: extended } as NonNullable<Change["space"]>;
  }
}

const wrongSpace = (column: string) => new Unrestorable("space", { kind: "fileRow", values: { row: 1, column } });

export const tooLarge = () =>
  new Unrestorable("base", { kind: "fileTooLarge", values: { most: MOST_ROWS, megabytes: MOST_MEGABYTES } });

/** Nothing of it changes with the rows. */
const NO_SPACE = {} as StoredSpace;

/** A category below another has none below it. */
function demandTwoLevels(rows: readonly [TableName, Row][]): void {
  const categories = rows.flatMap(([name, row]) => (name === "categories" ? [row as unknown as Tables["categories"]] : []));
  const below = new Set(categories.filter(({ parent_id: parent }) => parent !== null).map(({ id }) => id));
  const wrong = categories.findIndex(({ parent_id: parent }) => parent !== null && below.has(parent));
  if (wrong >= 0) throw new Unrestorable("categories", { kind: "fileRow", values: { row: wrong + 1, column: "parent_id" } });
}

/** What the database refuses is wrong with the file: it has passed all that we check. */
function asProblem(error: unknown): unknown {
  if (error instanceof NotJson) return new Unrestorable("base", { kind: "fileNotOurs" });
  if (!isWrongData(error)) return error;
  return new Unrestorable("base", { kind: "fileInconsistent", values: { why: constraintOf(error) } });
}

function constraintOf(error: unknown): string {
  const name = (error as { constraint_name?: unknown }).constraint_name;
  return typeof name === "string" ? name : "values";
}
