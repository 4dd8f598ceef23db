// Which of the entries that wait are sent, and when one has to be asked about.
import type { WaitingEntry } from "./queue.ts";

/** Finance remembers keys for 24 hours; an hour less, for clocks that differ. */
const REMEMBERED_MS = 23 * 3_600_000;

/** It may have arrived the first time, and finance would not know it any more. */
export const mustAsk = ({ at }: Pick<WaitingEntry, "at">, now: number) => now - at > REMEMBERED_MS;

/** What can be sent without asking, in the order in which it was booked. */
export const sendable = (entries: readonly WaitingEntry[], owner: string | undefined, now: number) =>
  entries.filter((each) => each.owner === owner && each.problem === undefined && !mustAsk(each, now)).sort((a, b) => a.at - b.at);
