// Keeps `process.nextTick` as fast as it is at first, for as long as the process runs.
import { createHook } from "node:async_hooks";

const held: object[] = [];

/**
 * V8 forgets the shape of objects of which a full collection finds none, and what `process.nextTick` makes lives too briefly to be found. Its literal has
 * computed keys, for which V8 never learns a shape twice: from then on each call would take four to six times as long, and a request makes eight.
 */
export function holdTick(): void {
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === "TickObject") held.push(resource);
    },
    trackPromises: false,
  });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
}
