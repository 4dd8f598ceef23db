// The time by the server, because a device with a wrong clock would show the wrong month. The offset is stored for the next visit.
import { signal } from "@preact/signals";
import { serverAhead } from "./rules/clock.ts";
import { dayOf } from "./rules/days.ts";

const NAME = "cofre-clock";

/** Milliseconds that the server is ahead of the device. */
const ahead = signal(0);
try {
  ahead.value = Number(localStorage.getItem(NAME)) || 0;
} catch {
  // Without storage, the first reply sets the offset.
}

/** Reads a signal: components that use it redraw when the offset changes. */
export const currentTime = () => new Date(Date.now() + ahead.value);

/** Today in the time zone of the browser. */
export const currentDay = () => dayOf(currentTime());

/** `date`: the header of a reply that did not come from a cache. */
export function noteServerTime(date: string | null): void {
  const before = ahead.peek();
  ahead.value = serverAhead(date, Date.now(), before);
  if (ahead.peek() === before) return;
  try {
    localStorage.setItem(NAME, String(ahead.peek()));
  } catch {
    // Without storage, the offset lasts until the page is closed.
  }
}
