// Random numbers from a seed.

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer in [0, end). */
  below(end: number): number;
  /** An integer in [least, most]. */
  whole(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** A key, by weight. */
  weighted<Name extends string>(weights: Record<Name, number>): Name;
  /** Lower-case letters and digits. */
  text(length: number): string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

export function seeded(seed: number): Random {
  const next = mulberry32(seed);
  const below = (end: number) => Math.floor(next() * end);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  return {
    next,
    below,
    whole: (least, most) => least + below(most - least + 1),
    pick,
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return entries[0]?.[0] as keyof typeof weights;
    },
    text: (length) => Array.from({ length }, () => pick([...LETTERS])).join(""),
  };
}

/** 32 bits of state are enough to vary requests. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
