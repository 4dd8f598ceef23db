import assert from "node:assert/strict";
import { test } from "node:test";
import { openBcryptThreads } from "./bcrypt.ts";

const task = { password: "correct horse", settings: "$2b$05$abcdefghijklmnopqrstuu" };
const HASH = "HNbAKRhpaujgo33bRWs.NLUTJO3lOy2";

test("a thread that dies fails its own task only", async () => {
  const threads = openBcryptThreads();
  const broken = assert.rejects(threads.hash({ password: "x", settings: "no settings at all" }), /Invalid salt/);
  assert.equal(String(await threads.hash(task)), HASH);
  await broken;
  assert.equal(String(await threads.hash(task)), HASH);
  await threads.close();
});

test("threads are used again", async () => {
  const threads = openBcryptThreads();
  const first = await millisecondsOf(() => threads.hash({ ...task, settings: task.settings.replace("05", "04") }));
  const following = await millisecondsOf(async () => {
    for (let round = 0; round < 20; round += 1) await threads.hash({ ...task, settings: task.settings.replace("05", "04") });
  });
  assert.ok(following < first * 10, `the first took ${first} ms with its thread, 20 more ${following} ms`);
  await threads.close();
});

test("tasks at the same time get their own answers", async () => {
  const threads = openBcryptThreads();
  const passwords = ["correct horse", "wrong horse", "correct horse", "no horse"];
  const hashes = await Promise.all(passwords.map((password) => threads.hash({ ...task, password })));
  assert.deepEqual(
    hashes.map((hash) => String(hash) === HASH),
    [true, false, true, false],
  );
  await threads.close();
  await assert.rejects(threads.hash(task), /closed/);
});

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
