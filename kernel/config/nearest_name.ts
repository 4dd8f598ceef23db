// Finds the name that a misspelt one probably means.

/** The name with the smallest edit distance; undefined if none is close. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  const most = Math.max(2, Math.floor(upper.length / 6));
  let nearest: string | undefined;
  let least = most + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - upper.length) >= least) continue;
    const distance = editDistance(upper, candidate.toUpperCase());
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Levenshtein distance: letters to add, drop or replace. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] as number) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
