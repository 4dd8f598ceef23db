// Keeps the process small. By default V8 lets garbage grow to several times what is in use, because it assumes a machine of its own.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How much garbage may be added to what survived the last full collection before there is another, in percent of the survivors. */
const MOST_GARBAGE_PERCENT = 60;

/** Also collects what loading the code and building the routes left behind. That takes a tenth of a second, so call it once, soon after the start. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GARBAGE_PERCENT}`);
  // What survives two collections often enough is made in the old generation from then on. Under load that is every row on its way to a client, and all of
  // them would stay until the next full collection.
  setFlagsFromString("--no-allocation-site-pretenuring");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
  // This flavour also gives pages back to the system, which other collections keep for later.
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
