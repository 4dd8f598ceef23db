// Which card is the default one.

interface Candidate {
  id: number;
  archived: boolean;
}

/** The first card is it, and an archived one never. Whoever has to be replaced is followed by the oldest, which has the lowest id. */
export function defaultCard(cards: readonly Candidate[], current: number | null): number | null {
  const open = cards.filter(({ archived }) => !archived).map(({ id }) => id);
  if (open.length === 0) return null;
  return current !== null && open.includes(current) ? current : Math.min(...open);
}
