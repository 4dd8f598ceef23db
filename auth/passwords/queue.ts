// A queue for work that keeps a core busy, with a limit on running and waiting work. What exceeds it is refused at once.
import { fail } from "../errors.ts";

export interface Queue {
  /** Throws fail.hashingBusy() where the line is full. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Reserves a slot for work that is not ready yet, so that a refused caller need not prepare it. Throws fail.hashingBusy(). */
  reserve(): Slot;
  /** Refuses waiting and new work; resolves when nothing runs any more. */
  close(): Promise<void>;
}

export interface Slot {
  /** Once at most. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Leaves the slot to others, unless it has been used. */
  release(): void;
}

/** `most` counts what runs, too. */
export function openQueue({ atOnce, most }: { atOnce: number; most: number }): Queue {
  const waiting: PromiseWithResolvers<void>[] = [];
  const closing = Promise.withResolvers<void>();
  let running = 0;
  let reserved = 0;
  let closed = false;

  function reserve(): Slot {
    if (closed || running + waiting.length + reserved >= most) throw busy();
    reserved += 1;
    let isFree = true;
    const release = () => {
      if (isFree) reserved -= 1;
      isFree = false;
    };
    return {
      release,
      run: (work) => {
        release();
        return whenFree(work);
      },
    };
  }

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    return reserve().run(work);
  }

  async function whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw busy();
    if (running < atOnce) running += 1;
    else {
      const start = Promise.withResolvers<void>();
      waiting.push(start);
      await start.promise;
    }
    try {
      return await work();
    } finally {
      // The slot passes to the next in line, so that a newcomer cannot overtake it.
      const next = waiting.shift();
      if (next) next.resolve();
      else running -= 1;
      if (closed && running === 0) closing.resolve();
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const start of waiting.splice(0)) start.reject(busy());
    if (running > 0) await closing.promise;
  }

  return { run, reserve, close };
}

function busy() {
  return fail.hashingBusy({ headers: { "retry-after": "1" } });
}
