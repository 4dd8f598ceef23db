// Up to which number the audit log is decided. Entries get their numbers before they are committed, so a reader that has seen 7 may meet 6 later; and
// a number whose transaction failed never comes. A transaction has its id before it has a number: whatever got a number before a look began is older
// than the look's snapshot, and once no transaction from before that snapshot is open any more, what is not there up to that number never will be.

export interface Look {
  /** The highest number that was given out, read before the snapshot was taken. */
  last: number;
  /** The oldest transaction that was open in the snapshot, and the first that had not begun. */
  oldestOpen: bigint;
  notBegun: bigint;
}

export interface Horizon {
  /** The highest number up to which, by this look, nothing is missing that could still come. */
  settledBy(look: Look): number;
}

export function openHorizon(): Horizon {
  let settled = 0;
  let earlier: Look | undefined;
  return {
    settledBy: (look) => {
      if (earlier && look.oldestOpen >= earlier.notBegun) {
        settled = Math.max(settled, earlier.last);
        earlier = undefined;
      }
      earlier ??= look;
      return settled;
    },
  };
}

/** How far a reader may go that has come to `after` and has read what there is up to `upTo`: as long as no number is missing, or those are settled. */
export function reachOf(numbers: readonly number[], after: number, upTo: number, settled: number): number {
  let reached = after;
  for (const number of numbers) {
    if (number > reached + 1 && number - 1 > settled) return reached;
    reached = number;
  }
  return Math.max(reached, Math.min(upTo, settled));
}
