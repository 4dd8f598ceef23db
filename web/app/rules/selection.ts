// Which rows of a list are selected.

/** From the row selected last to this one, in the order of the list. */
export function rangeOf(ids: readonly number[], from: number | undefined, to: number): number[] {
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)].sort((one, other) => one - other) as [number, number];
  return start < 0 ? [to] : ids.slice(start, end + 1);
}

export function toggled(chosen: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Drops rows that are no longer in the list. */
export const stillThere = (chosen: ReadonlySet<number>, ids: readonly number[]) => new Set(ids.filter((id) => chosen.has(id)));
