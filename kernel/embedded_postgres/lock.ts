// One process at a time owns an embedded PostgreSQL: the one that holds an advisory lock in it. A lock file could go stale; this cannot.
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { OperatorError } from "../operator_error.ts";
import { isAlive } from "./account.ts";
import { superuser } from "./data.ts";

/** Any number will do, as long as it stays. */
const lockKey = 2_026_110_015;

export class InUse extends OperatorError {}

export interface Lock {
  /** The one connection that holds the lock, to the database `postgres`. */
  sql: postgres.Sql;
  /** Does a last thing under the lock, then gives it up. */
  release(last?: () => Promise<void>): Promise<void>;
}

/** Takes the owner's lock and keeps it, or throws InUse with the name of the other. */
export async function takeLock(port: number, password: string, home: string): Promise<Lock> {
  let state: "asking" | "held" | "lost" | "released" = "asking";
  const sql = postgres({
    host: "127.0.0.1",
    port,
    user: superuser,
    password,
    database: "postgres",
    ssl: false,
    max: 1,
    // The lock lives as long as its connection, so the driver must not retire it.
    max_lifetime: null,
    connect_timeout: 10,
    fetch_types: false,
    connection: { application_name: `cofre pid ${process.pid}` },
    onnotice: () => {},
    onclose: () => void retake(),
  });
  const tryLock = async () => (await sql`select pg_try_advisory_lock(${lockKey}) as got`)[0]?.got === true;

  /** When one of its processes crashes, the server drops all connections, and goes on. */
  async function retake(): Promise<void> {
    if (state !== "held") return;
    state = "lost";
    while (state === "lost") {
      await sleep(200, undefined, { ref: false });
      if (state === "lost" && (await tryLock().catch(() => false)) && state === "lost") state = "held";
    }
  }

  const release = async (last?: () => Promise<void>) => {
    state = "released";
    try {
      await last?.();
    } finally {
      await sql.end({ timeout: 1 }).catch(() => {});
    }
  };

  try {
    const deadline = Date.now() + 5_000;
    while (!(await tryLock())) {
      const pid = await ownerOf(sql);
      // A dead owner's lock goes as soon as the server notices.
      if (Date.now() > deadline || (pid !== undefined && isAlive(pid))) {
        const who = pid === undefined ? "another program" : `another Cofre, process ${pid}`;
        throw new InUse(`The database in ${home} is in use by ${who}. Stop that one first, or set COFRE_HOME to another folder.`);
      }
      await sleep(50);
    }
    state = "held";
    return { sql, release };
  } catch (error) {
    await release();
    if ((error as { code?: string }).code !== "28P01") throw error;
    throw new OperatorError(
      `The database in ${home} was made with another password than it is given now. Bring back the secrets that belong to it.`,
    );
  }
}

async function ownerOf(sql: postgres.Sql): Promise<number | undefined> {
  const [row] = await sql`
    select activity.application_name
      from pg_locks lock join pg_stat_activity activity using (pid)
     where lock.locktype = 'advisory' and lock.granted and lock.objid = ${lockKey} and activity.datname = 'postgres'`;
  return Number(String(row?.application_name).match(/^cofre pid (\d+)$/)?.[1]) || undefined;
}
