// Hides the console after 15 minutes in which nobody touched it. web asks for a new proof by itself; this keeps the screen from showing what was loaded.
import type { Console } from "../data/console.ts";

const IDLE_MS = 15 * 60_000;
const LOOK_EVERY_MS = 10_000;

export function lockWhenIdle(console: Console): void {
  let usedAt = Date.now();
  const note = () => {
    if (!console.isLocked.value) usedAt = Date.now();
  };
  for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, note, { passive: true });
  // A timer of 15 minutes would stand still while the machine sleeps.
  const look = () => {
    if (Date.now() - usedAt < IDLE_MS) return;
    console.isLocked.value = true;
    console.replies.clear();
  };
  setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  console.isLocked.subscribe((isLocked) => {
    if (!isLocked) usedAt = Date.now();
  });
}
