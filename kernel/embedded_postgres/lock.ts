// The owner of an embedded PostgreSQL holds an advisory lock in it. Unlike a lock file it cannot go stale.
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../process/operator_error.ts";
import { type ConnectedClient, connectClient } from "../sql/client.ts";
import { isAlive } from "./account.ts";
import { superuser } from "./data.ts";

/** Arbitrary, but it must never change. */
const lockKey = 2_026_110_015;

export class InUse extends OperatorError {}

type Row = Record<string, unknown>;

export interface Lock {
  /** Runs a statement on the connection that holds the lock, in the database `postgres`. */
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  /** Runs `last` while the lock is still held, then releases the lock. */
  release(last?: () => Promise<void>): Promise<void>;
}

/** Takes the owner's lock, or throws InUse with the other owner's name. */
export async function takeLock(port: number, password: string, home: string): Promise<Lock> {
  let state: "asking" | "held" | "lost" | "released" = "asking";
  const url = `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?sslmode=disable`;
  let connected: ConnectedClient | undefined;
  const query: Lock["query"] = async (text, values) => {
    connected ??= await connect();
    return connected.client.query<Row>(text, values);
  };
  const tryLock = async () => (await query("select pg_try_advisory_lock($1) as got", [lockKey])).rows[0]?.got === true;

  async function connect(): Promise<ConnectedClient> {
    const fresh = await connectClient({ url, settings: {}, name: `cofre pid ${process.pid}` });
    fresh.client.on("end", () => {
      connected = undefined;
      void retake();
    });
    return fresh;
  }

  const isReleased = () => state === "released";

  /** The server drops all connections when one of its processes crashes, so the lock must be taken again. */
  async function retake(): Promise<void> {
    if (state !== "held") return;
    state = "lost";
    while (state === "lost") {
      await sleep(200, undefined, { ref: false });
      if (state === "lost" && (await tryLock().catch(() => false)) && state === "lost") state = "held";
    }
    // The connection may have opened after the release.
    if (isReleased()) await connected?.end();
  }

  const release = async (last?: () => Promise<void>) => {
    state = "released";
    try {
      await last?.();
    } finally {
      await connected?.end();
    }
  };

  try {
    const deadline = Date.now() + 5_000;
    while (!(await tryLock())) {
      const pid = await ownerOf(query);
      // The server releases the lock of a dead owner as soon as it notices.
      if (Date.now() > deadline || (pid !== undefined && isAlive(pid))) throw inUse(home, pid);
      await sleep(50);
    }
    state = "held";
    return { query, release };
  } catch (error) {
    await release();
    if ((error as { code?: string }).code !== "28P01") throw error;
    throw new OperatorError(`The database in ${home} has another password. Restore the secrets that belong to it.`);
  }
}

function inUse(home: string, pid: number | undefined): InUse {
  const who = pid === undefined ? "another program" : `another Cofre, process ${pid}`;
  return new InUse(`The database in ${home} is in use by ${who}. Stop that one first, or set COFRE_HOME to another folder.`);
}

async function ownerOf(query: Lock["query"]): Promise<number | undefined> {
  const { rows } = await query(
    `select activity.application_name
       from pg_locks lock join pg_stat_activity activity using (pid)
      where lock.locktype = 'advisory' and lock.granted and lock.objid = $1 and activity.datname = 'postgres'`,
    [lockKey],
  );
  return Number(String(rows[0]?.application_name).match(/^cofre pid (\d+)$/)?.[1]) || undefined;
}
