import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { openQueue } from "./queue.ts";

test("writes of one space run one after the other, in the order in which they came; spaces do not wait for each other", async () => {
  const queue = openQueue();
  const events: string[] = [];
  const write = (name: string, mayEnd: Promise<unknown> | undefined) => async () => {
    events.push(`${name} begins`);
    await mayEnd;
    events.push(`${name} ends`);
    return name;
  };
  const other = queue.take(2, write("c", undefined));
  const answers = await Promise.all([queue.take(1, write("a", other)), queue.take(1, write("b", undefined)), other]);
  assert.deepEqual(answers, ["a", "b", "c"]);
  assert.deepEqual(events, ["c begins", "a begins", "c ends", "a ends", "b begins", "b ends"]);
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
  const gate = Promise.withResolvers<void>();
  const slow = () => gate.promise;
  const both = [queue.take(1, slow), queue.take(1, slow)];
  await assert.rejects(
    queue.take(1, slow),
    (error) => error instanceof Fault && error.status === 503 && error.headers["retry-after"] === "1",
  );
  gate.resolve();
  await Promise.all(both);
  await queue.take(1, slow);
});
