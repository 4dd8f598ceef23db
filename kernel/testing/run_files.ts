// Runs test files with node:test, and reports which failed with the others and passed alone.
import { spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "./folder.ts";
import { costliest, type Groups, writeGroups } from "./groups.ts";
import { type Failure, type LeftOut, type Outcome, readOutcome } from "./outcome_reporter.ts";
import { ROOT } from "./root.ts";
import { type Stalls, watchForStalls } from "./stalls.ts";

/** Test files mostly wait, so several run at once even on two cores. */
const PROCESSES = 4;
const RUNNER = [`--test-concurrency=${PROCESSES}`, "--test-timeout=120000"];
const PROGRESS = join(import.meta.dirname, "progress.ts");

/** This many failed files are run once more alone; if more failed, it is no accident. */
const MOST_SECOND_TRIES = 3;

/** For setup and a busy machine. Within a test its own timeout applies. */
const SILENCE_BEYOND_TIMEOUT_MS = 180_000;

/** Four times the duration on two cores. Files that are still running are then reported. */
const LONGEST_RUN_MS = 60 * 60_000;
const STOPPED = 124;

export interface Run {
  databaseUrl: string;
  options: readonly string[];
  files: readonly string[];
  /** Runs each file in its own process. */
  apart?: boolean;
  /** A process in which no test ends for this long is killed. */
  longestSilenceMs?: number;
}

export interface Result {
  /** 0 if at least one test ran and none failed. */
  code: number;
  leftOut: readonly LeftOut[];
}

export function runFiles(run: Run): Promise<Result> {
  return runOnce(run);
}

/** A busy machine may make a test fail. A file that passes alone is reported with its first failure, which still has a cause. */
export async function runWithSecondTry(run: Run): Promise<Result> {
  const { code, failures, leftOut, filesOf } = await runOnce(run, LONGEST_RUN_MS);
  const failed = [...new Set(failures.map(({ file }) => file))];
  if (failed.length === 0 || failed.length > MOST_SECOND_TRIES) return { code, leftOut };
  // A file that ran in no group is reported by its full path.
  const files = failed.flatMap(filesOf).map(pathOf);
  console.log(`\nFailed with the others, now run alone:\n${files.map((file) => `  ${file}\n`).join("")}`);
  const second = await runOnce({ ...run, files, apart: true }, LONGEST_RUN_MS);
  if (second.code === 0) console.log(`\n${secondTries(failures)}`);
  return { code: second.code, leftOut };
}

export function secondTries(failures: readonly Failure[]): string {
  const lines = failures.map(({ file, test, message }) => {
    const view = message.trim().split("\n").slice(0, LINES_SHOWN).join("\n      ");
    return `  ${pathOf(file)}: ${test}\n      ${view}`;
  });
  return `Passed at the second try only. What failed first, and has a cause to be found:\n${lines.join("\n")}`;
}

/** Reports the group's running file; if none was running, any of them may have left something open. */
function stalledIn({ files, orphans }: Stalls, filesOf: Groups["filesOf"], begun: readonly string[]): string {
  const named = files.flatMap((started) => {
    const group = filesOf(started);
    const under = group.filter((file) => begun.includes(file));
    return under.length > 0 ? under : group;
  });
  const lines = [
    ...named.map((file) => `  ${pathOf(file)}: no test ended for too long, or its process did not end after the tests`),
    ...orphans.map((command) => `  left running by a test: ${command}`),
  ];
  return `\nFailed, and ended by force:\n${lines.join("\n")}`;
}

export function leftOutLines(tests: readonly LeftOut[]): string {
  const counts = new Map<string, number>();
  for (const { file, reason } of tests) {
    const line = `${pathOf(file)}: ${reason}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) => `\n  ${count} of ${line}`);
  return `\nLEFT OUT, and not tested here:${lines.join("")}`;
}

export function stoppedIn(files: readonly string[]): string {
  return `\nStopped before its end.${files.map((file) => `\n  under way: ${pathOf(file)}`).join("")}`;
}

const LINES_SHOWN = 12;
const pathOf = (file: string) => relative(ROOT, resolve(ROOT, file));

interface Ran extends Outcome, Pick<Groups, "filesOf"> {
  code: number;
}

async function runOnce(run: Run, longestMs?: number): Promise<Ran> {
  const { options, files, apart } = run;
  await using folder = await temporaryFolder();
  // Node applies options such as name patterns only to files that it loads itself. Those it starts the `before` hooks of a file all at
  // once; in a group each waits for the one before.
  const grouped = options.length > 0 ? [] : files;
  const { modules, filesOf, costs, underWay } = await writeGroups(folder.path, grouped, apart ? grouped.length : PROCESSES);
  const report = join(folder.path, "outcome");
  const reporters = ["spec", "stdout", join(import.meta.dirname, "outcome_reporter.ts"), report].map(
    (value, index) => `--test-reporter${index % 2 === 0 ? "" : "-destination"}=${value}`,
  );
  const progress = join(folder.path, "progress");
  await mkdir(progress);
  const stalls = watchForStalls(progress, run.longestSilenceMs ?? timeoutOf(options) + SILENCE_BEYOND_TIMEOUT_MS);
  const ended = await runNode({ COFRE_TEST_DATABASE_URL: run.databaseUrl, COFRE_TEST_PROGRESS: progress }, longestMs, [
    `--import=${pathToFileURL(PROGRESS).href}`,
    "--test",
    ...RUNNER,
    ...reporters,
    ...options,
    ...(modules.length > 0 ? modules : files),
  ]);
  await stalls.stop();
  const code = ended || (stalls.files.length + stalls.orphans.length > 0 ? 1 : 0);
  const outcome = readOutcome(await readFile(report, "utf8").catch(() => ""));
  // A test defined in test support belongs to the only file.
  if (files.length === 1) for (const each of outcome.leftOut) each.file = files[0] as string;
  if (modules.length > 1) console.log(`\n${costliest(await costs())}`);
  const begun = await underWay();
  // With one process for each file, the reporter names them.
  if (code === STOPPED) console.error(stoppedIn(begun));
  else if (code !== ended || stalls.files.length > 0) console.error(stalledIn(stalls, filesOf, begun));
  if (outcome.ran > 0) return { ...outcome, filesOf, code };
  if (code !== STOPPED) console.error("\nNo test ran: no name matches.");
  return { ...outcome, filesOf, code: code || 1 };
}

function timeoutOf(options: readonly string[]): number {
  const input = [...RUNNER, ...options].findLast((option) => option.startsWith("--test-timeout="));
  return Number(input?.split("=")[1]);
}

type Variables = Record<"COFRE_TEST_DATABASE_URL" | "COFRE_TEST_PROGRESS", string>;

function runNode(variables: Variables, timeout: number | undefined, nodeArguments: string[]): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const child = spawn(process.execPath, nodeArguments, {
    cwd: ROOT,
    stdio: "inherit",
    timeout,
    // Hundreds of processes load the same modules.
    env: { ...process.env, ...variables, NODE_COMPILE_CACHE: join(ROOT, ".runtime/compile-cache") },
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
