// An import as it is shown.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import type { ColumnQuestion, Columns } from "../import_files/tables/columns.ts";
import type { StoredImport } from "../tables/tables.ts";
import type { Verdict } from "./matching/verdict.ts";

/** What is known of the file, as the column `about` keeps it. */
export interface About {
  format: string;
  layout: string | null;
  reader_version: number;
  bytes: number;
  currency: string;
  bank: string | null;
  branch: string | null;
  number: string | null;
  holder: string | null;
  period_start: string | null;
  period_end: string | null;
  opening_cents: number | null;
  closing_cents: number | null;
  /** What the lines lack between the two balances. */
  difference_cents: number | null;
  /** How many statements the file has. */
  statements: number;
  /** Problems of the file as a whole. */
  problems: string[];
  /** A table of unknown layout: what was guessed of it. */
  question: ColumnQuestion | null;
  /** A table that was read by what the user says of its columns. */
  chosen?: { header_key: string | null; header: string[]; columns: Columns; remembered: boolean } | null;
}

/** What applying it came to. */
export interface AppliedCounts {
  /** Of the space: undo this one to take the import back. */
  version: number;
  created: number;
  matched: number;
  known: number;
  skipped: number;
}

export interface ImportRow extends StoredImport {
  about: About;
  made: AppliedCounts | null;
  progress: number;
}

export interface VerdictCount {
  verdict: Verdict;
  sure: boolean;
  decided: boolean;
  lines: number;
}

const IntegerOrNull = Type.Union([Type.Integer(), Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const ImportPath = Type.Object({ id: Type.String() });

export const ImportReply = Type.Object({
  id: Type.Integer(),
  state: Type.String({ enum: ["reading", "preview", "applied", "undone"] }),
  account_id: IntegerOrNull,
  credit_card_id: IntegerOrNull,
  invoice: IntegerOrNull,
  file_name: TextOrNull,
  sha256: Type.String(),
  statement: Type.Integer({ description: "Which one of the file, from 1" }),
  lines: Type.Integer(),
  counts: Type.Record(Type.String(), Type.Integer(), { description: "Lines by verdict" }),
  undecided: Type.Integer({ description: "Proposals that wait for a decision" }),
  progress: Type.Object(
    { done: Type.Integer(), total: Type.Integer() },
    { description: "Lines that were passed, while it is read or applied" },
  ),
  made: Type.Union([
    Type.Object({
      version: Type.Integer({ description: "POST /changes/undo with it takes the import back" }),
      created: Type.Integer(),
      matched: Type.Integer(),
      known: Type.Integer(),
      skipped: Type.Integer(),
    }),
    Type.Null(),
  ]),
  about: Type.Object({
    format: Type.String(),
    layout: TextOrNull,
    reader_version: Type.Integer(),
    bytes: Type.Integer(),
    currency: Type.String(),
    bank: TextOrNull,
    branch: TextOrNull,
    number: TextOrNull,
    holder: TextOrNull,
    period_start: TextOrNull,
    period_end: TextOrNull,
    opening_cents: IntegerOrNull,
    closing_cents: IntegerOrNull,
    difference_cents: IntegerOrNull,
    statements: Type.Integer(),
    problems: Type.Array(Type.String()),
    question: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: "Of a table whose layout is not known: its header, some rows, and the columns that were guessed",
    }),
    chosen: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: "Of a table that was read by what the user says of its columns: those, and whether they were remembered",
    }),
  }),
  created_at: Type.String({ format: "date-time" }),
  updated_at: Type.String({ format: "date-time" }),
});

export function presentImport(row: ImportRow, counts: readonly VerdictCount[], timeZone: string) {
  const { progress, about, ...rest } = row;
  const byVerdict = new Map<string, number>();
  for (const { verdict, lines } of counts) byVerdict.set(verdict, (byVerdict.get(verdict) ?? 0) + lines);
  const waiting = counts.filter(({ sure, decided }) => !sure && !decided);
  return {
    ...rest,
    about: {
      ...about,
      question: about.question as unknown as Record<string, unknown> | null,
      chosen: (about.chosen ?? null) as Record<string, unknown> | null,
    },
    counts: Object.fromEntries(byVerdict),
    undecided: row.state === "preview" ? waiting.reduce((sum, { lines }) => sum + lines, 0) : 0,
    progress: { done: progress, total: row.lines },
    created_at: momentText(new Date(row.created_at), timeZone),
    updated_at: momentText(new Date(row.updated_at), timeZone),
  };
}

/** What a refused upload looks like. */
export const NO_IMPORT = {
  account_id: null,
  credit_card_id: null,
  invoice: null,
  statement: null,
  columns: null,
  statements: null,
  question: null,
} as const;
