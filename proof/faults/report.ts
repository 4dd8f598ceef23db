// Reports the findings as text and JSON.
import type { ControlResult } from "./controls.ts";
import type { Fault } from "./fault.ts";
import { type Findings, isMet } from "./findings.ts";

export interface FaultReport extends Partial<Findings> {
  id: string;
  title: string;
  how: string;
  expected: string;
  verdict: "held" | "violated" | "not run" | "harness failed";
  /** Why a fault was not run, or why the harness failed. */
  why?: string;
  seconds: number;
}

export interface Report {
  when: string;
  seed: number;
  full: boolean;
  machine: Record<string, string | number>;
  controls: ControlResult[];
  controlsFailed?: string;
  faults: FaultReport[];
  /** The final state of the shared cluster's pages. */
  pages: string;
  mails: string;
  leftOut: Readonly<Record<string, string>>;
  seconds: number;
  passed: boolean;
}

export function hasPassed({ controls, faults, controlsFailed }: Pick<Report, "controls" | "faults" | "controlsFailed">): boolean {
  const isGood = ({ verdict }: FaultReport) => verdict === "held" || verdict === "not run";
  return controlsFailed === undefined && controls.every(({ isDetected }) => isDetected) && faults.every(isGood);
}

export function reportOf(fault: Fault, findings: Findings, seconds: number): FaultReport {
  const { id, title, how, expected } = fault;
  return { id, title, how, expected, verdict: findings.violations.length > 0 ? "violated" : "held", ...findings, seconds };
}

const MOST_VIOLATIONS = 10;

export function render(report: Report): string {
  const { controls, faults, leftOut, machine } = report;
  const missed = faults.flatMap(({ id, goals = [] }) => goals.filter((goal) => !isMet(goal)).map((goal) => ({ id, ...goal })));
  const sum = (name: "acked" | "refused" | "unknown" | "retried") =>
    faults.reduce((total, { tally }) => total + (tally?.[name] ?? 0), 0);
  return [
    "",
    `Faults, seed ${report.seed}, ${Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ")}`,
    "",
    "Controls: what must be seen",
    ...controls.map(({ id, title, isDetected, saw }) => `  (${id}) ${isDetected ? "seen    " : "NOT SEEN"}  ${title}: ${saw}`),
    ...(report.controlsFailed ? [`  HARNESS FAILED: ${report.controlsFailed}`] : []),
    "",
    "Faults",
    ...faults.flatMap(faultLines),
    "",
    ...(missed.length > 0
      ? [
          "Figures that were missed on this machine, now (they do not fail the run)",
          ...missed.map(({ id, name, measured, most, unit }) => `  ${id}  ${name}: ${measured} ${unit}, wanted ${most}`),
          "",
        ]
      : []),
    `Pages: ${report.pages}`,
    `Mails: ${report.mails}`,
    "Not run",
    ...Object.entries(leftOut).map(([id, why]) => `  ${id}  ${why}`),
    ...faults.flatMap(({ id, notRun = [] }) => notRun.map((part) => `  ${id}  ${part}`)),
    "",
    `${sum("acked")} acknowledged, ${sum("refused")} refused, ${sum("unknown")} unknown answers, ${sum("retried")} operations sent again.`,
    `${report.passed ? "Passed" : "FAILED"} in ${Math.round(report.seconds)} s.`,
  ].join("\n");
}

const VERDICTS = { held: "held    ", violated: "VIOLATED", "not run": "not run ", "harness failed": "HARNESS FAILED" };

export function faultLines(fault: FaultReport): string[] {
  const { id, title, verdict, why, rounds = 0, tally, violations = [], goals = [], figures = {}, seconds } = fault;
  const counts = tally
    ? `; ${tally.acked} acked, ${tally.refused} refused, ${tally.unknown} unknown, ${tally.retried} retried`
    : "";
  const view = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  const limits = goals.map(({ name, measured, most, unit }) => `${name} ${measured} ${unit} (at most ${most})`);
  return [
    `  ${id} ${VERDICTS[verdict]}  ${title}: ${why ?? `${rounds} rounds${counts}`}, ${Math.round(seconds)} s`,
    ...(view.length > 0 ? [`      ${view.join("; ")}`] : []),
    ...(limits.length > 0 ? [`      ${limits.join("; ")}`] : []),
    ...violations.slice(0, MOST_VIOLATIONS).map((sentence) => `      ! ${sentence}`),
    ...(violations.length > MOST_VIOLATIONS ? [`      ! and ${violations.length - MOST_VIOLATIONS} more`] : []),
  ];
}
