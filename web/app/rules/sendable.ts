// Which waiting entries are sent, and which need the user's confirmation.
import type { WaitingEntry } from "./queue.ts";

/** Finance stores idempotency keys for 24 hours; an hour less allows for clock differences. */
const REMEMBERED_MS = 23 * 3_600_000;

/** It may have arrived the first time, and finance would no longer detect the duplicate. */
export const mustAsk = ({ at }: Pick<WaitingEntry, "at">, now: number) => now - at > REMEMBERED_MS;

/** Entries that can be sent without confirmation, in the order of booking. */
export const sendable = (entries: readonly WaitingEntry[], owner: string | undefined, now: number) =>
  entries.filter((each) => each.owner === owner && each.problem === undefined && !mustAsk(each, now)).sort((a, b) => a.at - b.at);
