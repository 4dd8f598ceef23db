// Checks the embedded PostgreSQL: its package, folder and process.
import { constants } from "node:fs";
import { access, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { installedBinaries } from "../../kernel/embedded_postgres/binaries.ts";
import { superuser } from "../../kernel/embedded_postgres/data.ts";
import { findPostmaster } from "../../kernel/embedded_postgres/process.ts";
import type { Facts, Finding } from "./finding.ts";

const SUBJECT = "embedded database";

export interface EmbeddedState {
  findings: Finding[];
  url?: string;
}

/** `urls`: the operator's; with both there is no embedded database to check. */
export async function embeddedDatabase(facts: Facts, urls: (string | undefined)[]): Promise<EmbeddedState> {
  const home = await checkHome(facts.home);
  if (urls.every((url) => url !== undefined)) return { findings: [home] };
  const { major, finding } = await checkPackage();
  const state = await checkData(facts, major);
  return { ...state, findings: [home, finding, ...state.findings] };
}

async function checkHome(home: string): Promise<Finding> {
  const subject = `COFRE_HOME ${home}`;
  const advice = "Make it writable for this user, or set COFRE_HOME to another folder";
  let nearest = home;
  for (;;) {
    const status = await stat(nearest).catch((error: NodeJS.ErrnoException) => error);
    if (!(status instanceof Error)) {
      if (!status.isDirectory()) return { level: "FAIL", subject, text: `${nearest} is not a folder. Set COFRE_HOME to another` };
      break;
    }
    if (status.code !== "ENOENT") return { level: "FAIL", subject, text: `cannot be reached (${status.code}). ${advice}` };
    nearest = dirname(nearest);
  }
  const problem = await access(nearest, constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => error);
  if (problem) return { level: "FAIL", subject, text: `${nearest} is not writable (${problem.code}). ${advice}` };
  return { level: "ok", subject, text: nearest === home ? "is writable" : "will be created at the first start" };
}

async function checkPackage(): Promise<{ finding: Finding; major?: number }> {
  const subject = "embedded PostgreSQL";
  try {
    const manifest = await readFile(join(installedBinaries(), "..", "package.json"), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    return { finding: { level: "ok", subject, text: `${version} is installed` }, major: Number.parseInt(version, 10) };
  } catch (error) {
    return { finding: { level: "FAIL", subject, text: (error as Error).message } };
  }
}

async function checkData({ home, secrets }: Facts, major: number | undefined): Promise<EmbeddedState> {
  const entry = join(home, "database");
  const report = (level: Finding["level"], text: string) => ({ findings: [{ level, subject: SUBJECT, text }] });
  const problem = await stat(entry).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  if (problem?.code === "ENOENT" && !secrets) return report("ok", "will be created at the first start");
  if (problem?.code === "ENOENT") return report("ok", `${entry} does not exist and will be created at the next start`);
  if (problem) return report("FAIL", `${entry} cannot be reached (${problem.code}); run this as the user that starts Cofre`);
  const data = await realpath(entry);
  const version = await readFile(join(data, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => error);
  if (version instanceof Error) {
    return report(
      "FAIL",
      `${data} cannot be read (${version.code}); run this as the user that starts Cofre, or restore the folder`,
    );
  }
  if (major !== undefined && Number(version) !== major) {
    return report("FAIL", `${data} was created by PostgreSQL ${version.trim()}, but PostgreSQL ${major} is installed`);
  }
  if (!secrets) return report("FAIL", `${data} exists, but its secrets are missing; restore ${home}/secrets.json`);
  const running = await findPostmaster(data);
  if (!running?.lives) return report("ok", `${entry} exists and is not running; a start runs it`);
  if (running.status !== "ready") return report("warn", `process ${running.pid} is ${running.status}; try again in a moment`);
  const url = `postgres://${superuser}:${encodeURIComponent(secrets.databasePassword)}@127.0.0.1:${running.port}/cofre`;
  return { ...report("ok", `runs as process ${running.pid}`), url };
}
