// Days and months as texts, `2026-11-16` and `2026-11`, without clock and time zone unless given.

export const pad = (number: number) => String(number).padStart(2, "0");

/** The day in the browser's time zone. */
export function dayOf(now: Date): string {
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

export const monthOf = (day: string) => day.slice(0, 7);
export const isMonth = (text: string | undefined): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? "");

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + count;
  return `${Math.floor(index / 12)}-${pad((index % 12) + 1)}`;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Number of days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000);
}

export function lastDayOf(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1);
}

/** An invoice is numbered by the month in which it is due. */
export function invoiceNumber(month: string): number {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return (year - 2000) * 12 + number - 1;
}

export const invoiceMonth = (number: number) => addMonths("2000-01", number);

/** "10:32", and of another day "14/11, 10:32". */
export function momentText(at: number, now: number, language: string): string {
  const time = { hour: "2-digit", minute: "2-digit" } as const;
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(language, isToday ? time : { day: "2-digit", month: "2-digit", ...time }).format(at);
}
