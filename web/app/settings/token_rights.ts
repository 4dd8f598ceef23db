// Rights of a token, named by finance after the first part of its paths.

export const RESOURCES = [
  ...["accounts", "agenda", "balances", "budgets", "categories", "changes", "credit_cards", "descriptions", "exports"],
  ...["forecast", "imports", "invoices", "overview", "preferences", "reports", "tags", "transactions", "transfers", "users"],
];

/** Days; empty for a token without end. */
export const LIFETIMES = ["30", "90", "365", ""];

/** Undefined: never. */
export function expiryOf(days: string, now: Date): string | undefined {
  return days === "" ? undefined : new Date(now.getTime() + Number(days) * 86_400_000).toISOString();
}
