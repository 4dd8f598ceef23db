// Up to which number the audit log is complete. Entries get their numbers before they commit, so 6 may appear after 7; a failed transaction
// leaves a gap.
// A transaction has its id before a number, and an observation takes an id after it has read the last number.
// So every transaction with a lower number is older than the observation. Once none of them is open, no missing number up to it will
// appear.

export interface LogObservation {
  /** The highest number that was given out, read before the snapshot was taken. */
  last: number;
  /** The oldest transaction that was open, of those before the last one that had ended. */
  oldestOpen: bigint;
  /**
   * The observation's own transaction id. The `xmax` of a snapshot would not do: that transaction may be open with a number already.
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

/**
 * How far a reader may go from `after`, having read up to `upTo`: as long as no number is missing, or the missing ones are settled.
 */
export function reachOf(numbers: readonly number[], after: number, upTo: number, settled: number): number {
  let reached = after;
  for (const number of numbers) {
    if (number > reached + 1 && number - 1 > settled) return reached;
    reached = number;
  }
  return Math.max(reached, Math.min(upTo, settled));
}
