// Statistics of measurements.

/** The smallest value that is not exceeded by this share of all. NaN if empty. */
export function percentile(numbers: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The lower middle one of an even count, so that it is a measured value. */
export function median(numbers: ArrayLike<number>): number {
  return percentile(numbers, 0.5);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The median of the ratios of each round, because a slow phase affects both sides. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((each, round) => each / (theirs[round] ?? Number.NaN)));
}
