import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../kernel/errors.ts";
import { openQueue } from "./queue.ts";

const isBusy = ({ status, code, headers }: Fault) =>
  status === 429 && code === "over_request_rate_limit" && headers["retry-after"] === "1";

test("so many run at once, the rest follows in the order in which it came", async () => {
  const queue = openQueue({ atOnce: 2, most: 10 });
  const works = Array.from({ length: 5 }, manualWork);
  const all = works.map((work, index) => queue.run(() => work.run(index)));
  const started = () => works.map((work) => work.started);
  await settle();
  assert.deepEqual(started(), [true, true, false, false, false]);
  works[1]?.finish();
  await settle();
  assert.deepEqual(started(), [true, true, true, false, false]);
  for (const work of works) work.finish();
  assert.deepEqual(await Promise.all(all), [0, 1, 2, 3, 4]);
});

test("what exceeds the line is turned away, and a slot that becomes free is used", async () => {
  const queue = openQueue({ atOnce: 1, most: 3 });
  const works = Array.from({ length: 3 }, manualWork);
  const all = works.map((work, index) => queue.run(() => work.run(index)));
  await assert.rejects(
    queue.run(async () => "late"),
    isBusy,
  );
  works[0]?.finish();
  await all[0];
  const fourth = queue.run(async () => "in time");
  await assert.rejects(
    queue.run(async () => "late"),
    isBusy,
  );
  for (const work of works) work.finish();
  assert.equal(await fourth, "in time");
});

test("a reserved slot is kept until it is used or released, and counts as taken", async () => {
  const queue = openQueue({ atOnce: 1, most: 2 });
  const [first, second] = [queue.reserve(), queue.reserve()];
  assert.throws(() => queue.reserve(), isBusy);
  await assert.rejects(
    queue.run(async () => "late"),
    isBusy,
  );
  first.release();
  first.release();
  assert.equal(await queue.run(async () => "in the slot that became free"), "in the slot that became free");
  assert.equal(await second.run(async () => "kept"), "kept");
  second.release();
  const again = [queue.reserve(), queue.reserve()];
  assert.throws(() => queue.reserve(), isBusy);
  await queue.close();
  await assert.rejects(again[0]?.run(async () => "after the end") as Promise<string>, isBusy);
});

test("work that fails gives its slot back", async () => {
  const queue = openQueue({ atOnce: 1, most: 2 });
  for (let round = 0; round < 5; round += 1) {
    const failing = queue.run(() => Promise.reject(new Error("broken")));
    const following = queue.run(async () => round);
    await assert.rejects(failing, /broken/);
    assert.equal(await following, round);
  }
});

test("closing turns away what waits and what still comes, and waits for what runs", async () => {
  const queue = openQueue({ atOnce: 1, most: 5 });
  const work = manualWork();
  const running = queue.run(() => work.run(1));
  const waiting = assert.rejects(
    queue.run(async () => 2),
    isBusy,
  );
  let isClosed = false;
  const closing = queue.close().then(() => {
    isClosed = true;
  });
  await waiting;
  await assert.rejects(
    queue.run(async () => 3),
    isBusy,
  );
  await settle();
  assert.equal(isClosed, false);
  work.finish();
  assert.equal(await running, 1);
  await closing;
});

function manualWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = {
    started: false,
    finish: resolve,
    run: async (result: number) => {
      work.started = true;
      await promise;
      return result;
    },
  };
  return work;
}

const settle = () => new Promise((done) => setImmediate(done));
