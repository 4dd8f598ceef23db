// Runs a client's tests: without a server, to find those that need one, and against auth in both modes.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needServer, type Outcomes } from "./results.ts";
import { startServers } from "./servers.ts";
import type { Suite } from "./suites.ts";

/** `off`: auth's default answers. `on`: with AUTHSVC_UPSTREAM_ANSWERS. */
export type Column = "off" | "on";

export interface SuiteRun {
  /** Names of tests that need a server. */
  needed: string[];
  runs: { column: Column; outcomes: Outcomes }[];
}

export interface SuiteOptions {
  columns: readonly Column[];
  adopted: boolean;
  say(line: string): void;
}

export async function runSuite(suite: Suite, folder: string, { columns, adopted, say }: SuiteOptions): Promise<SuiteRun> {
  if (suite.prepare && !existsSync(join(folder, suite.prepare.makes))) await runProgram(suite.prepare.command, folder);
  say("without a server");
  const without: Outcomes = suite.waitsForServer ? new Map() : await outcomesOf(suite, folder);
  const runs: SuiteRun["runs"] = [];
  for (const column of columns) {
    say(`switch ${column}`);
    await using servers = await startServers(suite.servers(folder), { upstreamAnswers: column === "on", adopted });
    runs.push({ column, outcomes: await outcomesOf(suite, folder) });
    await servers.requireInStep();
  }
  return { needed: needServer(without, ...runs.map(({ outcomes }) => outcomes)), runs };
}

async function outcomesOf({ command, read }: Suite, folder: string): Promise<Outcomes> {
  const resultsFolder = await mkdtemp(join(tmpdir(), "cofre-clients-"));
  const file = join(resultsFolder, "results");
  try {
    const printed = await runProgram(
      command.map((part) => part.replace("{results}", file)),
      folder,
    );
    const isWritten = command.some((part) => part.includes("{results}"));
    return read(isWritten ? await readFile(file, "utf8") : printed);
  } finally {
    await rm(resultsFolder, { recursive: true, force: true });
  }
}

const MOST_OUTPUT_BYTES = 256 * 1024 * 1024;

/** The output. Test programs exit with a failure if a test fails, which is expected. */
export function runProgram([program = "", ...args]: readonly string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile(program, args, { cwd, maxBuffer: MOST_OUTPUT_BYTES }, (error, output) =>
      error && typeof error.code !== "number" ? fail(error) : done(output),
    );
  });
}
