// The servers that a client's tests expect: auth processes on a new PostgreSQL.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assertInStep, assertReadable } from "../../auth/adoption/testing/rows.ts";
import { asAuthAdmin, GRANT, onDatabase, SUPABASE } from "../../auth/adoption/testing.ts";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import type { PlainClient } from "../../kernel/testing/plain_client.ts";
import { endProcess, hasEnded, launchCofre } from "../harness/cofre_process.ts";
import { openWorkFolder } from "../harness/work_folder.ts";
import type { ComposeServer } from "./compose.ts";

const LONGEST_START_MS = 60_000;
const BETWEEN_LOOKS_MS = 100;

/** Settings of the original environment; here the database differs, and the server is local. */
const NOT_OURS = /^(GOTRUE_|AUTHSVC_)?(DATABASE_URL|DB_DATABASE_URL|DB_DRIVER|DB_NAMESPACE|NAMESPACE|API_HOST|LOG_LEVEL)$/;

export interface ServerOptions {
  upstreamAnswers: boolean;
  /** On the database of a Supabase, whose Supabase Auth they replace. */
  adopted: boolean;
}

export interface RunningServers extends AsyncDisposable {
  /** Throws if an adopted schema and ours differ, or hold what Supabase Auth could not read. */
  requireInStep(): Promise<void>;
}

export async function startServers(
  servers: readonly ComposeServer[],
  { upstreamAnswers, adopted }: ServerOptions,
): Promise<RunningServers> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await openWorkFolder("clients"));
  const database = opened.use(await startEmbeddedPostgres({ home: folder, password: randomBytes(16).toString("hex") }));
  if (adopted) await layInSupabase(database.url);
  const ofDatabase: Record<string, string> = adopted
    ? { AUTHSVC_DB_DATABASE_URL: asAuthAdmin(database.url), AUTHSVC_ADOPT: "supabase" }
    : { AUTHSVC_DB_DATABASE_URL: database.url };
  for (const { name, variables } of servers) {
    const stored = Object.entries(variables).filter(([variable]) => !NOT_OURS.test(variable));
    const child = launchCofre({
      command: "auth",
      variables: {
        ...Object.fromEntries(stored),
        ...ofDatabase,
        AUTHSVC_API_HOST: "localhost",
        AUTHSVC_UPSTREAM_ANSWERS: String(upstreamAnswers),
        AUTHSVC_LOG_FILE: join(folder, `${name}.log`),
      },
      folder,
      output: "ignore",
      errors: "inherit",
    });
    opened.defer(() => endProcess(child));
    const url = `http://127.0.0.1:${variables.PORT ?? "8081"}/health`;
    const deadline = Date.now() + LONGEST_START_MS;
    while (!(await isHealthy(url))) {
      if (hasEnded(child) || Date.now() > deadline) throw new Error(`${name} does not answer at ${url}`);
      await sleep(BETWEEN_LOOKS_MS);
    }
  }
  const running = opened.move();
  return {
    requireInStep: async () => {
      if (adopted) await onDatabase(database.url, requireInStep);
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

async function requireInStep(client: PlainClient): Promise<void> {
  const sql = (text: string) => client.query(text);
  await assertInStep({ sql });
  await assertReadable({ sql });
}

/** The tables of a Supabase Auth that has run, and what `postgres` grants once. */
async function layInSupabase(url: string): Promise<void> {
  await SUPABASE.prepare(url);
  await onDatabase(url, (client) => client.query(GRANT));
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
