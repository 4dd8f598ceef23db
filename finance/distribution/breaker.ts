// Keeps work away from a machine that does not answer. A machine that hangs closes no connection, so its callers would wait as long as
// it hangs.
import { DatabaseAway } from "../../kernel/sql/database.ts";

export interface Breaker {
  /** Does the work; refuses it where the machine does not answer, also while it is under way. `demand` throws from then on. */
  ask<T>(work: (demand: () => void) => Promise<T>): Promise<T>;
  /** True while nothing is let through. */
  readonly isOpen: boolean;
  stop(): void;
}

export interface BreakerOptions {
  /** Resolves to whether the machine answers, by a connection of its own. */
  probe(): Promise<boolean>;
  /** Hears of each change. */
  onChange?(isOpen: boolean): void;
  /** Work that has had no answer for so long is reason to ask the machine itself. */
  silentMs?: number;
  /** Without work it is asked so often. */
  restMs?: number;
  /** How soon it has to answer. */
  answerMs?: number;
  /** Once it has not, it is asked again after such pauses. */
  retryMs?: number;
}

const LOOK_MS = 100;

export function openBreaker(options: BreakerOptions): Breaker {
  const { probe, onChange, silentMs = 500, restMs = 5_000, answerMs = 2_000, retryMs = 1_000 } = options;
  const workload = openWorkload();
  let isOpen = false;
  let isAsking = false;
  let askAgainAt = 0;

  function change(open: boolean): void {
    if (isOpen === open) return;
    isOpen = open;
    if (open) workload.refuseAll();
    onChange?.(open);
  }

  /** An answer that comes too late is still one: it may be the first of a machine that is back. */
  async function askMachine(): Promise<void> {
    isAsking = true;
    const probing = probe().then(
      (answers) => {
        if (answers) workload.answeredAt = performance.now();
        change(!answers);
      },
      () => change(true),
    );
    if (await isLate(probing, answerMs)) change(true);
    askAgainAt = performance.now() + retryMs;
    isAsking = false;
  }

  function dueAt(): number {
    return isOpen ? askAgainAt : Math.min(workload.silentSince() + silentMs, workload.answeredAt + restMs);
  }

  const timer = setInterval(() => {
    if (!isAsking && performance.now() >= dueAt()) void askMachine();
  }, LOOK_MS).unref();

  return {
    ask: (work) => (isOpen ? Promise.reject(away()) : workload.run(work)),
    get isOpen() {
      return isOpen;
    },
    stop: () => clearInterval(timer),
  };
}

/** The work under way, and when the machine last answered. */
function openWorkload() {
  /** What refuses each piece of work. */
  const underWay = new Set<(error: Error) => void>();
  let waitingSince = 0;
  const workload = {
    answeredAt: performance.now(),
    silentSince: () => (underWay.size > 0 ? Math.max(workload.answeredAt, waitingSince) : Number.POSITIVE_INFINITY),
    refuseAll() {
      for (const refuse of underWay) refuse(away());
      underWay.clear();
    },
    run: <T>(work: (demand: () => void) => Promise<T>): Promise<T> =>
      new Promise((resolve, refuse) => {
        if (underWay.size === 0) waitingSince = performance.now();
        underWay.add(refuse);
        const demand = () => {
          if (!underWay.has(refuse)) throw away();
        };
        const end = (isAnswer: boolean) => {
          underWay.delete(refuse);
          if (isAnswer) workload.answeredAt = performance.now();
        };
        work(demand).then(
          (result) => {
            end(true);
            resolve(result);
          },
          (error) => {
            end(!(error instanceof DatabaseAway));
            refuse(error);
          },
        );
      }),
  };
  return workload;
}

async function isLate(probing: Promise<void>, answerMs: number): Promise<boolean> {
  const late = Promise.withResolvers<void>();
  // A process that was busy itself reads what has come meanwhile first.
  const timer = setTimeout(() => setImmediate(late.resolve), answerMs).unref();
  const isLate = await Promise.race([probing.then(() => false), late.promise.then(() => true)]);
  clearTimeout(timer);
  return isLate;
}

const away = () => new DatabaseAway("the machine of this space does not answer");
