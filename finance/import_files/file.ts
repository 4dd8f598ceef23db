// What a reader makes of a file: statements with their lines, and what could not be read. Money is whole cents, negative leaves;
// days are YYYY-MM-DD as the bank wrote them, without zones.
import type { LineKind } from "./meaning/kinds.ts";
import type { Part } from "./meaning/parts.ts";
import type { Reason } from "./reasons.ts";
import type { ColumnQuestion, Columns } from "./tables/columns.ts";
import type { TargetKind } from "./target_kind.ts";

export type Format =
  | "ofx"
  | "csv"
  | "xlsx"
  | "xls"
  | "html"
  | "spreadsheetml"
  | "qif"
  | "camt053"
  /** Several files in an archive. */
  | "zip"
  | "unknown";

export interface ReadOptions {
  /** A hint for the account and the invoice, never for the format. */
  fileName?: string;
  /** What comes after it is planned; it also gives a year to days without one. */
  today: string;
  /** What the caller says of a table's columns; without it a known layout or a guess is used. */
  columns?: Columns;
  /** What was said of the columns of other files, by the keys of their headers. */
  layouts?: Readonly<Record<string, Columns>>;
}

export interface ReadFile {
  format: Format;
  /** The bank's or the program's layout, such as `nubank_card`; null where there is none or it was not recognised. */
  layout: string | null;
  /** Raised when the same bytes would be read otherwise. */
  readerVersion: number;
  statements: Statement[];
  problems: Problem[];
  /** Why nothing at all was read. There are no statements then. */
  refusal: Reason | null;
  /** A table of unknown layout: what a person has to say. The statements hold the reader's own guess, where it has one. */
  needs: ColumnQuestion | null;
  /** A table that was read by what a person says of its columns, now or before. */
  chosen?: ChosenColumns;
}

export interface ChosenColumns {
  headerKey: string | null;
  header: string[];
  columns: Columns;
  isRemembered: boolean;
}

/** A line that is no transaction though it should be. `line` is null for what is so of the whole file. */
export interface Problem {
  line: number | null;
  reason: Reason;
  raw: string;
}

export interface Statement {
  /** Null: the file does not say. */
  place: TargetKind | null;
  account: AccountHint;
  currency: string;
  period: { start: string; end: string } | null;
  /** The invoice that a card's file is, as far as its name says: its month, and its due day. */
  invoice: { month: string; due: string | null } | null;
  /** One FITID stands for the purchase: its parts and its IOF share it. */
  fitidNamesPurchase: boolean;
  /** Each part of a purchase has the day of the purchase, not that of its own charge. */
  repeatsPurchaseDay: boolean;
  balances: Balance[];
  lines: Line[];
}

/** What the file says about whose statement it is, to propose one of the user's accounts. */
export interface AccountHint {
  bank: string | null;
  branch: string | null;
  number: string | null;
  name: string | null;
}

/** What the bank says was there, before or after the lines of a day. */
export interface Balance {
  line: number;
  day: string | null;
  when: "before" | "after";
  cents: number;
  text: string;
}

export interface Line {
  /** Of the text, or the row of the sheet, from 1. Where a format does not keep to lines, several may share one. */
  line: number;
  raw: string;
  day: string;
  amountCents: number;
  /** The file does not say whether the money came or went: a person must. */
  isSenseUnsure: boolean;
  /** The file does not show whether the amount is in thousands or has three decimals: a person must say. */
  isAmountUnsure: boolean;
  description: string;
  kind: LineKind;
  /** Not paid yet: after the statement's end or after today, or the file says so. */
  isPlanned: boolean;
  part: Part | null;
  /** May prove that two lines are the same, never that they differ. */
  fitid: string | null;
  document: string | null;
  /** The end-to-end id of a Pix, equal on both of its sides. */
  transferKey: string | null;
  /** The running balance after this line. */
  balanceCents: number | null;
  foreign: Foreign | null;
  /** In the bank's own words. */
  category: string | null;
  /** Last digits or holder, where one statement has several cards. */
  card: string | null;
  /** The other account's name, in files of programs that know transfers. */
  transferAccount: string | null;
  notes: string | null;
  tags: string[];
  /** Two or more that sum to the amount, or none. */
  splits: Split[];
}

export interface Foreign {
  currency: string;
  /** In the currency's hundredths, signed as the line; null where only the rate is known. */
  cents: number | null;
  /** Decimal text with a dot. */
  rate: string | null;
}

export interface Split {
  amountCents: number;
  category: string | null;
  description: string | null;
}
