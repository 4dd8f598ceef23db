// Goals that a run missed, a line each.
import { MEMORY_GOALS } from "./memory.ts";
import { growthOf, type Results } from "./results.ts";

export function missedGoals({ hotPaths, memory, growth, lists, pages, paints, starts, receipts }: Results): string[] {
  const missed: string[] = [];
  const atMost = (what: string, reached: number | undefined, goal: number | undefined, unit: string) => {
    if (reached !== undefined && goal !== undefined && reached > goal)
      missed.push(`${what} ${reached.toFixed(2)}${unit}, ${goal} wanted`);
  };
  for (const { workload, goal, ceiling, bad } of hotPaths) {
    if (goal === undefined) continue;
    if (bad > 0) missed.push(`${workload} ${bad} bad answers`);
    if (ceiling && ceiling.ratio < goal)
      missed.push(`${workload} ${percent(ceiling.ratio)} of the bare loop, ${percent(goal)} wanted`);
  }
  for (const { service, idleMib, fullLoadMib } of memory) {
    atMost(`${service} idle`, idleMib, MEMORY_GOALS.idleMib, " MiB");
    atMost(`${service} at full load`, fullLoadMib, MEMORY_GOALS.fullLoadMib, " MiB");
  }
  for (const { workload, of, ratio, goal } of growthOf(growth)) atMost(`${workload} with more ${of}`, ratio, goal, " times");
  for (const { list, times, goal } of lists) atMost(`list of users: ${list}`, times, goal, " times");
  for (const { page, ratio, goal } of pages) atMost(page, ratio, goal, " times an empty page");
  for (const { what, ms, goalMs } of paints) atMost(what, ms, goalMs, " ms");
  for (const { what, seconds, goalSeconds } of starts) atMost(`start ${what}`, seconds, goalSeconds, " s");
  for (const { what, ratio, goal } of receipts)
    if (ratio < goal) missed.push(`${what} ${percent(ratio)} of the bare server, ${percent(goal)} wanted`);
  return missed;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
