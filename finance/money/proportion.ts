// Amounts that are shared in proportion, to the cent. Products of two amounts do not fit into a number, so they are computed as big integers.

/**
 * Shares of a total that sum to it exactly. Cents that are left over go to the largest fractions, of equal ones to the first. The weights
 * may have both signs, but do not sum to 0.
 */
export function inProportion(total: number, weights: readonly number[]): number[] {
  if (total < 0) return inProportion(-total, weights).map(negated);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum < 0) return inProportion(total, weights.map(negated));
  const whole = BigInt(sum);
  const products = weights.map((weight) => BigInt(weight) * BigInt(total));
  const fractions = products.map((product) => ((product % whole) + whole) % whole);
  const shares = products.map((product, index) => Number((product - (fractions[index] as bigint)) / whole));
  const left = total - shares.reduce((all, share) => all + share, 0);
  const largestFirst = fractions
    .map((fraction, index) => ({ fraction, index }))
    .sort((one, other) => (one.fraction === other.fraction ? one.index - other.index : one.fraction > other.fraction ? -1 : 1));
  for (const { index } of largestFirst.slice(0, left)) shares[index] = (shares[index] as number) + 1;
  return shares;
}

/** Without the minus that a zero can have. */
const negated = (cents: number) => 0 - cents;

/**
 * What each instalment has of each part: the parts of an instalment sum to it, and a part sums to itself over all of them. The totals of
 * both are the same, and no instalment is 0.
 */
export function overInstalments(instalments: readonly number[], parts: readonly number[]): number[][] {
  let left = parts;
  return instalments.map((cents) => {
    const column = inProportion(cents, left);
    left = left.map((part, index) => part - (column[index] as number));
    return column;
  });
}
