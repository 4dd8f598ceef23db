import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestEvent } from "node:test/reporters";
import reportOutcome, { readOutcome } from "./outcome_reporter.ts";
import { ROOT } from "./root.ts";
import { leftOutLines, secondTries } from "./run_files.ts";

const FILE = `${ROOT}/kernel/some.test.ts`;

async function outcomeOf(events: [type: string, name: string, details: object, file?: string, skip?: string | true][]) {
  const stream = async function* () {
    for (const [type, name, details, file = FILE, skip] of events)
      yield { type, data: { name, file, details, skip } } as unknown as TestEvent;
  };
  return readOutcome((await Array.fromAsync(reportOutcome(stream()))).join(""));
}

const fault = (message: string, failureType = "testCodeFailure") => ({
  error: Object.assign(new Error("wrapped", { cause: new Error(message) }), { failureType }),
});

test("what failed is reported by file, test and message, and a test around it only once", async () => {
  const { failures, ran } = await outcomeOf([
    ["test:pass", "fine", { type: "test" }],
    ["test:fail", "it counts", fault("1 !== 2")],
    ["test:fail", "around it", fault("1 subtest failed", "subtestsFailed")],
  ]);
  assert.deepEqual(failures, [{ file: FILE, test: "it counts", message: "1 !== 2" }]);
  assert.equal(ran, 3);
  assert.match(secondTries(failures), /second try only.*\n {2}kernel\/some\.test\.ts: it counts\n {6}1 !== 2$/);
});

test("a test that is written in support for tests counts as one of the file that has it, which is what can be run again", async () => {
  const { failures } = await outcomeOf([
    ["test:fail", "it is shown", fault("no"), `${ROOT}/web/testing/stage.ts`],
    ["test:fail", "web/some.test.ts", { type: "suite", ...fault("1 subtest failed", "subtestsFailed") }],
    ["test:fail", "it counts", fault("1 !== 2")],
  ]);
  assert.deepEqual(
    failures.map(({ file, test }) => [file, test]),
    [
      [`${ROOT}/web/some.test.ts`, "it is shown"],
      [FILE, "it counts"],
    ],
  );
});

test("files of which no test was wanted count for none", async () => {
  assert.deepEqual(await outcomeOf([["test:pass", "kernel/some.test.ts", { type: "test" }]]), {
    failures: [],
    leftOut: [],
    ran: 0,
  });
});

test("what was left out is counted by file and reason, or by its name where it has none", async () => {
  const support = `${ROOT}/web/testing/stage.ts`;
  const outcome = await outcomeOf([
    ["test:pass", "one", { type: "test" }, support, "no browser"],
    ["test:pass", "two", { type: "test" }, support, "no browser"],
    ["test:pass", "web/some.test.ts", { type: "suite" }],
    ["test:pass", "for root alone", { type: "test" }, FILE, true],
    ["test:pass", "fine", { type: "test" }],
  ]);
  assert.deepEqual([outcome.failures, outcome.ran], [[], 4]);
  assert.equal(
    leftOutLines(outcome.leftOut),
    "\nLEFT OUT, and not tested here:\n  2 of web/some.test.ts: no browser\n  1 of kernel/some.test.ts: for root alone",
  );
});
