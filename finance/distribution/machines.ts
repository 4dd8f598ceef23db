// A machine of a cluster that hangs stops its own spaces only: each has a bounded number of requests at work, so that connections to the
// coordinator are left to the others, and those that wait for it are refused once it has been silent for long.
import { Fault } from "../../kernel/errors.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { findMachine, isDistributed } from "./queries_machines.ts";

export interface Machines {
  /** Does the work of a request for a space; a 503 soon where the space's machine hangs. */
  ask<T>(spaceId: number, work: () => Promise<T>): Promise<T>;
}

/** Enough to keep a machine busy. */
const MOST_AT_WORK = 32;
const SILENT_MS = 1_000;
/** Spaces move when machines come and go; what is remembered longer than this is asked again. */
const REMEMBERED_MS = 60_000;

/** Undefined on a single machine, where there is nothing to choose between. */
export async function openMachines(db: Database): Promise<Machines | undefined> {
  if (!(await isDistributed(db))) return undefined;
  const gates = new Map<number, ReturnType<typeof openGate>>();
  let homes = new Map<number, Promise<number>>();
  let forgottenAt = performance.now();

  function homeOf(spaceId: number): Promise<number> {
    if (performance.now() - forgottenAt > REMEMBERED_MS) [homes, forgottenAt] = [new Map(), performance.now()];
    const known = homes.get(spaceId);
    if (known) return known;
    const found = findMachine(db, spaceId);
    homes.set(spaceId, found);
    found.catch(() => homes.delete(spaceId));
    return found;
  }

  return {
    async ask(spaceId, work) {
      const machine = await homeOf(spaceId);
      const gate = gates.get(machine) ?? openGate();
      gates.set(machine, gate);
      await gate.enter();
      try {
        const result = await work();
        gate.hasAnswered();
        return result;
      } catch (error) {
        if (error instanceof Fault && error.status < 500) gate.hasAnswered();
        throw error;
      } finally {
        gate.leave();
      }
    },
  };
}

/** Lets requests through to one machine, in their order. */
function openGate() {
  const waiting: (() => void)[] = [];
  let atWork = 0;
  let answeredAt = 0;

  const isSilent = () => performance.now() - answeredAt > SILENT_MS;
  const refusal = () => fail.unavailable({ headers: { "retry-after": "1" } });

  function wait(): Promise<void> {
    const place = Promise.withResolvers<void>();
    const timer = setInterval(() => {
      if (!isSilent()) return;
      waiting.splice(waiting.indexOf(place.resolve), 1);
      place.reject(refusal());
    }, SILENT_MS);
    waiting.push(place.resolve);
    return place.promise.finally(() => clearInterval(timer));
  }

  return {
    async enter(): Promise<void> {
      if (atWork === 0) answeredAt = performance.now();
      if (atWork < MOST_AT_WORK) atWork++;
      else if (isSilent()) throw refusal();
      else await wait();
    },
    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else atWork--;
    },
    hasAnswered(): void {
      answeredAt = performance.now();
    },
  };
}
