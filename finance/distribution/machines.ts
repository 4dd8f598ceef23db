// The machines of a cluster. Each has connections to the coordinator of its own, and a breaker before them, so that one that hangs stops its own
// spaces only.
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { type Breaker, openBreaker } from "./breaker.ts";
import { guarded } from "./guarded.ts";
import { findProblems } from "./problems.ts";
import * as queries from "./queries_machines.ts";

export interface Machines {
  /** Where statements about the space go. */
  at(spaceId: number): Promise<Database>;
  /** For work that nobody waits for, and that may wait for any machine. */
  background: Database;
  /** Whether every machine answered when it was last asked, keeps what it acknowledges, and is of the same version. */
  areWell(): boolean;
  stop(): Promise<void>;
}

/** What has to be known of a cluster; each is asked of the coordinator. Machines are numbers. */
export type Cluster = typeof CITUS;
const CITUS = {
  isDistributed: queries.isDistributed,
  listMachines: queries.listMachines,
  findMachine: queries.findMachine,
  answersItself: queries.answersItself,
  findProblems,
};

export interface MachinesOptions {
  db: Database;
  /** Opens further connections to the coordinator, at most so many; `machine`: for what is asked of that one. */
  connect(most: number, machine?: number): Database;
  log: Log;
  cluster?: Cluster;
}

/** Of a machine that hangs, some wait for it until it is back. */
const MOST_FOR_A_MACHINE = 40;
const MOST_IN_BACKGROUND = 16;
/** More than one, because the coordinator may be kept by the first for longer than the machine is away. */
const MOST_FOR_PROBES = 3;
/** Spaces move when machines come and go; what is remembered longer than this is asked again. */
const REMEMBERED_MS = 60_000;
const INSPECTED_EVERY_MS = 60_000;

interface Machine {
  db: Database;
  breaker: Breaker;
  stop(): Promise<void>;
}

/** Undefined on a single machine, where there is nothing to choose between. */
export async function openMachines(options: MachinesOptions): Promise<Machines | undefined> {
  const { db, connect, log, cluster = CITUS } = options;
  if (!(await cluster.isDistributed(db))) return undefined;
  const machines = new Map<number, Machine>();
  const background = connect(MOST_IN_BACKGROUND);
  let homes = new Map<number, Promise<number>>();
  let forgottenAt = performance.now();

  function machineOf(id: number): Machine {
    const machine = machines.get(id);
    if (machine) return machine;
    const opened = openMachine(id, { ...options, cluster });
    machines.set(id, opened);
    return opened;
  }

  function homeOf(spaceId: number): Promise<number> {
    if (performance.now() - forgottenAt > REMEMBERED_MS) [homes, forgottenAt] = [new Map(), performance.now()];
    const existing = homes.get(spaceId);
    if (existing) return existing;
    const home = cluster.findMachine(db, spaceId);
    homes.set(spaceId, home);
    home.catch(() => homes.delete(spaceId));
    return home;
  }

  let problems: string[] = [];
  let isInspecting = false;
  /** One at a time: a machine that hangs keeps the connection by which it is asked. */
  async function inspect(): Promise<void> {
    if (isInspecting) return;
    isInspecting = true;
    const current = await cluster.findProblems(background).catch(() => problems);
    isInspecting = false;
    if (current.length > 0 && current.join() !== problems.join())
      log.error({ problems: current }, "a machine of the cluster is not set up as it should be");
    problems = current;
  }

  for (const id of await cluster.listMachines(db)) machineOf(id);
  void inspect();
  const inspecting = setInterval(() => void inspect(), INSPECTED_EVERY_MS).unref();
  return {
    at: async (spaceId) => machineOf(await homeOf(spaceId)).db,
    background,
    areWell: () => problems.length === 0 && [...machines.values()].every(({ breaker }) => !breaker.isOpen),
    stop: async () => {
      clearInterval(inspecting);
      await Promise.all([background.close(), ...[...machines.values()].map(({ stop }) => stop())]);
    },
  };
}

function openMachine(id: number, { connect, log, cluster }: Required<MachinesOptions>): Machine {
  const db = connect(MOST_FOR_A_MACHINE, id);
  const probes = connect(MOST_FOR_PROBES, id);
  const breaker = openBreaker({
    probe: () => cluster.answersItself(probes, id),
    onChange: (isOpen) => {
      if (isOpen) log.error({ machine: id }, "a machine of the cluster does not answer; its spaces are answered 503");
      else log.info({ machine: id }, "a machine of the cluster answers again");
    },
  });
  const stop = async () => {
    breaker.stop();
    await Promise.all([db.close(), probes.close()]);
  };
  return { db: guarded(db, breaker), breaker, stop };
}
