import { type Line, openLine } from "./http_line.ts";
import type { Target } from "./http_text.ts";
import type { Lane, LaneMaker, Step, Supplies } from "./lanes.ts";

const REFUSALS = [429, 503];

export interface Tally {
  times: number[];
  refusedTimes: number[];
  statuses: Record<string, number>;
  unsent: number;
  complaint: string | undefined;
}

export function openTally(): Tally {
  return { times: [], refusedTimes: [], statuses: {}, unsent: 0, complaint: undefined };
}

export interface Caller {
  /** Resolves after the last answer. */
  askUntil(end: number): Promise<void>;
  /** Sends one request; undefined if the lane has none left. */
  askOnce(): Promise<void> | undefined;
  close(): void;
}

export function openCaller(supplies: Supplies, make: LaneMaker, index: number, count: number, tally: Tally): Caller {
  const lane: Lane = make(supplies, index, count);
  const lines: (Line | undefined)[] = [];
  const lineTo = (target: number) => {
    lines[target] ??= openLine(supplies.targets[target] as Target);
    return lines[target];
  };

  function ask(step: Step, done: () => void): void {
    const sentAt = performance.now();
    lineTo(step.target).ask(step.request, (status, body, failure) => {
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      if (status === step.expects) {
        tally.times.push(performance.now() - sentAt);
        step.heard?.(body);
      } else {
        if (REFUSALS.includes(status)) tally.refusedTimes.push(performance.now() - sentAt);
        tally.complaint ??= failure?.message ?? `${status} ${body.toString("utf8").slice(0, 300)}`;
      }
      done();
    });
  }

  return {
    askUntil: (end) =>
      new Promise<void>((resolve) => {
        const next = () => {
          const step = performance.now() < end ? lane() : undefined;
          if (step) ask(step, next);
          else resolve();
        };
        next();
      }),
    askOnce: () => {
      const step = lane();
      return step && new Promise<void>((resolve) => ask(step, resolve));
    },
    close: () => {
      for (const line of lines) line?.close();
    },
  };
}
