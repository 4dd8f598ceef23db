// A reporter for node:test: each failed or skipped test as a line of JSON, and finally the number of tests.
import { join } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { ROOT } from "./root.ts";

export interface Failure {
  file: string;
  test: string;
  message: string;
}

/** A skipped test. */
export interface LeftOut {
  file: string;
  reason: string;
}

export interface Outcome {
  failures: Failure[];
  leftOut: LeftOut[];
  /** Single tests, without those excluded by a name pattern. */
  ran: number;
}

export default async function* reportOutcome(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let ran = 0;
  /** Tests defined in test support; the surrounding suite tells their file. */
  let ofSupport: (Failure | LeftOut)[] = [];
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || !data.file) continue;
    const isSuite = data.details.type === "suite";
    // A file without tests is reported as passed.
    if (type === "test:fail" || (!isSuite && !data.file.endsWith(data.name))) ran++;
    // A file in a group is a suite. It fails by itself if it cannot be loaded or a hook fails.
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

/** Undefined if the test passed. */
function outcomeOf({ name, skip, details }: Ended, file: string): Failure | LeftOut | undefined {
  if (skip !== undefined && skip !== false) return { file, reason: typeof skip === "string" && skip !== "" ? skip : name };
  if (!("error" in details)) return undefined;
  const { failureType, cause, message } = details.error as Error & { failureType?: string };
  // The parent of a failed test fails too, without new information.
  if (failureType === "subtestsFailed") return undefined;
  return { file, test: name, message: (cause as Error | undefined)?.message ?? message };
}

const lineOf = (outcome: Failure | LeftOut) => `${JSON.stringify(outcome)}\n`;

/** Reads the reporter's output. A killed run has no last line. */
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
