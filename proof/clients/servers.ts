// The servers that a client's tests expect: auth processes on a new PostgreSQL.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { endProcess, hasEnded, launchCofre } from "../harness/cofre_process.ts";
import { openWorkFolder } from "../harness/work_folder.ts";
import type { ComposeServer } from "./compose.ts";

const LONGEST_START_MS = 60_000;
const BETWEEN_LOOKS_MS = 100;

/** Settings of the original environment; here the database differs, and the server is local. */
const NOT_OURS = /^(GOTRUE_|AUTHSVC_)?(DATABASE_URL|DB_DATABASE_URL|DB_DRIVER|DB_NAMESPACE|NAMESPACE|API_HOST|LOG_LEVEL)$/;

export async function startServers(servers: readonly ComposeServer[], upstreamAnswers: boolean): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await openWorkFolder("clients"));
  const database = opened.use(await startEmbeddedPostgres({ home: folder, password: randomBytes(16).toString("hex") }));
  for (const { name, variables } of servers) {
    const stored = Object.entries(variables).filter(([variable]) => !NOT_OURS.test(variable));
    const child = launchCofre({
      command: "auth",
      variables: {
        ...Object.fromEntries(stored),
        AUTHSVC_DB_DATABASE_URL: database.url,
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
  return opened.move();
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
