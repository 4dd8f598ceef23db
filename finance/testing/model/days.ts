// Test support: days of the model, counted in its own way, so that the service's calendar and the model's cannot be wrong alike.

/** What the periodicities mean: so many months, or so many days. */
export const MONTHS: Record<string, number> = { monthly: 1, bimonthly: 2, trimonthly: 3, sixmonthly: 6, yearly: 12 };
const DAYS: Record<string, number> = { daily: 1, weekly: 7, biweekly: 14 };

export const PERIODICITIES = [...Object.keys(MONTHS), ...Object.keys(DAYS)];

/** The day that many steps after the anchor, or before it. A month that is too short has it on its last day. */
export function dayOfStep(anchor: string, periodicity: string, steps: number): string {
  const [year = 0, month = 0, day = 0] = anchor.split("-").map(Number);
  const days = DAYS[periodicity];
  if (days !== undefined) return text(new Date(Date.UTC(year, month - 1, day + days * steps)));
  const count = year * 12 + (month - 1) + (MONTHS[periodicity] as number) * steps;
  const [newYear, newMonth] = [Math.floor(count / 12), (count % 12) + 1];
  return text(new Date(Date.UTC(newYear, newMonth - 1, Math.min(day, lengthOf(newYear, newMonth)))));
}

/** The last day of the month that many months later. */
export function monthEnd(day: string, months = 0): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return text(new Date(Date.UTC(year, month + months, 0)));
}

export function monthStart(day: string): string {
  return `${day.slice(0, 8)}01`;
}

export function dayAfter(day: string, days = 1): string {
  return dayOfStep(day, "daily", days);
}

/** The Sunday that ends the week. */
export function weekEnd(day: string): string {
  let last = day;
  while (new Date(last).getUTCDay() !== 0) last = dayAfter(last);
  return last;
}

function lengthOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function text(date: Date): string {
  return date.toISOString().slice(0, 10);
}
