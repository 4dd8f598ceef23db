// What is made of many measured numbers.

/** The smallest number that at least this share of all are not above. NaN of none. */
export function percentile(numbers: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Of an even count the lower of the two in the middle: it is one that was measured. */
export function median(numbers: ArrayLike<number>): number {
  return percentile(numbers, 0.5);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Of each round by itself: what slows the machine down for a while slows both sides of a round. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((each, round) => each / (theirs[round] ?? Number.NaN)));
}
