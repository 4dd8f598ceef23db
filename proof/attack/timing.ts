// Whether two kinds of requests can be distinguished by the time that their answers take.
import assert from "node:assert/strict";
import type { Random } from "../harness/random.ts";
import { median } from "../harness/statistics.ts";

/**
 * The chance that one of the first kind took longer than one of the second, ties counting half (Mann-Whitney). One half: their times
 * say nothing.
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((time) => ({ time, mine: 1 })), ...second.map((time) => ({ time, mine: 0 }))];
  all.sort((a, b) => a.time - b.time);
  let ranks = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.time === all[from]?.time) to++;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at++) ranks += (all[at]?.mine ?? 0) * rank;
    from = to;
  }
  return (ranks - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
}

/** How far the figure strays from one half by chance, as a standard error. */
export const standardErrorOf = (pairs: number) => Math.sqrt((2 * pairs + 1) / (12 * pairs * pairs));

/** At 2,000 pairs this allows 0.47 to 0.53, the bounds of the catalogue. */
const ERRORS_ALLOWED = 3.3;
const WARM_UP = 10;

export interface Comparison {
  pairs: number;
  random: Random;
  /** Each is called with a number that was not used before. */
  first(attempt: number): Promise<unknown>;
  second(attempt: number): Promise<unknown>;
}

/** Fails where times give away which is which. A result that chance makes once in a thousand runs has to show again. */
export async function assertSameTime(comparison: Comparison): Promise<string> {
  const bound = ERRORS_ALLOWED * standardErrorOf(comparison.pairs);
  const measured: string[] = [];
  for (let round = 0; round < 2; round++) {
    const [first, second] = await measure(comparison, round * (comparison.pairs + WARM_UP));
    const area = areaUnderCurve(first, second);
    const medians = [first, second].map((times) => `${median(times).toFixed(1)} ms`);
    measured.push(
      `AUC ${area.toFixed(3)} (${comparison.pairs} pairs, allowed 0.5 ± ${bound.toFixed(3)}; medians ${medians.join(", ")})`,
    );
    if (Math.abs(area - 0.5) <= bound) return measured.join("; again: ");
  }
  assert.fail(`the times differ: ${measured.join("; again: ")}`);
}

async function measure({ pairs, random, first, second }: Comparison, from: number): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let attempt = 0; attempt < pairs + WARM_UP; attempt++) {
    // In changing order, so that neither always comes after the other.
    for (const which of random.next() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now();
      await (which === 0 ? first : second)(from + attempt);
      const took = performance.now() - began;
      if (attempt >= WARM_UP) times[which].push(took);
    }
  }
  return times;
}
