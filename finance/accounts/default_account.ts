// Which account takes the rows that name none.

interface Candidate {
  id: number;
  archived: boolean;
}

/**
 * An archived account takes no new rows, so it is the default only while there is no other. Whoever has to be replaced is followed by
 * the oldest, which has the lowest id. Null where there are no accounts.
 */
export function defaultAccount(accounts: readonly Candidate[], current: number | null): number | null {
  const open = accounts.filter(({ archived }) => !archived);
  const candidates = (open.length > 0 ? open : accounts).map(({ id }) => id);
  if (candidates.length === 0) return null;
  return current !== null && candidates.includes(current) ? current : Math.min(...candidates);
}
