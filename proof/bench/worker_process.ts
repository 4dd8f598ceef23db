// A process that does one measured job after the other, so that neither its memory nor its code is that of what it measures.
import { type CeilingJob, runCeiling } from "./ceiling.ts";
import { type LoadJob, runLoad } from "./load.ts";

export type Job = { kind: "load"; load: LoadJob } | { kind: "ceiling"; ceiling: CeilingJob };

process.on("message", async (job: Job) => {
  try {
    const result = job.kind === "load" ? await runLoad(job.load) : await runCeiling(job.ceiling);
    process.send?.({ result });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

// Whoever started us is gone.
process.on("disconnect", () => process.exit());
