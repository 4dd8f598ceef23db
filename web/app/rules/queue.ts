// Entries that wait to be sent, and what an answer means for them.

export interface WaitingEntry {
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

export type SendOutcome = "sent" | "later" | "refused";

/** No answer, a session that ended, or a server in trouble: it may have arrived or not, and is sent again as it is. */
export function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return "sent";
  return status === 0 || status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
    ? "later"
    : "refused";
}

/** Answers that may be kept in the browser: the books, and nothing by which one comes in. */
export const isStorable = (path: string) =>
  /^\/(accounts|balances|budgets|categories|credit_cards|forecast|invoices|overview|tags|transactions)(\/|\?|$)/.test(path);
