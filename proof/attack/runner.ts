// Runs cases: those with equal variables share a pair, and each pair is checked at its end.
import type { AttackCase, Finding, PairVariables } from "./attack_case.ts";
import { afterwards } from "./canary.ts";
import { NotRun } from "./not_run.ts";
import type { Pair } from "./pair.ts";
import { describe, keyOf } from "./settings.ts";

export interface RunnerWorld {
  open(variables: PairVariables): Promise<Pair>;
  report(finding: Finding): void;
}

export async function runCases(cases: readonly AttackCase[], { open, report }: RunnerWorld): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tell = (finding: Finding) => {
    findings.push(finding);
    report(finding);
  };
  for (const group of groupsOf(cases)) {
    const [first] = group as [AttackCase];
    let pair: Pair;
    try {
      pair = await open({ auth: first.auth ?? {}, finance: first.finance ?? {} });
    } catch (error) {
      for (const each of group) tell(findingOf(each, "failed", `the services did not start: ${(error as Error).message}`, 0));
      continue;
    }
    try {
      for (const each of group) for (const finding of await runCase(each, pair)) tell(finding);
      const named = (each: AttackCase) => ({ ...each, title: `${each.title} (${describe(first)})` });
      for (const each of afterwards) for (const finding of await runCase(named(each), pair)) tell(finding);
    } finally {
      await pair[Symbol.asyncDispose]();
    }
  }
  return findings;
}

/** Groups by the pair that they need, the default first; a case with `alone` is its own group. */
function groupsOf(cases: readonly AttackCase[]): AttackCase[][] {
  const groups = Map.groupBy(cases, (each) => (each.alone ? each : keyOf(each)));
  const base = keyOf({});
  return [...groups].sort(([a], [b]) => Number(b === base) - Number(a === base)).map(([, group]) => group);
}

async function runCase(each: AttackCase, pair: Pair): Promise<Finding[]> {
  const began = performance.now();
  let [outcome, detail]: [Finding["outcome"], string] = ["passed", ""];
  try {
    detail = (await each.run(pair)) ?? "";
  } catch (error) {
    outcome = error instanceof NotRun ? "not run" : "failed";
    detail = explain(error);
  }
  const milliseconds = performance.now() - began;
  const also = (each.also ?? []).map((id) =>
    findingOf({ id, title: each.title }, outcome, `see ${each.id}${detail ? `: ${detail}` : ""}`, 0),
  );
  return [findingOf(each, outcome, detail, milliseconds), ...also];
}

function findingOf(
  { id, title }: Pick<AttackCase, "id" | "title">,
  outcome: Finding["outcome"],
  detail: string,
  ms: number,
): Finding {
  return { id, title, outcome, detail, milliseconds: Math.round(ms) };
}

function explain(error: unknown): string {
  const { message = String(error), stack = "" } = error as Partial<Error>;
  if (error instanceof NotRun) return message;
  const line = /attack\/((?:auth|finance|fuzz|matrix|canary|web)\w*\.ts:\d+)/.exec(stack)?.[1];
  return `${message.slice(0, 1_500)}${line ? ` [${line}]` : ""}`;
}
