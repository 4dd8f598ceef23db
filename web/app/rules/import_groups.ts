// The lines of a preview as the table shows them: what asks first, what is sure and what stays out folded away.
import { creates, isReadable, waits } from "./imports.ts";
import type { Decision, Fill, ImportLine, Verdict } from "./records.ts";

export const GROUPS = ["ask", "sure", "out"] as const;
export type Group = (typeof GROUPS)[number];

/** Where the category of a line comes from, or why it has none of its own. */
export type Origin = Fill["by"] | "user" | "verdict";

const STAYS_OUT: readonly Verdict[] = ["known", "deleted", "ignored", "error"];

type State = Pick<ImportLine, "verdict" | "sure" | "decision" | "fill">;

export function originOf(line: State): Origin {
  if (!creates(line)) return "verdict";
  if (line.decision?.category_id !== undefined) return "user";
  return line.fill?.by ?? "verdict";
}

export function groupOf(line: State): Group {
  if (waits(line) || originOf(line) === "default") return "ask";
  return STAYS_OUT.includes(line.verdict) && !isTaken(line) ? "out" : "sure";
}

/** Whether it would be written now. */
export function isTaken(line: Pick<ImportLine, "verdict" | "sure" | "decision">): boolean {
  const action = line.decision?.action ?? "accept";
  if (!isReadable(line) || waits(line) || action === "skip") return false;
  return action !== "accept" || !STAYS_OUT.includes(line.verdict);
}

/** The decision that takes a line or leaves it out; undefined if the user has to say more, such as which invoice it pays. */
export function toggled(line: Pick<ImportLine, "verdict" | "sure" | "decision" | "target">): Decision | undefined {
  if (!isReadable(line)) return undefined;
  if (isTaken(line)) return { action: "skip" };
  if (STAYS_OUT.includes(line.verdict)) return { action: "new" };
  if (line.target?.options) return undefined;
  return line.sure ? ({ action: undefined } as object) : { action: "accept" };
}

export type TableRow =
  | { kind: "group"; group: Group; count: number; netCents: number; origins: Partial<Record<Origin, number>>; isOpen: boolean }
  | { kind: "line"; line: ImportLine }
  | { kind: "offer"; line: ImportLine };

export interface TableState {
  groupOf: (line: ImportLine) => Group;
  open: ReadonlySet<Group>;
  /** Number of the line that was just corrected: what follows it asks whether that is always so. */
  offered?: number | undefined;
}

/** Groups without lines are left out. */
export function tableRows(lines: readonly ImportLine[], { groupOf: groupOfLine, open, offered }: TableState): TableRow[] {
  const byGroup = Map.groupBy(lines, groupOfLine);
  return GROUPS.flatMap((group): TableRow[] => {
    const own = byGroup.get(group) ?? [];
    if (own.length === 0) return [];
    const isOpen = open.has(group);
    const rows = own.flatMap((line): TableRow[] => [
      { kind: "line", line },
      ...(line.n === offered ? [{ kind: "offer" as const, line }] : []),
    ]);
    return [{ kind: "group", group, ...summaryOf(own), isOpen }, ...(isOpen ? rows : [])];
  });
}

function summaryOf(lines: readonly ImportLine[]) {
  const origins: Partial<Record<Origin, number>> = {};
  for (const line of lines) origins[originOf(line)] = (origins[originOf(line)] ?? 0) + 1;
  const netCents = lines.reduce((sum, line) => sum + signedCents(line), 0);
  return { count: lines.length, netCents, origins };
}

/** With the sign that the user gave it. */
export function signedCents({ amount_cents: cents, decision }: Pick<ImportLine, "amount_cents" | "decision">): number {
  if (decision?.income === undefined) return cents ?? 0;
  return (decision.income ? 1 : -1) * Math.abs(cents ?? 0);
}

/** A line stays in its group while it is decided, so that it does not move away under the cursor; a new verdict regroups it. */
export function openGrouping(): (line: ImportLine) => Group {
  const groups = new Map<string, Group>();
  return (line) => {
    const key = `${line.n} ${line.verdict} ${line.sure}`;
    const group = groups.get(key) ?? groupOf(line);
    groups.set(key, group);
    return group;
  };
}
