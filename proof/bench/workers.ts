// The two measuring processes: one sends requests, the other the same statements without a service.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CeilingJob, CeilingResult } from "./ceiling.ts";
import type { LoadJob, LoadResult } from "./load.ts";
import type { Job } from "./worker_process.ts";

const PROGRAM = fileURLToPath(new URL("worker_process.ts", import.meta.url));

export interface Workers extends AsyncDisposable {
  /** Also updates the refresh tokens of the job's users. */
  load(job: LoadJob): Promise<LoadResult>;
  ceiling(job: CeilingJob): Promise<CeilingResult>;
}

export function startWorkers(): Workers {
  const [callers, bare] = [startWorker(), startWorker()];
  return {
    load: async (load) => {
      const result = (await callers.run({ kind: "load", load })) as LoadResult;
      for (const [index, user] of load.supplies.users.entries()) user.refresh = result.refreshTokens[index] ?? user.refresh;
      return result;
    },
    ceiling: async (ceiling) => (await bare.run({ kind: "ceiling", ceiling })) as CeilingResult,
    [Symbol.asyncDispose]: async () => void (await Promise.all([callers.stop(), bare.stop()])),
  };
}

interface Worker {
  run(job: Job): Promise<unknown>;
  stop(): Promise<void>;
}

function startWorker(): Worker {
  const child: ChildProcess = fork(PROGRAM, { env: {}, serialization: "advanced" });
  const ended = once(child, "exit");
  return {
    async run(job) {
      child.send(job);
      const answer = once(child, "message") as Promise<[{ result?: unknown; failure?: string }]>;
      const early = ended.then(() => {
        throw new Error("a measuring process ended during its job");
      });
      early.catch(() => {});
      const [{ result, failure }] = await Promise.race([answer, early]);
      if (failure !== undefined) throw new Error(failure);
      return result;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
