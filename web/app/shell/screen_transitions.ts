// Fades to another screen that a pointer has opened. A key never waits, and another month of the same screen is there at once.
import { change, here } from "./router.ts";

export function startTransitions(): void {
  if (!document.startViewTransition) return;
  let isByPointer = false;
  // Keys send clicks without a count.
  addEventListener("click", ({ detail }) => (isByPointer = detail > 0), { capture: true });
  change.to = (next) => {
    const draw = () => {
      here.value = next;
      // Components draw after this task.
      return new Promise<void>((drawn) => setTimeout(drawn));
    };
    if (!isByPointer || next.pattern === here.value.pattern) void draw();
    // It is not shown in a hidden tab, or if another one follows.
    else document.startViewTransition(draw).ready.catch(() => {});
  };
}
