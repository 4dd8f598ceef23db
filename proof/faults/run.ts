// npm run faults: runs the controls, then the faults in turn, and reports.
import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { seeded } from "../harness/random.ts";
import { openWorkFolder } from "../harness/work_folder.ts";
import { FAULTS, LEFT_OUT } from "./catalogue.ts";
import { checkPages } from "./checks.ts";
import { runControls } from "./controls.ts";
import type { Fault } from "./fault.ts";
import { CannotRun, noFindings } from "./findings.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { type FaultReport, faultLines, hasPassed, type Report, render, reportOf } from "./report.ts";
import { addMailFindings, openStage, type Stage } from "./stage.ts";

const say = (line: string) => console.log(line);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    say(HELP);
    return 0;
  }
  if (typeof options === "string") {
    console.error(`${options}\n\n${HELP}`);
    return 2;
  }
  const folder = await openWorkFolder("faults");
  // Kept for whoever interrupts a run and looks at it.
  folder.keep();
  const report = await run(options, folder.path);
  say(render(report));
  if (options.json) await writeFile(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
  if (report.passed) folder[Symbol.dispose]();
  else say(`Logs and what was acknowledged are in ${folder.path}.`);
  return report.passed ? 0 : 1;
}

async function run({ only, rounds, full, seed = randomInt(1, 1_000_000) }: Options, folder: string): Promise<Report> {
  const began = performance.now();
  const stage = openStage({ folder, random: seeded(seed), full, rounds, say: (line) => say(`  ... ${line}`) });
  const machine = { Node: process.version, cores: availableParallelism(), "load before": Math.round(loadavg()[0] ?? 0) };
  const results: Pick<Report, "controls" | "controlsFailed" | "faults"> = { controls: [], faults: [] };
  try {
    results.controls = await runControls(stage);
  } catch (error) {
    results.controlsFailed = (error as Error).message;
  }
  for (const fault of FAULTS) {
    if (only.length > 0 && !only.includes(fault.id)) continue;
    say(`${fault.id} ${fault.title}`);
    const result = await bringAbout(fault, stage);
    results.faults.push(result);
    for (const line of faultLines(result)) say(line);
  }
  const pages = await pagesOf(stage, results.faults);
  const mails = await mailsOf(stage, results.faults);
  await stage.close();
  const seconds = (performance.now() - began) / 1000;
  const rest = { when: new Date().toISOString(), seed, full, machine, pages, mails, leftOut: LEFT_OUT, seconds };
  return { ...rest, ...results, passed: hasPassed(results) };
}

async function bringAbout(fault: Fault, stage: Stage): Promise<FaultReport> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  try {
    return reportOf(fault, await fault.run(stage), seconds());
  } catch (error) {
    const { id, title, how, expected } = fault;
    const verdict = error instanceof CannotRun ? "not run" : "harness failed";
    // The next fault needs a clean state.
    await stage.close();
    return { id, title, how, expected, verdict, why: (error as Error).message, seconds: seconds() };
  }
}

/** Damage counts for the last fault, because its cause is unknown. */
async function pagesOf(stage: Stage, faults: FaultReport[]): Promise<string> {
  const last = faults.findLast(({ verdict }) => verdict === "held" || verdict === "violated");
  if (!stage.hasWorld() || !last) return "not looked at: no fault used the shared cluster";
  const { damaged, indexes, tables } = await checkPages((await stage.world()).cluster.url());
  if (damaged.length > 0) {
    last.verdict = "violated";
    last.violations = [...(last.violations ?? []), ...damaged.map((each) => `a page is damaged: ${each}`)];
  }
  return `${tables} tables and ${indexes} indexes read by amcheck, ${damaged.length} damaged`;
}

/** The same for mails: pending ones are sent minutes after their process ended. */
async function mailsOf(stage: Stage, faults: FaultReport[]): Promise<string> {
  const last = faults.findLast(({ verdict }) => verdict === "held" || verdict === "violated");
  if (!stage.hasWorld() || !last) return "not looked at: no fault used the shared world";
  const result = noFindings();
  await addMailFindings(await stage.world(), result);
  if (result.violations.length > 0) {
    last.verdict = "violated";
    last.violations = [...(last.violations ?? []), ...result.violations];
  }
  const figures = Object.entries(result.figures).map(([name, value]) => `${name} ${value}`);
  return `${figures.join("; ")}; missing ${result.violations.length}`;
}

// Services and PostgreSQL end when this process is gone.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    console.error(`Stopped by ${signal}.`);
    process.exit(1);
  });
process.exit(await main());
