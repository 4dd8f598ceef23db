// A process that runs measured jobs in turn, so that it shares no memory or code with what it measures.
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

// The parent process is gone.
process.on("disconnect", () => process.exit());
