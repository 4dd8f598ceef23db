// Cents as people in Brazil read them.

/** `R$ 1.234,56` and `-R$ 0,05`. Made of whole numbers: no fraction is ever computed. */
export function balanceText(cents: number): string {
  const magnitude = Math.abs(cents);
  const whole = String(Math.trunc(magnitude / 100)).replace(/\B(?=(\d{3})+$)/g, ".");
  return `${cents < 0 ? "-" : ""}R$ ${whole},${String(magnitude % 100).padStart(2, "0")}`;
}
