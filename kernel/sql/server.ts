// Is there a PostgreSQL at this address, is it new enough, and does it keep what it acknowledges?
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { OperatorError } from "../operator_error.ts";

export interface ServerFacts {
  /** "18.4" */
  version: string;
  /** Settings that may lose acknowledged writes, as `name = value`. Empty is good. */
  unsafeSettings: string[];
}

const OLDEST_VERSION = 15;
const CONNECT_SECONDS = 5;
const RETRY_MS = 500;

export async function inspectServer(url: string): Promise<ServerFacts> {
  const connection = postgres(url, { max: 1, connect_timeout: CONNECT_SECONDS, onnotice: () => {}, fetch_types: false });
  try {
    const rows = await connection<{ name: string; setting: string }[]>`
      select name, setting
        from pg_settings
       where name in ('server_version', 'server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit')`;
    const settings = new Map(rows.map((row) => [row.name, row.setting]));
    const version = (settings.get("server_version") ?? "").split(" ")[0] as string;
    if (Number(settings.get("server_version_num")) < OLDEST_VERSION * 10_000) {
      throw new OperatorError(`PostgreSQL ${version} is too old. Cofre needs PostgreSQL ${OLDEST_VERSION} or newer.`);
    }
    const durable = ["fsync", "full_page_writes", "synchronous_commit"].filter((name) => settings.get(name) === "off");
    return { version, unsafeSettings: durable.map((name) => `${name} = off`) };
  } finally {
    await connection.end({ timeout: 1 });
  }
}

/** Waits for a server that is still starting, as containers that start together do. */
export async function waitForServer(url: string, seconds: number, onWait: (problem: string) => void): Promise<ServerFacts> {
  const deadline = Date.now() + seconds * 1000;
  for (let attempt = 1; ; attempt++) {
    try {
      return await inspectServer(url);
    } catch (error) {
      const problem = explain(error);
      if (error instanceof OperatorError || isFinal(error) || Date.now() > deadline) {
        throw error instanceof OperatorError
          ? error
          : new OperatorError(`The database cannot be used: ${problem}`, { cause: error });
      }
      if (attempt === 1) onWait(problem);
      await sleep(RETRY_MS);
    }
  }
}

const WRONG_PASSWORD = "28P01";
const NO_SUCH_ROLE = "28000";
const NO_SUCH_DATABASE = "3D000";

/** Waiting does not mend a wrong name or password. */
function isFinal(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? "";
  return [WRONG_PASSWORD, NO_SUCH_ROLE, NO_SUCH_DATABASE, "ENOTFOUND"].includes(code);
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "ECONNREFUSED") return "nothing listens at that host and port.";
  if (code === "ENOTFOUND") return "the host name is not known.";
  if (code === "CONNECT_TIMEOUT") return "the host does not answer.";
  return `${message ?? String(error)}.`;
}
