// Test support: the types of the model, which holds one space as plain lists in memory.
import type { MonthRule } from "./months.ts";
import type { PlainFields } from "./plain_fields.ts";

export interface Account {
  id: number;
  name: string;
  archived: boolean;
  hidden: boolean;
  opening: number;
  createdAt: string;
  updatedAt: string;
}

export interface Card {
  id: number;
  name: string;
  /** Since which invoice they hold, oldest first; the first ones hold for all before, too. */
  days: { from: number; closing: number; due: number }[];
  limit: number;
  archived: boolean;
  /** The account that pays for it, unless that is the default one. */
  payer: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface Budget {
  id: number;
  categoryId: number;
  /** The first day of the month. */
  date: string;
  activityType: number;
  cents: number;
  carry: "none" | "surplus" | "both";
  cap: number | null;
  refill: boolean;
}

/** As the API shows it; the colour and such are the service's to choose. */
export interface Category {
  id: number;
  parent_id: number | null;
  kind: "expenses" | "earnings" | "none";
  default: boolean;
  archived: boolean;
  icon: string;
  updated_at: string;
  [other: string]: unknown;
}

/** Of a split row. */
export interface Part {
  categoryId: number;
  cents: number;
}

/** What rows and the contents of series have. */
export interface SplitContent {
  cents: number;
  categoryId: number;
  parts: Part[] | null;
}

/** What all rows of a series have in common, as far as nobody changed one of them alone. */
export interface Content extends PlainFields, SplitContent {
  /** A card's where it is bought on one: no account has the same. */
  accountId: number;
  description: string;
}

export interface Row extends Content {
  /** Of rows that no answer has shown yet it is learnt from the database. */
  id: number | undefined;
  date: string;
  paid: boolean;
  /** Of a purchase: whether it was paid before it went from an account to a card. Absent where it was made there. */
  paidBefore?: boolean;
  series: Series | undefined;
  occurrence: number | null;
  opposite: Row | undefined;
  /** Null on an account. */
  invoice: number | null;
  /** Whether the client named the invoice. */
  pinned: boolean;
  pays: { cardId: number; invoice: number } | undefined;
  /** The purchase that it gives back, which may be gone. */
  refundOf?: number | undefined;
  /** Of a leg of a transfer: the row that it was split from, which may be gone. */
  splitFrom?: number | undefined;
  /** Its receipts; absent where there are none. */
  files?: { id: string; at: string; bytes: number }[] | undefined;
  createdBy: number;
  createdAt: string;
  updatedAt: string;
}

export interface Series {
  id: number;
  kind: "fixed" | "installments";
  periodicity: string;
  total: number;
  /** What the rows that are still to be made are like. */
  content: Content;
  createdBy: number;
  anchor: { date: string; occurrence: number };
  /** The invoice of the occurrence at the anchor, if the client named one. */
  pin: number | null;
  last: number;
  ended: boolean;
}

/** A file of a bank that was uploaded, and what was decided of its lines. */
export interface File {
  id: number;
  state: "preview" | "applied" | "undone";
  targetId: number;
  /** Null on an account. */
  invoice: number | null;
  lines: DecidedLine[];
}

export interface DecidedLine {
  date: string;
  cents: number;
  description: string;
  /** It was after the day of the upload. */
  isPlanned: boolean;
  action: "new" | "skip" | "match";
  /** What it was said to be. */
  row: number | undefined;
  fields: { categoryId?: number; description?: string; tags?: string[] };
}

export interface Goal {
  id: number;
  name: string;
  target: number;
  date: string | null;
  refills: boolean;
  state: "active" | "paused" | "archived";
  startedOn: string;
  moves: Move[];
  createdAt: string;
  updatedAt: string;
}

/** What a goal reserves, releases, or a purchase takes from it. */
export interface Move {
  accountId: number;
  cents: number;
  date: string;
  rowId: number | undefined;
}

export interface Model {
  spaceId: number;
  accounts: Account[];
  defaultAccountId: number | undefined;
  cards: Card[];
  defaultCardId: number | undefined;
  budgets: Budget[];
  goals: Goal[];
  categories: Category[];
  /** Ids of the categories whose icon was chosen; the names of the others suggest it. */
  chosenIcons: number[];
  transfersCategoryId: number;
  paymentsCategoryId: number;
  rows: Row[];
  series: Series[];
  extendedThrough: string;
  months: MonthRule;
  /** The newest one. */
  file: File | undefined;
  /** What was deleted last, so that it can be asked for again. */
  gone: Record<"account" | "card" | "category" | "budget" | "row" | "goal", number>;
  today: string;
  now: string;
  /** The id of the user who is at it. */
  userId: number;
}
