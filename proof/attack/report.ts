// Reports a run: a line for each finding, a table at the end, and everything as JSON.
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import type { Finding, Outcome } from "./attack_case.ts";

export interface Report {
  machine: string;
  commit: string;
  seed: number;
  target: string;
  began: string;
  seconds: number;
  counts: Record<Outcome, number>;
  findings: Finding[];
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WIDEST = 200;

export function makeReport(findings: readonly Finding[], about: Pick<Report, "seed" | "target" | "began" | "seconds">): Report {
  const count = (outcome: Outcome) => findings.filter((each) => each.outcome === outcome).length;
  const sorted = [...findings].sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
  return {
    machine: describeMachine(),
    commit: describeCommit(),
    ...about,
    counts: { passed: count("passed"), failed: count("failed"), "not run": count("not run") },
    findings: sorted,
  };
}

export function lineOf({ id, title, outcome, detail, milliseconds }: Finding): string {
  const mark = { passed: "pass", failed: "FAIL", "not run": "    " }[outcome];
  const why = outcome === "not run" ? `not run: ${detail}` : title;
  const view = outcome === "passed" && detail ? `${why} (${detail})` : why;
  const line = `${id.padEnd(7)}${mark.padEnd(5)}${`${milliseconds} ms`.padStart(9)}  ${view.replaceAll("\n", " ")}`;
  const cut = line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line;
  return outcome === "failed" ? `${cut}\n${indent(detail)}` : cut;
}

export function textOf({ machine, commit, seed, target, seconds, counts, findings }: Report): string {
  const notRun = Object.entries(Object.groupBy(notRunOf(findings), ({ detail }) => detail));
  return [
    "",
    ...findings.map(lineOf),
    "",
    `${counts.passed} passed, ${counts.failed} failed, ${counts["not run"]} not run, in ${seconds} s`,
    ...notRun.map(([why, those = []]) => `  not run: ${those.map(({ id }) => id).join(", ")}: ${why}`),
    `${target}; ${machine}; commit ${commit}; seed ${seed}`,
  ].join("\n");
}

const notRunOf = (findings: readonly Finding[]) => findings.filter(({ outcome }) => outcome === "not run");

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `              ${line}`)
    .join("\n");
}

function describeMachine(): string {
  const [first, ...others] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${others.length + 1} x ${first?.model || process.arch}, ${memory}, ${process.platform}, Node ${process.versions.node}`;
}

/** Marked if files differ from that commit. */
function describeCommit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const changed = git("status", "--porcelain").trim() === "" ? "" : " with changes";
    return git("rev-parse", "--short", "HEAD").trim() + changed;
  } catch {
    return "unknown";
  }
}
