// A reporter for node:test: each failed test as a line of JSON, and at the end how many tests ran.
import { join } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { ROOT } from "./root.ts";

export interface Failure {
  file: string;
  test: string;
  message: string;
}

export interface Outcome {
  failures: Failure[];
  /** Of single tests; those that a name pattern leaves out do not count. */
  ran: number;
}

export default async function* reportOutcome(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let ran = 0;
  /** What failed in a test that is written in support for tests; whose it is, the suite around it says. */
  let ofSupport: Failure[] = [];
  for await (const { type, data } of events) {
    // A file in which no test ran is reported as one that passed.
    if (type === "test:pass" && data.details.type !== "suite" && !data.file?.endsWith(data.name)) ran++;
    if (type !== "test:fail" || !data.file) continue;
    ran++;
    const { failureType, cause, message } = data.details.error as Error & { failureType?: string };
    // A file among others is a suite; what fails there by itself is that it cannot be loaded, or a hook.
    const suite = data.details.type === "suite" && data.name.endsWith(".test.ts") ? join(ROOT, data.name) : undefined;
    if (suite !== undefined) {
      for (const failure of ofSupport) yield lineOf({ ...failure, file: suite });
      ofSupport = [];
    }
    // The test around a failed one fails too, and says nothing new.
    if (failureType === "subtestsFailed") continue;
    const file = suite ?? data.file;
    const failure: Failure = { file, test: data.name, message: (cause as Error | undefined)?.message ?? message };
    if (file.endsWith(".test.ts")) yield lineOf(failure);
    else ofSupport.push(failure);
  }
  for (const failure of ofSupport) yield lineOf(failure);
  yield `${JSON.stringify({ ran })}\n`;
}

const lineOf = (failure: Failure) => `${JSON.stringify(failure)}\n`;

/** What the reporter wrote. A run that was killed has no last line. */
export function readOutcome(text: string): Outcome {
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Failure | { ran: number });
  const failures = lines.filter((line): line is Failure => "file" in line);
  const end = lines.find((line): line is { ran: number } => "ran" in line);
  return { failures, ran: end?.ran ?? failures.length };
}
