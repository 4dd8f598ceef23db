// A table of a space as posts write it: facts of its columns, from which types, statements, the log, exports and undo are made. Rules are
// functions of the slices.
import { type Sql, trusted } from "../../kernel/sql/sql.ts";
import type { Kind, ValueOf } from "./kinds.ts";

export interface Column<Value = unknown> {
  kind: Kind<Value>;
  /** Clients set it, and nothing but its kind says to what; or this kind, where they may set less than is kept. */
  settable?: true | Kind<Value>;
  /** Answers have it, under the same name. */
  shown?: true;
  /** A series keeps it for its next rows, and a change of several rows brings it to all of them. */
  carried?: true;
  /** It stays as it was when the row was made. */
  immutable?: true;
  /** The table of the row that has to be there as long as this one. */
  refersTo?: string;
  /** The table of a row that it names without depending on it: that one may be gone. */
  mayReferTo?: string;
  /** The value of a row of which nothing is said. */
  absent?: Value;
  /** The release that brought the column. In files and logs of releases before it, it is absent; 0.2.0 had all others. */
  since?: string;
}

export interface Table {
  /** As entries of the log call a row. */
  entity: string;
  /** The table whose sequence gives its rows their ids; absent where these are made of something else. */
  ids?: string;
  /** What tells the rows of a space apart; their id unless given. Entries of the log name the first of it. */
  key?: readonly [string, ...string[]];
  /** Columns of which a space has each combination once. */
  unique?: readonly [string, ...string[]];
  /** How many a space may have. */
  most?: number;
  /** Nothing refers to its rows, so a post deletes them first: others may take their place. */
  isLeaf?: true;
  /** Most posts write one row of it. */
  isPostedSingly?: true;
  /** Why exports hold its rows and a restore leaves them out. */
  notRestored?: string;
  columns: Readonly<Record<string, Column>>;
}

/** Keeps the names and facts of a declaration as literal types. */
export const table = <const Of extends Table>(declared: Of): Of => declared;

/** A row as the database keeps it. */
export type Stored<Of extends Table> = { -readonly [Name in keyof Of["columns"]]: ValueOf<Of["columns"][Name]["kind"]> };

/** The columns that have a fact. */
export type ColumnsWith<Of extends Table, Fact extends keyof Column> = {
  [Name in keyof Of["columns"]]: Of["columns"][Name] extends Record<Fact, unknown> ? Name : never;
}[keyof Of["columns"]] &
  string;

/** What an answer has of a record, beside what is computed. */
export type VisibleColumns<Of extends Table> = Record<ColumnsWith<Of, "shown">, unknown> & Record<string, unknown>;

export function columnsWith<Of extends Table, Fact extends keyof Column>(of: Of, fact: Fact): ColumnsWith<Of, Fact>[] {
  const columns = Object.entries(of.columns) as [ColumnsWith<Of, Fact>, Column][];
  return columns.filter(([, column]) => fact in column).map(([name]) => name);
}

/** The values of the columns that may be left unsaid. */
export function absentValues<Of extends Table>(of: Of): Pick<Stored<Of>, ColumnsWith<Of, "absent">> {
  const values = columnsWith(of, "absent").map((name) => [name, of.columns[name]?.absent]);
  return Object.fromEntries(values) as Pick<Stored<Of>, ColumnsWith<Of, "absent">>;
}

/** What rows of files and logs have in the columns that came after them. */
export function laterValues({ columns }: Table): Readonly<Record<string, unknown>> {
  const later = Object.entries(columns).filter(([, { since }]) => since !== undefined);
  return Object.fromEntries(later.map(([name, { absent }]) => [name, absent]));
}

/** The select list of a `Stored`. */
export function selectList({ columns }: Table): Sql {
  const selected = Object.entries(columns).map(([name, { kind }]) => kind.select?.(name) ?? name);
  return trusted(selected.join(", "));
}
