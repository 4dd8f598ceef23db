// Reads a file on a worker thread, bounded in time and memory, because a large file would block the event loop for seconds. Lines come
// back in pieces, so that receiving them does not block it either.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ReadFile, ReadOptions } from "./file.ts";
import type { Reason } from "./reasons.ts";

export interface WorkerBounds {
  timeoutMs?: number;
  memoryMegabytes?: number;
  signal?: AbortSignal;
}

/** What the worker sends, in this order: the file without lines, then lines and problems in pieces, then the end. */
export type Piece =
  | { file: ReadFile }
  | { statement: number; lines: ReadFile["statements"][number]["lines"] }
  | { problems: ReadFile["problems"] }
  | { isDone: true };

const MOST_MILLISECONDS = 60_000;
const MOST_MEGABYTES = 512;

/** Rejects only when `signal` is aborted. A file that takes too long or too much is refused. */
export async function readInWorker(bytes: Uint8Array, options: ReadOptions, bounds: WorkerBounds = {}): Promise<ReadFile> {
  const { timeoutMs = MOST_MILLISECONDS, memoryMegabytes = MOST_MEGABYTES, signal } = bounds;
  signal?.throwIfAborted();
  const worker = new Worker(new URL("./reading_worker.ts", import.meta.url), {
    workerData: { bytes, options },
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = new AbortController();
  const stop = AbortSignal.any([timeout, ended.signal, ...(signal ? [signal] : [])]);
  let file: ReadFile | undefined;
  let isDone = false;
  worker.on("message", (piece: Piece) => {
    if ("file" in piece) file = piece.file;
    else if ("lines" in piece) append(file?.statements[piece.statement]?.lines ?? [], piece.lines);
    else if ("problems" in piece) append(file?.problems ?? [], piece.problems);
    else isDone = true;
  });
  let failure: NodeJS.ErrnoException | undefined;
  worker.on("error", (error) => {
    failure = error;
  });
  try {
    await exited(worker, stop);
    signal?.throwIfAborted();
  } finally {
    ended.abort();
    await worker.terminate();
  }
  if (failure && failure.code !== "ERR_WORKER_OUT_OF_MEMORY") throw failure;
  return file && isDone ? file : refused(timeout.aborted ? "took_too_long" : "took_too_much");
}

/** Ends with the thread, or when it is to be stopped. */
async function exited(worker: Worker, stop: AbortSignal): Promise<void> {
  await Promise.race([new Promise((resolve) => worker.once("exit", resolve)), once(stop, "abort")]);
}

function append<T>(to: T[], more: readonly T[]): void {
  for (const each of more) to.push(each);
}

function refused(refusal: Reason): ReadFile {
  return { format: "unknown", layout: null, readerVersion: 0, statements: [], problems: [], refusal, needs: null };
}
