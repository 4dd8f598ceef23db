// A reporter for node:test: each test that failed or was left out as a line of JSON, and at the end how many tests ran.
import { join } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { ROOT } from "./root.ts";

export interface Failure {
  file: string;
  test: string;
  message: string;
}

/** A test that could not be run here. */
export interface LeftOut {
  file: string;
  reason: string;
}

export interface Outcome {
  failures: Failure[];
  leftOut: LeftOut[];
  /** Of single tests; those that a name pattern leaves out do not count. */
  ran: number;
}

export default async function* reportOutcome(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let ran = 0;
  /** Of tests that are written in support for tests; whose they are, the suite around them says. */
  let ofSupport: (Failure | LeftOut)[] = [];
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || !data.file) continue;
    const isSuite = data.details.type === "suite";
    // A file in which no test ran is reported as one that passed.
    if (type === "test:fail" || (!isSuite && !data.file.endsWith(data.name))) ran++;
    // A file among others is a suite; what fails there by itself is that it cannot be loaded, or a hook.
    const suite = isSuite && data.name.endsWith(".test.ts") ? join(ROOT, data.name) : undefined;
    if (suite !== undefined) {
      for (const each of ofSupport) yield lineOf({ ...each, file: suite });
      ofSupport = [];
    }
    const outcome = outcomeOf(data, suite ?? data.file);
    if (!outcome) continue;
    if (outcome.file.endsWith(".test.ts")) yield lineOf(outcome);
    else ofSupport.push(outcome);
  }
  for (const each of ofSupport) yield lineOf(each);
  yield `${JSON.stringify({ ran })}\n`;
}

type Ended = Extract<TestEvent, { type: "test:pass" | "test:fail" }>["data"];

/** Undefined of a test that passed. */
function outcomeOf({ name, skip, details }: Ended, file: string): Failure | LeftOut | undefined {
  if (skip !== undefined && skip !== false) return { file, reason: typeof skip === "string" && skip !== "" ? skip : name };
  if (!("error" in details)) return undefined;
  const { failureType, cause, message } = details.error as Error & { failureType?: string };
  // The test around a failed one fails too, and says nothing new.
  if (failureType === "subtestsFailed") return undefined;
  return { file, test: name, message: (cause as Error | undefined)?.message ?? message };
}

const lineOf = (outcome: Failure | LeftOut) => `${JSON.stringify(outcome)}\n`;

/** What the reporter wrote. A run that was killed has no last line. */
export function readOutcome(text: string): Outcome {
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Failure | LeftOut | { ran: number });
  const failures = lines.filter((line): line is Failure => "test" in line);
  const leftOut = lines.filter((line): line is LeftOut => "reason" in line);
  const end = lines.find((line): line is { ran: number } => "ran" in line);
  return { failures, leftOut, ran: end?.ran ?? failures.length };
}
