// How far a budget has been used up, or reached.

/** What is spent shall stay below a limit. */
export const EXPENSE_LIMIT = 0;
/** What is earned shall reach a goal. */
export const INCOME_GOAL = 1;

interface Used {
  activity_type: number;
  /** Signed: what was spent is negative. */
  paid_cents: number;
  unpaid_cents: number;
}

/** Magnitudes. Refunds lower what was spent, but nothing less than nothing is spent; the same for what was earned and given back. */
export function totalsOf({ activity_type: type, paid_cents: paid, unpaid_cents: unpaid }: Used) {
  const direction = type === EXPENSE_LIMIT ? -1 : 1;
  return { total: Math.max(0, direction * paid), predictedTotal: Math.max(0, direction * (paid + unpaid)) };
}

/** One decimal, halves up. Of nothing there is no percentage, and clients want a number: it is 0.0. Exact: no fraction is ever computed. */
export function percentageText(totalCents: number, amountCents: number): string {
  if (amountCents === 0) return "0.0";
  const amount = BigInt(amountCents);
  const tenths = (BigInt(totalCents) * 2000n + amount) / (2n * amount);
  return `${tenths / 10n}.${tenths % 10n}`;
}
