// Up to which number the audit log is complete. Numbers are assigned before the commit, so 6 may appear after 7. An observation
// takes a transaction id after reading the last number; once all older transactions have ended, no missing number appears.

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

/** How far a reader may go from `after` to `upTo`: until a number is missing that may still appear. */
export function reachOf(numbers: readonly number[], after: number, upTo: number, settled: number): number {
  let reached = after;
  for (const number of numbers) {
    if (number > reached + 1 && number - 1 > settled) return reached;
    reached = number;
  }
  return Math.max(reached, Math.min(upTo, settled));
}
