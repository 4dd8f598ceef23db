// Entries that wait to be sent, and what a reply means for them.

export interface WaitingEntry {
  /** Its idempotency key: it is booked once, however often it is sent. */
  key: string;
  /** Its owner: no other session may send it. */
  owner: string;
  path: string;
  body: Record<string, unknown>;
  /** First attempt, in milliseconds. */
  at: number;
  /** Why the server refused it. */
  problem?: string;
}

export type SendOutcome = "sent" | "later" | "refused";

/** Without a reply, with an ended session or a failing server, the entry is sent again with the same key. */
export function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return "sent";
  return status === 0 || status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
    ? "later"
    : "refused";
}

/** Replies that the browser may store: financial data and how it is arranged, never credentials. */
export const isStorable = (path: string) =>
  /^\/(accounts|balances|budgets|categories|credit_cards|forecast|invoices|overview|preferences|tags|transactions)(\/|\?|$)/.test(
    path,
  );
