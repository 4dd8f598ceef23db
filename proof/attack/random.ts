// Chance that can be repeated: the same seed makes the same numbers.

export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** From `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** Lower-case letters and digits. */
  text(length: number): string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  // The generator known as mulberry32: 32 bits of state, good enough to vary requests.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const random: Random = {
    next,
    whole,
    pick: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
    text: (length) => Array.from({ length }, () => random.pick([...LETTERS])).join(""),
  };
  return random;
}
