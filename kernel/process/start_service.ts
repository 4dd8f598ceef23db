// Starts a service from its parts. The database is opened first and closed last; if a part fails, everything is closed.
import { type Lifecycle, type ServeOptions, serve } from "../http/serve.ts";
import type { Service } from "../http/service.ts";
import type { Database } from "../sql/database.ts";
import { openStore, type StoreOptions } from "../sql/store.ts";
import { VERSION } from "./version.ts";

export interface RunningService<World> {
  port: number;
  world: World;
  /** Finishes requests in progress, then closes everything. Keep-alive connections must have been idle for `keptQuietMs`. */
  stop(keptQuietMs?: number): Promise<void>;
}

interface Parts<World, Access extends string, Caller, Extra> {
  service: Service<World, Access, Caller, Extra>;
  listen: Omit<ServeOptions, "lifecycle">;
  /** Stopped after the last request, before the database is closed. */
  helpers?: readonly { stop(): Promise<void> }[];
}

type Assembled<World, Access extends string, Caller, Extra> =
  | Parts<World, Access, Caller, Extra>
  | Promise<Parts<World, Access, Caller, Extra>>;

export async function startService<World, Access extends string, Caller, Extra = unknown>(
  store: StoreOptions,
  assemble: (db: Database, lifecycle: Lifecycle) => Assembled<World, Access, Caller, Extra>,
): Promise<RunningService<World>> {
  const db = await openStore(store);
  try {
    const running = await startWithoutDatabase((lifecycle) => assemble(db, lifecycle));
    return {
      ...running,
      stop: async (keptQuietMs) => {
        await running.stop(keptQuietMs);
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

export async function startWithoutDatabase<World, Access extends string, Caller, Extra = unknown>(
  assemble: (lifecycle: Lifecycle) => Assembled<World, Access, Caller, Extra>,
): Promise<RunningService<World>> {
  const lifecycle = { draining: false };
  const { service, listen, helpers = [] } = await assemble(lifecycle);
  const stopHelpers = async () => {
    for (const helper of helpers) await helper.stop();
  };
  const listening = await serve(service, { ...listen, lifecycle }).catch(async (error) => {
    await stopHelpers();
    throw error;
  });
  service.log.info({ port: listening.port, version: VERSION }, `${service.name} listens`);
  return {
    port: listening.port,
    world: service.world,
    stop: async (keptQuietMs) => {
      await listening.stop(keptQuietMs);
      await stopHelpers();
    },
  };
}
