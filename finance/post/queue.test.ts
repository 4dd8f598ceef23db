import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../kernel/errors.ts";
import { openQueue } from "./queue.ts";

test("writes of one space run one after the other, in the order in which they came; spaces do not wait for each other", async () => {
  const queue = openQueue();
  const events: string[] = [];
  const write = (name: string, ms: number) => async () => {
    events.push(`${name} begins`);
    await sleep(ms);
    events.push(`${name} ends`);
    return name;
  };
  const answers = await Promise.all([queue.take(1, write("a", 60)), queue.take(1, write("b", 1)), queue.take(2, write("c", 1))]);
  assert.deepEqual(answers, ["a", "b", "c"]);
  assert.deepEqual(events, ["a begins", "c begins", "c ends", "a ends", "b begins", "b ends"]);
});

test("a write that fails leaves the queue to the next", async () => {
  const queue = openQueue();
  const failing = queue.take(1, async () => {
    throw new Error("no");
  });
  const next = queue.take(1, async () => "yes");
  await assert.rejects(failing, /no/);
  assert.equal(await next, "yes");
});

test("a queue that is too long is refused at once, and is open again when it is over", async () => {
  const queue = openQueue(2);
  const slow = () => sleep(30);
  const both = [queue.take(1, slow), queue.take(1, slow)];
  await assert.rejects(
    queue.take(1, slow),
    (error) => error instanceof Fault && error.status === 503 && error.headers["retry-after"] === "1",
  );
  await Promise.all(both);
  await queue.take(1, slow);
});
