// A short part of `npm run faults`: one kill of each kind, and the controls.
import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { test } from "node:test";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { seeded } from "../harness/random.ts";
import { runControls } from "./controls.ts";
import { readOptions } from "./options.ts";
import { serviceKilled } from "./p01_service_killed.ts";
import { postgresKilled } from "./p03_postgres_killed.ts";
import { openStage, type Stage } from "./stage.ts";

async function smallStage(): Promise<Stage & AsyncDisposable> {
  const folder = await temporaryFolder();
  await chmod(folder.path, 0o711);
  const stage = openStage({ folder: folder.path, random: seeded(7), rounds: 1, members: 2 });
  return {
    ...stage,
    [Symbol.asyncDispose]: async () => {
      await stage.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("nothing that was acknowledged is lost when finance is killed, and when PostgreSQL is", async () => {
  await using stage = await smallStage();
  for (const fault of [serviceKilled, postgresKilled]) {
    const { violations, rounds, tally, figures } = await fault.run(stage);
    assert.deepEqual(violations, [], fault.id);
    assert.equal(rounds, 1);
    assert.ok(tally && tally.acked > 0 && tally.unresolved === 0);
    assert.deepEqual([figures.lost, figures.wrong, figures.duplicate, figures.ghost, figures.foreign], [0, 0, 0, 0, 0]);
  }
});

test("the four controls are seen: two kinds of loss, duplicates, and a database that cannot be read", async () => {
  await using stage = await smallStage();
  const results = await runControls(stage);
  assert.deepEqual(
    results.map(({ id, isDetected }) => [id, isDetected]),
    [
      ["a", true],
      ["b", true],
      ["c", true],
      ["d", true],
    ],
    results.map(({ saw }) => saw).join("; "),
  );
  assert.match(results[3]?.saw ?? "", /^harness failed: /);
});

test("the command line is checked before anything is started", () => {
  assert.deepEqual(readOptions(["--only", "p01, P07", "--rounds", "3", "--json", "report.json"]), {
    rounds: 3,
    seed: undefined,
    only: ["P01", "P07"],
    json: "report.json",
    full: false,
  });
  assert.equal(readOptions(["--help"]), undefined);
  for (const wrong of [["--only", "P99"], ["--rounds", "0"], ["--rounds", "many"], ["--seed", "-1"], ["--loud"], ["P01"]])
    assert.equal(typeof readOptions(wrong), "string", wrong.join(" "));
});
