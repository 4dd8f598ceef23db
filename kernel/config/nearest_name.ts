// Finds the name that a misspelt one was meant to be.

/** The known name with the fewest wrong letters; undefined where none is near enough to be a fair guess. */
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

/** How many letters must be added, dropped or replaced to make one text of the other (Levenshtein). */
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
