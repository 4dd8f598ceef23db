// Limits the heap. By default V8 lets garbage grow to several times the live data.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Garbage that may accumulate before the next full collection, in percent of the live data. */
const MOST_GARBAGE_PERCENT = 60;

/** Also collects the garbage of the start. It takes 0.1 s, so call it once, soon after the start. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GARBAGE_PERCENT}`);
  // Otherwise V8 allocates rows of answers in the old generation under load, where they stay until a full collection.
  setFlagsFromString("--no-allocation-site-pretenuring");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
  // This flavour also returns memory to the system.
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
