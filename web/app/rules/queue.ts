// Entries that wait to be sent: what an answer means for them, and when one has to be asked about.

export interface Waiting {
  /** Its Idempotency-Key: however often it is sent, it is booked once. */
  key: string;
  /** Whose it is: nobody else's session may send it. */
  owner: string;
  path: string;
  body: Record<string, unknown>;
  /** When it was first tried, in milliseconds. */
  at: number;
  /** What the server said against it. */
  problem?: string;
}

export type Fate = "sent" | "later" | "refused";

/** No answer, a session that ended, or a server in trouble: it may have arrived or not, and is sent again as it is. */
export function fateOf(status: number): Fate {
  if (status >= 200 && status < 300) return "sent";
  return status === 0 || status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
    ? "later"
    : "refused";
}

/** Finance remembers keys for 24 hours; an hour less, for clocks that differ. */
const REMEMBERED_MS = 23 * 3_600_000;

/** It may have arrived the first time, and finance would not know it any more. */
export const mustAsk = ({ at }: Pick<Waiting, "at">, now: number) => now - at > REMEMBERED_MS;

/** What can be sent without asking, in the order in which it was booked. */
export const sendable = (entries: readonly Waiting[], owner: string | undefined, now: number) =>
  entries.filter((each) => each.owner === owner && each.problem === undefined && !mustAsk(each, now)).sort((a, b) => a.at - b.at);

/** Answers that may be kept in the browser: the books, and nothing by which one comes in. */
export const isKept = (path: string) =>
  /^\/(accounts|balances|budgets|categories|credit_cards|forecast|invoices|overview|tags|transactions)(\/|\?|$)/.test(path);
