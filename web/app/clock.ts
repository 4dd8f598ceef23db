// What time it is, by the server: the clock of a device may be wrong, and then it would name the wrong month. What is known of it is kept, so that
// the first screen of the next visit is right at once.
import { signal } from "@preact/signals";
import { serverAhead } from "./rules/clock.ts";
import { dayOf } from "./rules/days.ts";

const NAME = "cofre-clock";

/** Milliseconds. */
const ahead = signal(0);
try {
  ahead.value = Number(localStorage.getItem(NAME)) || 0;
} catch {
  // A browser that keeps nothing learns it from the first answer.
}

/** Whoever draws by it is drawn again when the server says that it is another time. */
export const currentTime = () => new Date(Date.now() + ahead.value);

/** The day that it is where the browser is. */
export const currentDay = () => dayOf(currentTime());

/** `date`: the header of an answer that comes from no cache. */
export function noteServerTime(date: string | null): void {
  const before = ahead.peek();
  ahead.value = serverAhead(date, Date.now(), before);
  if (ahead.peek() === before) return;
  try {
    localStorage.setItem(NAME, String(ahead.peek()));
  } catch {
    // It holds until the page is left.
  }
}
