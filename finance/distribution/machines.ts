// A machine of a cluster that hangs stops its own spaces only: what is asked of it is refused while it owes many answers and gives none, so
// that the connections to the coordinator are left to the others.
import { Fault } from "../../kernel/errors.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { findMachine, isDistributed } from "./queries_machines.ts";

export interface Machines {
  /** Does the work of a request for a space; a 503 at once where the space's machine hangs. */
  ask<T>(spaceId: number, work: () => Promise<T>): Promise<T>;
}

const MOST_OWED = 16;
const SILENT_MS = 1_000;
/** Spaces move when machines come and go; what is remembered longer than this is asked again. */
const REMEMBERED_MS = 60_000;

interface Load {
  owed: number;
  answeredAt: number;
}

/** Undefined on a single machine, where there is nothing to choose between. */
export async function openMachines(db: Database): Promise<Machines | undefined> {
  if (!(await isDistributed(db))) return undefined;
  const loads = new Map<number, Load>();
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
      const load = loads.get(machine) ?? { owed: 0, answeredAt: 0 };
      loads.set(machine, load);
      if (load.owed === 0) load.answeredAt = performance.now();
      if (load.owed >= MOST_OWED && performance.now() - load.answeredAt > SILENT_MS)
        throw fail.unavailable({ headers: { "retry-after": "1" } });
      load.owed++;
      try {
        const result = await work();
        load.answeredAt = performance.now();
        return result;
      } catch (error) {
        if (error instanceof Fault && error.status < 500) load.answeredAt = performance.now();
        throw error;
      } finally {
        load.owed--;
      }
    },
  };
}
