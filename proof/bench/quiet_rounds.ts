// Measures in rounds on a shared machine. Rounds in which other processes took much CPU time are repeated.
import { readFileSync } from "node:fs";
import { sum } from "../harness/statistics.ts";

export interface QuietRounds<Result> {
  /** The rounds with the least CPU time of others, in order. */
  kept: Result[];
  /** Includes discarded rounds, whose errors still count. */
  all: Result[];
  /** The largest share of CPU time that other processes took in one of them. */
  taken: number;
}

/** A round with more than this is repeated. */
const MOST_TAKEN = 0.05;
/** The limit on a machine that is never quiet, as a multiple of the wanted rounds. */
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
  /** Of all processes of this machine. */
  used: number;
  /** Stolen by other virtual machines. */
  taken: number;
}

/** In ticks since the boot. Only Linux reports them; elsewhere they count as zero. */
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
