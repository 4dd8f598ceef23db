// Whole cents, from request to column. The only division is `split`.

/** Ten thousand million in the large unit: far from what people own, near enough that sums of thousands stay exact. */
export const MOST_CENTS = 999_999_999_999;

/** Parts of a signed total that sum to it exactly: the leftover cents are on the first. */
export function split(totalCents: number, parts: number): number[] {
  const part = Math.trunc(totalCents / parts) + 0;
  return [totalCents - part * (parts - 1), ...Array<number>(parts - 1).fill(part)];
}
