// Findings under a fault: violations, measurements with limits, and skipped parts.
import { percentile } from "../harness/statistics.ts";
import type { Tally } from "./acknowledged.ts";

/** A measurement with a limit. A missed time may be the machine's fault, so it is no violation. */
export interface Goal {
  name: string;
  measured: number;
  most: number;
  unit: string;
}

export interface Findings {
  rounds: number;
  /** Absent if clients were not recorded. */
  tally?: Tally;
  /** Messages. Any of them fails the run. */
  violations: string[];
  goals: Goal[];
  figures: Record<string, number | string>;
  /** Skipped parts, with the reason. */
  notRun: string[];
}

/** The machine does not allow this fault. */
export class CannotRun extends Error {
  override name = "CannotRun";
}

/** The harness itself failed, so the result is unknown. */
export class HarnessFailed extends Error {
  override name = "HarnessFailed";
}

export function noFindings(): Findings {
  return { rounds: 0, violations: [], goals: [], figures: {}, notRun: [] };
}

export const isMet = ({ measured, most }: Goal): boolean => measured <= most;

/** For reports: rounded, 0 for none. */
export const roundedPercentile = (values: readonly number[], share: number): number => Math.round(percentile(values, share) || 0);

export const largest = (values: readonly number[]): number => Math.round(values.reduce((most, each) => Math.max(most, each), 0));
