// What becomes of a line of a bank's file, as far as the app has to know it.
import type { Decision, Import, ImportLine, Verdict } from "./records.ts";

/** In the order in which people want to see them. */
export const VERDICTS: readonly Verdict[] = [
  "new",
  "planned",
  "match",
  "transfer",
  "payment",
  "part",
  "known",
  "deleted",
  "ignored",
  "error",
];

export const isReadable = ({ verdict }: Pick<ImportLine, "verdict">) => verdict !== "error" && verdict !== "ignored";

/** A proposal that nobody has answered. */
export const waits = ({ verdict, sure, decision }: Pick<ImportLine, "verdict" | "sure" | "decision">) =>
  isReadable({ verdict }) && !sure && decision?.action === undefined && decision?.income === undefined;

/** Whether a transaction comes of it, which may have a category and other words. */
export function creates({ verdict, sure, decision }: Pick<ImportLine, "verdict" | "sure" | "decision">): boolean {
  if (decision?.action === "new") return true;
  if (decision?.action === "skip" || decision?.action === "match") return false;
  return ["new", "planned"].includes(verdict) || (verdict === "part" && sure);
}

/** A decision is said whole each time; what is not said any more is gone. */
export function decide(decision: Decision | null, change: Decision): Decision {
  const next = { ...decision, ...change };
  const filled = Object.entries(next).filter(([, value]) => value !== undefined && value !== "" && value !== null);
  const kept = Object.fromEntries(filled) as Decision;
  if (kept.action !== "match") delete kept.transaction_id;
  return kept;
}

/** How many lines write something when it is applied as it stands. */
export const writing = ({ counts, undecided }: Pick<Import, "counts" | "undecided">) =>
  (["new", "planned", "match", "transfer", "payment", "part"] as const).reduce((sum, each) => sum + (counts[each] ?? 0), 0) -
  undecided;
