// What time it is, by the server: the clock of a device may be wrong, and then it would name the wrong month. What is known of it is kept, so that
// the first screen of the next visit is right at once.
import { signal } from "@preact/signals";
import { serverAhead } from "./rules/clock.ts";
import { dayOf } from "./rules/days.ts";

const NAME = "cofre-clock";

const ahead = signal(readKept());

function readKept(): number {
  try {
    return Number(localStorage.getItem(NAME)) || 0;
  } catch {
    return 0;
  }
}

/** Whoever draws by it is drawn again when the server says that it is another time. */
export const currentTime = () => new Date(Date.now() + ahead.value);

/** The day that it is where the browser is. */
export const currentDay = () => dayOf(currentTime());

/** `date`: the header of an answer that comes from no cache. */
export function noteServerTime(date: string | null): void {
  const before = ahead.peek();
  const now = serverAhead(date, Date.now(), before);
  if (now === before) return;
  ahead.value = now;
  try {
    localStorage.setItem(NAME, String(now));
  } catch {
    // It holds until the page is left.
  }
}
