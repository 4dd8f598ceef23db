// What was found under a fault: violations, figures with a limit, and what could not be run.
import { percentile } from "../harness/statistics.ts";
import type { Tally } from "./acknowledged.ts";

/** A figure with a limit. A time that is missed says something about the machine too, so it is shown apart from violations. */
export interface Goal {
  name: string;
  measured: number;
  most: number;
  unit: string;
}

export interface Findings {
  rounds: number;
  /** Absent where it was not kept what clients did. */
  tally?: Tally;
  /** Sentences. Any of them fails the run. */
  violations: string[];
  goals: Goal[];
  /** What else was measured, by its name. */
  figures: Record<string, number | string>;
  /** Parts of the fault that were left out, with the reason. */
  notRun: string[];
}

/** The machine does not let us bring the fault about. */
export class CannotRun extends Error {
  override name = "CannotRun";
}

/** The harness itself could not read or do something. What it would have counted is unknown, so there is no number. */
export class HarnessFailed extends Error {
  override name = "HarnessFailed";
}

export function noFindings(): Findings {
  return { rounds: 0, violations: [], goals: [], figures: {}, notRun: [] };
}

export const isMet = ({ measured, most }: Goal): boolean => measured <= most;

/** For reports: without a fraction, 0 for none. */
export const roundedPercentile = (values: readonly number[], share: number): number => Math.round(percentile(values, share) || 0);

export const largest = (values: readonly number[]): number => Math.round(values.reduce((most, each) => Math.max(most, each), 0));
