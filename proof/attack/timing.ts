// Tests whether two kinds of requests differ in response time.
import assert from "node:assert/strict";
import type { Random } from "../harness/random.ts";
import { median } from "../harness/statistics.ts";

/**
 * The probability that a request of the first kind takes longer (Mann-Whitney, ties count half). One half means no difference.
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

/** The standard error of the area under the curve. */
export const standardErrorOf = (pairs: number) => Math.sqrt((2 * pairs + 1) / (12 * pairs * pairs));

/** With 2,000 pairs this allows 0.47 to 0.53, the catalogue's bounds. */
const ERRORS_ALLOWED = 3.3;
const WARM_UP = 10;

export interface Comparison {
  pairs: number;
  random: Random;
  /** Each call gets a new number. */
  first(attempt: number): Promise<unknown>;
  second(attempt: number): Promise<unknown>;
}

/** Fails if the times differ. A deviation that chance produces once in a thousand runs must repeat. */
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
    // In random order, so that neither always comes second.
    for (const which of random.next() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now();
      await (which === 0 ? first : second)(from + attempt);
      const took = performance.now() - began;
      if (attempt >= WARM_UP) times[which].push(took);
    }
  }
  return times;
}
