// The rounds of a measurement on a machine that others use too. A round in which they took much of the processors says little about what is measured, and
// is measured again.
import { readFileSync } from "node:fs";
import { sum } from "../harness/statistics.ts";

export interface QuietRounds<Result> {
  /** As many as were wanted: those in which others took least, in the order in which they were measured. */
  kept: Result[];
  /** With those that do not count: what went wrong in one of them went wrong. */
  all: Result[];
  /** The largest share of the processor time that others took in one of them. */
  taken: number;
}

/** A round with more than this is not quiet. */
const MOST_TAKEN = 0.05;
/** A machine that is never quiet is measured all the same, with so many times the rounds that are wanted. */
const MOST_TIMES = 3;

export async function quietRounds<Result>(
  expected: number,
  measureRound: (round: number) => Promise<Result>,
  { most = expected * MOST_TIMES, clock = processorTime } = {},
): Promise<QuietRounds<Result>> {
  const rounds: { result: Result; taken: number }[] = [];
  const quiet = () => rounds.filter(({ taken }) => taken <= MOST_TAKEN);
  while (rounds.length < most && quiet().length < expected) {
    const before = clock();
    const result = await measureRound(rounds.length);
    rounds.push({ result, taken: shareTaken(before, clock()) });
  }
  const quietest = rounds.toSorted((one, other) => one.taken - other.taken).slice(0, expected);
  return {
    kept: rounds.filter((round) => quietest.includes(round)).map(({ result }) => result),
    all: rounds.map(({ result }) => result),
    taken: quietest.at(-1)?.taken ?? 0,
  };
}

export interface ProcessorTime {
  /** By all processes of this machine. */
  used: number;
  /** Wanted by one of them, and given to another machine on the same processors. */
  taken: number;
}

/** In ticks since the machine's start. What no system but Linux tells is taken for nothing. */
function processorTime(): ProcessorTime {
  if (process.platform !== "linux") return { used: 0, taken: 0 };
  const [, ...ticks] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/ +/) ?? [];
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, taken = 0] = ticks.map(Number);
  return { used: sum([user, nice, system, interrupts, soft]), taken };
}

function shareTaken(before: ProcessorTime, after: ProcessorTime): number {
  const taken = after.taken - before.taken;
  const expected = after.used - before.used + taken;
  return expected > 0 ? taken / expected : 0;
}
