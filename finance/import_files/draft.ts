// The draft of a line, which readers of all formats produce. It is classified here, so that kinds, parts and plans are the same for
// all.
import type { AccountHint, Balance, Foreign, Line, Problem, Split, Statement } from "./file.ts";
import { LIMITS } from "./limits.ts";
import { balanceIsBefore, isBalance, kindOf, transferKeyIn } from "./meaning/kinds.ts";
import { type BareParts, type Part, partOf } from "./meaning/parts.ts";
import type { Reason } from "./reasons.ts";
import type { TargetKind } from "./target_kind.ts";

export interface Draft {
  line: number;
  raw: string;
  day: string | undefined;
  amountCents: number | undefined;
  description: string;
  /** The file says that this is what is there, whatever the words are. */
  isBalance?: boolean;
  /** Why day or amount are missing, or why the line is not taken though they are there. */
  reason?: Reason | undefined;
  isSenseUnsure?: boolean;
  isAmountUnsure?: boolean;
  isPlanned?: boolean;
  part?: Part | null;
  fitid?: string | null;
  document?: string | null;
  balanceCents?: number | null;
  foreign?: Foreign | null;
  category?: string | null;
  card?: string | null;
  transferAccount?: string | null;
  notes?: string | null;
  tags?: string[];
  splits?: Split[];
}

export interface DraftStatement {
  place: TargetKind | null;
  account?: Partial<AccountHint>;
  currency?: string | undefined;
  period?: { start: string; end: string } | null;
  fitidNamesPurchase?: boolean;
  repeatsPurchaseDay?: boolean;
  bareParts?: BareParts;
  balances?: Balance[];
  drafts: Draft[];
}

/** The statement, and its bad lines in `problems`. */
export function finished(from: DraftStatement, today: string, problems: Problem[]): Statement {
  const balances = [...(from.balances ?? [])];
  const lines: Line[] = [];
  const end = from.period && from.period.end < today ? from.period.end : today;
  for (const draft of from.drafts) {
    if (draft.isBalance || isBalance(draft.description)) {
      const cents = draft.amountCents ?? draft.balanceCents;
      if (cents === undefined || cents === null) continue;
      const when = balanceIsBefore(draft.description) ? "before" : "after";
      balances.push({ line: draft.line, day: draft.day ?? null, when, cents, text: draft.description });
      continue;
    }
    if (draft.day === undefined || draft.amountCents === undefined || draft.reason !== undefined) {
      problems.push(problem(draft.line, draft.reason ?? (draft.day === undefined ? "day_invalid" : "amount_invalid"), draft.raw));
      continue;
    }
    lines.push(lineOf(draft, draft.day, draft.amountCents, from, end));
  }
  return {
    place: from.place,
    account: { bank: null, branch: null, number: null, name: null, ...from.account },
    currency: from.currency ?? "BRL",
    period: from.period ?? null,
    // By the name of the file, which read_file.ts knows.
    invoice: null,
    fitidNamesPurchase: from.fitidNamesPurchase ?? false,
    repeatsPurchaseDay: from.repeatsPurchaseDay ?? false,
    balances,
    lines,
  };
}

function lineOf(draft: Draft, day: string, amountCents: number, from: DraftStatement, end: string): Line {
  const mayHaveParts = from.place === "card" || from.bareParts === "spaced";
  const kind = kindOf(draft.description, amountCents, from.place);
  return {
    line: draft.line,
    raw: draft.raw.slice(0, LIMITS.rawCharacters),
    day,
    amountCents,
    isSenseUnsure: draft.isSenseUnsure ?? false,
    isAmountUnsure: draft.isAmountUnsure ?? false,
    description: draft.description,
    kind: kind === "plain" && draft.foreign ? "abroad" : kind,
    isPlanned: draft.isPlanned ?? day > end,
    part: draft.part ?? (mayHaveParts ? partOf(draft.description, from.bareParts) : null),
    fitid: draft.fitid ?? null,
    document: draft.document ?? null,
    transferKey: transferKeyIn(draft.description, draft.fitid ?? null, draft.document ?? null),
    balanceCents: draft.balanceCents ?? null,
    foreign: draft.foreign ?? null,
    category: draft.category ?? null,
    card: draft.card ?? null,
    transferAccount: draft.transferAccount ?? null,
    notes: draft.notes ?? null,
    tags: draft.tags ?? [],
    splits: draft.splits ?? [],
  };
}

export function problem(line: number | null, reason: Reason, raw = ""): Problem {
  return { line, reason, raw: raw.slice(0, LIMITS.rawCharacters) };
}

/** Both where neither holds the other. */
export function joined(one: string, other: string): string {
  if (one === "" || other.includes(one)) return other;
  return other === "" || one.includes(other) ? one : `${one} - ${other}`;
}
