// What moves come to, one after the other: never less than 0. The statement of queries.ts computes the same.

export function earmarkOf(moves: readonly number[]): number {
  return moves.reduce((cents, move) => Math.max(0, cents + move), 0);
}
