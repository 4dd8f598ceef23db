// Up to which number the audit log is decided. Entries get their numbers before they are committed, so a reader that has seen 7 may meet 6 later; and
// a number whose transaction failed never comes. A transaction has its id before it has a number, and a look takes an id after it has read the last number:
// whatever got a number before is older than the look. Once nothing older is open any more, what is not there up to that number never will be.

export interface LogObservation {
  /** The highest number that was given out, read before the snapshot was taken. */
  last: number;
  /** The oldest transaction that was open, of those before the last one that had ended. */
  oldestOpen: bigint;
  /**
   * The look's own. That which a snapshot has for the first that had not begun would not do: it is the one after the last that had ended, and may be open
   * with a number already. Besides, with a look that has ended, the next one knows of all that was open before it.
   */
  ownTransaction: bigint;
}

export interface CommitWatermark {
  /** The highest number up to which, by this look, nothing is missing that could still come. */
  settledBy(look: LogObservation): number;
}

export function openCommitWatermark(): CommitWatermark {
  let settled = 0;
  let earlier: LogObservation | undefined;
  return {
    settledBy: (look) => {
      if (earlier && look.oldestOpen >= earlier.ownTransaction) {
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
