// Test support: what happens to a space, as plain data that a generator makes and makes smaller. Numbers named after a record choose one
// of those that are there at that moment, or one that is not.
import type { PlainFields } from "./plain_fields.ts";
import type { Split } from "./splits.ts";

type Maybe<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

interface RowFields extends PlainFields {
  /** An account, or a card: answers show both there. */
  account: number;
  card: number;
  /** Named by how many months after that of the date it is due. */
  invoice: number;
  category: number;
  date: string;
  paid: boolean;
  kind: "income" | "expense";
}
interface ScopeFields {
  future: boolean;
  all: boolean;
}
type AccountFields = Maybe<{ opening: number; archived: boolean; becomesDefault: boolean; hidden: boolean }>;

type CardFields = Maybe<{ limit: number; archived: boolean; becomesDefault: boolean; payer: number }>;
type PaymentFields = Maybe<Pick<RowFields, "account" | "date" | "paid"> & PlainFields & { cents: number }>;

/** `row`: of those that stand on the place of the file. */
export type FileLine = { date: string; cents: number; action: "new" | "skip" | "match"; row: number } & Maybe<
  Pick<RowFields, "category" | "tags"> & { renames: boolean }
>;

/** Either may be left out. */
export type Period = readonly [start: string | undefined, end: string | undefined];

export type CarryFields = Maybe<{ carry: "none" | "surplus" | "both"; cap: number | null; refill: boolean }>;

export interface Operations {
  "create account": AccountFields;
  "change account": AccountFields & { account: number };
  "archive account": { account: number; archived: boolean };
  "delete account": { account: number } & Maybe<{ force: boolean }>;
  "read account": { account: number };
  "list accounts": object;
  "create card": CardFields & { closing: number; due: number };
  "change card": CardFields & { card: number } & Maybe<{ closing: number; due: number; since: string; force: boolean }>;
  "delete card": { card: number };
  "read card": { card: number };
  "list cards": object;
  "pay invoice": { card: number; invoice: number } & PaymentFields;
  "change payment": { row: number; elsewhere: boolean } & PaymentFields & Maybe<{ category: number }>;
  "delete payment": { row: number; elsewhere: boolean };
  "list payments": { card: number; invoice: number; asList: boolean };
  "read invoice": { card: number; invoice: number };
  "list invoices": { card: number; period: Period };
  "create budget": { category: number; cents: number } & Maybe<{ date: string; goal: boolean }> & CarryFields;
  "change budget": { budget: number } & Maybe<{ category: number; date: string; cents: number }> & CarryFields;
  /** Without a month all twelve. Null deletes them. */
  "change year": { category: number; year: number } & Maybe<{ month: number; cents: number | null; goal: boolean }> & CarryFields;
  "delete budget": { budget: number };
  "list budgets": { date: string; wholeYear: boolean } & Maybe<{ ofSpace: boolean }>;
  /** A start of 0 is refused. Owners alone may. */
  "change months": Maybe<{ start: number; weekend: "same" | "before" | "after" }>;
  /** The job that keeps their sums, which may be ended after some steps. */
  "build months": Maybe<{ steps: number }>;
  "create goal": { cents: number } & Maybe<{ date: string; refills: boolean }>;
  "change goal": { goal: number } & Maybe<{ date: string | null; cents: number; state: "active" | "paused" | "archived" }>;
  "delete goal": { goal: number };
  "list goals": object;
  reserve: { goal: number; cents: number } & Maybe<{ account: number }>;
  release: { goal: number; cents: number } & Maybe<{ account: number }>;
  "move earmark": { goal: number; cents: number; from: number; to: number };
  spend: { goal: number; row: number } & Maybe<{ account: number; cents: number }>;
  unspend: { goal: number; row: number };
  "create category": Maybe<{ kind: "expenses" | "earnings"; parent: number; icon: string | null }>;
  "change category": { category: number } & Maybe<{
    kind: "expenses" | "earnings";
    parent: number | null;
    archived: boolean;
    icon: string | null;
  }>;
  "delete category": { category: number } & Maybe<{ replacement: number }>;
  "list categories": object;
  "create transaction": { cents: number } & Maybe<
    RowFields & {
      periodicity: string;
      installments: number;
      split: Split;
      /** The row that it gives back. */
      refundOf: number;
      /** So many tenths of it go to another account. */
      moves: { to: number; tenths: number };
    }
  >;
  "change transaction": { row: number; renames: boolean } & Maybe<
    RowFields & ScopeFields & { cents: number; totalCents: number; split: Split }
  >;
  "delete transaction": { row: number } & Maybe<ScopeFields>;
  "change many": { rows: number[]; renames: boolean } & Maybe<
    Pick<RowFields, "account" | "category" | "date" | "paid" | "kind"> & PlainFields & { cents: number }
  >;
  "delete many": { rows: number[] };
  "create receipt": { row: number; red: number };
  "delete receipt": { row: number; red: number };
  "read transaction": { row: number; asTransfer: boolean };
  "create transfer": { from: number; further: number; cents: number; names: "plain" | "books" } & Maybe<
    Pick<RowFields, "date" | "paid"> & PlainFields
  >;
  "change transfer": { row: number; ofAny: boolean; renames: boolean } & Maybe<
    Pick<RowFields, "date" | "paid" | "account"> & PlainFields & { cents: number }
  >;
  "delete transfer": { row: number; ofAny: boolean };
  "list transactions": { period: Period } & Maybe<{
    account: number;
    card: number;
    category: number;
    exact: boolean;
    ascending: boolean;
    onlyTransfers: boolean;
    perPage: number;
    ofSpace: boolean;
  }>;
  "read balances": { period: Period } & Maybe<{ account: number; periodicity: "daily" | "weekly" | "monthly"; ofSpace: boolean }>;
  "list tags": object;
  /** A bank file is read, and each line is decided: it becomes a new row, matches an existing one, or is skipped. */
  "preview file": { target: number; invoice: number; lines: FileLine[] };
  "apply file": object;
  "discard file": object;
  /** Of the last write, while nothing came between. */
  "undo write": object;
  "days pass": { days: number };
  "night falls": object;
}

/** `twice`: sent again under the same Idempotency-Key. `by`: not the owner of the space, but somebody who joined it. */
export type Operation = {
  [Name in keyof Operations]: { do: Name; twice?: boolean | undefined; by?: "editor" | "viewer" | undefined } & Operations[Name];
}[keyof Operations];
