// bcrypt for hashes that came from elsewhere. Its threads start with the first such hash; most deployments never see one.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { BcryptTask } from "./bcrypt_worker.ts";

export interface BcryptThreads {
  /** The hash without its settings. Whoever calls bounds how many run at once: each that finds no idle thread starts one. */
  hash(task: BcryptTask): Promise<Buffer>;
  /** Ends the threads; what they were at is rejected. */
  close(): Promise<void>;
}

export function openBcryptThreads(): BcryptThreads {
  const all = new Set<Worker>();
  const idle: Worker[] = [];
  let closed = false;

  function start(): Worker {
    const worker = new Worker(new URL("./bcrypt_worker.ts", import.meta.url), { env: {} });
    all.add(worker);
    // A thread may die of a lack of memory. That must cost one sign-in and not the process, which an unheard error would end.
    worker.on("error", () => {});
    worker.once("exit", () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  return {
    async hash(task) {
      if (closed) throw new Error("The threads for bcrypt are closed");
      const worker = idle.pop() ?? start();
      worker.ref();
      worker.postMessage(task);
      const text = await answerOf(worker);
      // An idle thread must not keep the process from ending.
      worker.unref();
      idle.push(worker);
      return Buffer.from(text);
    },
    async close() {
      closed = true;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** A thread that ends without an answer gives none, so its end counts as a failure. */
async function answerOf(worker: Worker): Promise<string> {
  const over = new AbortController();
  const ended = once(worker, "exit", { signal: over.signal }).then(() => {
    throw new Error("A thread for bcrypt ended before its answer");
  });
  try {
    const [text] = await Promise.race([once(worker, "message", { signal: over.signal }), ended]);
    return text;
  } finally {
    ended.catch(() => {});
    over.abort();
  }
}
