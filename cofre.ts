// The binary. Its program is command_line.ts, which is loaded as a few files where that can be.
import { fewFiles } from "./kernel/few_files.ts";
import { holdTick } from "./kernel/hold_tick.ts";

holdTick();
await import(await fewFiles("command_line.ts"));
