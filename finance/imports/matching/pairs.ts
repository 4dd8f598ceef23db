// Two sides that may belong together, each used once, the most alike first.

export interface Pair {
  one: number;
  other: number;
  likeness: number;
  days: number;
}

export function bestPairs<P extends Pair>(pairs: readonly P[]): P[] {
  const [ones, others] = [new Set<number>(), new Set<number>()];
  const ordered = pairs.toSorted((a, b) => b.likeness - a.likeness || a.days - b.days || a.other - b.other || a.one - b.one);
  return ordered.filter(({ one, other }) => {
    if (ones.has(one) || others.has(other)) return false;
    ones.add(one);
    others.add(other);
    return true;
  });
}
