// Which way the money goes. Negative is an expense, positive an income; `kind` says it outright.

export const KINDS = ["income", "expense"] as const;
export type Kind = (typeof KINDS)[number];

/** Of a new transaction, or of one whose direction `kind` changes. Zero has no sign. */
export function signedAs(cents: number, kind: Kind | undefined): number {
  if (kind === undefined || cents === 0) return cents;
  return kind === "expense" ? -Math.abs(cents) : Math.abs(cents);
}

/**
 * Of a transaction that is changed: clients of the original service send expenses without a sign, so a positive number keeps the
 * direction that the movement has.
 */
export function signedLike(cents: number, kind: Kind | undefined, isExpense: boolean): number {
  if (kind !== undefined || cents <= 0) return signedAs(cents, kind);
  return isExpense ? -cents : cents;
}
