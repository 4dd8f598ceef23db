// The time by the server, because a device with a wrong clock would show the wrong month. The offset is stored for the next visit.
import { signal } from "@preact/signals";
import { readLocal, storeLocal } from "./local_storage.ts";
import { serverAhead } from "./rules/clock.ts";
import { dayOf } from "./rules/days.ts";

const NAME = "cofre-clock";

/** Milliseconds that the server is ahead of the device. */
const ahead = signal(Number(readLocal(NAME)) || 0);

/** Reads a signal: components that use it redraw when the offset changes. */
export const currentTime = () => new Date(Date.now() + ahead.value);

/** Today in the time zone of the browser. */
export const currentDay = () => dayOf(currentTime());

/** `date`: the header of a reply that did not come from a cache. */
export function noteServerTime(date: string | null): void {
  const before = ahead.peek();
  ahead.value = serverAhead(date, Date.now(), before);
  if (ahead.peek() !== before) storeLocal(NAME, String(ahead.peek()));
}
