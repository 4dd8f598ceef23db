// Runs test files by node:test, and says what failed among the others and passed by itself.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { temporaryFolder } from "./folder.ts";
import { costliest, type Groups, writeGroups } from "./groups.ts";
import { type Failure, type Outcome, readOutcome } from "./outcome_reporter.ts";
import { ROOT } from "./root.ts";

/** Test files wait more than they work, so a few run at once even on two cores. */
const PROCESSES = 4;
const RUNNER = [`--test-concurrency=${PROCESSES}`, "--test-timeout=120000"];

/** So many files may fail among all the others and get a second try by themselves; more are no accident. */
const MOST_SECOND_TRIES = 3;

/** A test that hangs must not hang what waits for all of them. The files that were under way by then are named. */
const LONGEST_RUN_MS = 20 * 60_000;
const STOPPED = 124;

export interface Run {
  databaseUrl: string;
  options: readonly string[];
  files: readonly string[];
  /** Each file has a process of its own. */
  apart?: boolean;
}

/** The exit code: 0 if every test passed, and at least one ran. */
export async function runFiles(run: Run): Promise<number> {
  return (await runOnce(run)).code;
}

/** A busy machine can make one test in thousands fail. A file that then passes by itself is named, with what failed first: it has a cause. */
export async function runWithSecondTry(run: Run): Promise<number> {
  const { code, failures, filesOf } = await runOnce(run, LONGEST_RUN_MS);
  const failed = [...new Set(failures.map(({ file }) => file))];
  if (failed.length === 0 || failed.length > MOST_SECOND_TRIES) return code;
  const files = failed.flatMap(filesOf);
  console.log(`\nFailed among the others, and now tried by themselves:\n${files.map((file) => `  ${pathOf(file)}\n`).join("")}`);
  const second = await runOnce({ ...run, files, apart: true }, LONGEST_RUN_MS);
  if (second.code === 0) console.log(`\n${secondTries(failures)}`);
  return second.code;
}

/** For the end of the output. */
export function secondTries(failures: readonly Failure[]): string {
  const lines = failures.map(({ file, test, message }) => {
    const shown = message.trim().split("\n").slice(0, LINES_SHOWN).join("\n      ");
    return `  ${pathOf(file)}: ${test}\n      ${shown}`;
  });
  return `Passed at the second try only. What failed first, and has a cause to be found:\n${lines.join("\n")}`;
}

export function stoppedIn(files: readonly string[]): string {
  return `\nStopped before its end.${files.map((file) => `\n  under way: ${pathOf(file)}`).join("")}`;
}

const LINES_SHOWN = 12;
const pathOf = (file: string) => relative(ROOT, resolve(ROOT, file));

interface Ran extends Outcome, Pick<Groups, "filesOf"> {
  code: number;
}

async function runOnce({ databaseUrl, options, files, apart }: Run, longestMs?: number): Promise<Ran> {
  await using folder = await temporaryFolder();
  // Node does not look for tests of a name, or whatever else it is asked for, in files that are loaded later.
  const isApart = apart || options.length > 0 || files.length <= PROCESSES;
  const { modules, filesOf, costs, underWay } = await writeGroups(folder.path, isApart ? [] : files, PROCESSES);
  const report = join(folder.path, "outcome");
  const reporters = ["spec", "stdout", join(import.meta.dirname, "outcome_reporter.ts"), report].map(
    (value, index) => `--test-reporter${index % 2 === 0 ? "" : "-destination"}=${value}`,
  );
  const code = await runNode(databaseUrl, longestMs, [
    "--test",
    ...RUNNER,
    ...reporters,
    ...options,
    ...(modules.length > 0 ? modules : files),
  ]);
  const outcome = readOutcome(await readFile(report, "utf8").catch(() => ""));
  if (modules.length > 1) console.log(`\n${costliest(await costs())}`);
  // Where each file has a process of its own, the reporter names them.
  if (code === STOPPED) console.error(stoppedIn(await underWay()));
  if (outcome.ran > 0) return { ...outcome, filesOf, code };
  if (code !== STOPPED) console.error("\nNo test ran: no name matches.");
  return { ...outcome, filesOf, code: code || 1 };
}

function runNode(databaseUrl: string, timeout: number | undefined, nodeArguments: string[]): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const child = spawn(process.execPath, nodeArguments, {
    cwd: ROOT,
    stdio: "inherit",
    timeout,
    // Hundreds of files load the same modules, each in a process of its own.
    env: { ...process.env, COFRE_TEST_DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE: join(ROOT, ".runtime/compile-cache") },
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, forward);
  child.on("close", (code) => {
    for (const signal of signals) process.off(signal, forward);
    resolve(child.killed ? STOPPED : (code ?? 1));
  });
  return promise;
}
