// What the last calls of a hook say of it.
import { language } from "../../language.ts";

export interface Call {
  at: string;
  milliseconds: number;
  outcome: "answered" | "refused" | "failed";
  error: string | null;
}

export interface CallSummary {
  count: number;
  /** Of calls with an answer that could be used; a refusal is one. */
  share: number;
  median: number;
  slowest: number;
}

/** Undefined where there were none. */
export function summaryOf(calls: readonly Call[]): CallSummary | undefined {
  const times = calls.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const slowest = times.at(-1);
  if (slowest === undefined) return undefined;
  const used = calls.filter(({ outcome }) => outcome !== "failed").length;
  // Rounded down: 99.6 % is not all.
  const share = Math.floor((used / calls.length) * 100) / 100;
  return { count: calls.length, share, median: times[Math.floor((times.length - 1) / 2)] as number, slowest };
}

export const milliseconds = (count: number): string => `${count.toLocaleString(language)} ms`;
