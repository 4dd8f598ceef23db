// Which way the money goes. Negative is an expense, positive an income; `kind` says it outright.

export const KINDS = ["income", "expense"] as const;
export type Kind = (typeof KINDS)[number];

/** Of a new transaction, or of one whose direction `kind` changes. Zero has no sign. */
export function signedAs(cents: number, kind: Kind | undefined): number {
  if (kind === undefined || cents === 0) return cents;
  return kind === "expense" ? -Math.abs(cents) : Math.abs(cents);
}

/**
 * Clients of the original service send expenses without a sign, so a positive number in a change keeps the direction of the
 * transaction.
 */
export function signedLike(cents: number, kind: Kind | undefined, isExpense: boolean): number {
  if (kind !== undefined || cents <= 0) return signedAs(cents, kind);
  return isExpense ? -cents : cents;
}
