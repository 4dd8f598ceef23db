// How a known table is told by its header, and how its columns are read.
import type { Draft } from "../draft.ts";
import type { BareParts } from "../meaning/parts.ts";
import type { TargetKind } from "../target_kind.ts";
import type { Decimal } from "../text/amounts.ts";
import type { DayOrder } from "../text/days.ts";
import { headerName, type Row, type Table, textOf } from "./table.ts";

export type Role =
  | "day"
  | "description"
  | "detail"
  | "amount"
  | "credit"
  | "debit"
  | "letter"
  | "balance"
  | "fitid"
  | "document"
  | "category"
  | "subcategory"
  | "part"
  | "foreign"
  | "rate"
  | "card"
  | "status"
  | "account"
  | "notes"
  | "tags"
  | "splitAmount"
  /** Known and not needed. */
  | "ignored";

/** A name, or the names that mean the same. */
type Names = string | readonly string[];

export interface Layout {
  name: string;
  /** Null: the file does not say what its rows stand on. */
  place: TargetKind | null;
  bank?: string;
  /** `guess`: as the user's settings were. */
  days: DayOrder | "guess";
  /** Where no value shows it. */
  decimal: Decimal;
  /** A person said so, so that it counts for `1.234` too. */
  isDecimalStated?: boolean;
  /** `inverted`: a purchase is positive. */
  sign: "signed" | "inverted" | "two_columns" | "letter";
  columns: Partial<Record<Role, Names>>;
  /** These may be missing. A header with any other column is another layout. */
  optional?: Partial<Record<Role, Names>>;
  source?: Table["source"];
  bareParts?: BareParts;
  repeatsPurchaseDay?: boolean;
  /** An empty letter marks a balance. */
  balanceWithoutLetter?: boolean;
  /** A line without day and amount goes on with the text above. */
  continues?: boolean;
  /** A line between blocks that names the card of the next one, by its last digits. */
  cardLine?: RegExp;
  /** Where a second table begins that repeats what is above. */
  endsAt?: RegExp;
  /** What programs with splits do to their rows. */
  merge?: (drafts: TableDraft[], tableName: string | null) => TableDraft[];
}

export interface TableDraft extends Draft {
  /** The statement that the row is of. */
  account: string;
  splitAmountCents?: number | undefined;
}

/** Where each role stands in a row; several columns of one role are read as one text. */
export type Positions = Partial<Record<Role, number[]>>;

/** The positions of a layout's columns, if this row is its header. */
export function positionsIn(row: Row, layout: Layout): Positions | undefined {
  const names = row.cells.map((cell) => headerName(textOf(cell)));
  const positions: Positions = {};
  const used = new Set<number>();
  for (const [columns, isNeeded] of [[layout.columns, true] as const, [layout.optional ?? {}, false] as const]) {
    for (const [role, headerNames] of Object.entries(columns) as [Role, Names][]) {
      const headers = [headerNames].flat().map(headerName);
      const matching = names.flatMap((name, index) => (name !== "" && headers.includes(name) && !used.has(index) ? [index] : []));
      if (matching.length === 0 && isNeeded) return;
      // A name twice is two columns only where nothing is read from them.
      const indexes = role === "ignored" ? matching : matching.slice(0, 1);
      for (const index of indexes) used.add(index);
      if (indexes.length > 0) positions[role] = indexes;
    }
  }
  return names.every((name, index) => name === "" || used.has(index)) ? positions : undefined;
}
