import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { readFile } from "./read_file.ts";
import { readInWorker } from "./read_in_worker.ts";
import { CSV_FILES } from "./testing/csv_files.ts";
import { TODAY } from "./testing.ts";

const large = Buffer.from(
  `date,title,amount\n${Array.from({ length: 20_000 }, (_, index) => `2026-08-05,Loja ${index},${index % 7 ? `${index}.10` : "x1"}`).join("\n")}\n`,
);

test("a worker reads what the reader reads, however many pieces it comes in", async () => {
  for (const bytes of [CSV_FILES.ynab, CSV_FILES.bradesco_account, large, Buffer.of()])
    assert.deepEqual(await readInWorker(bytes, { today: TODAY }), readFile(bytes, { today: TODAY }));
});

test("while it reads, others are answered", async () => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await readInWorker(large, { today: TODAY });
  clearInterval(timer);
  delay.disable();
  assert.ok(ticks > 5, `${ticks} ticks, longest pause ${delay.max / 1e6} ms`);
});

test("a file that takes too long or too much memory is refused", async () => {
  assert.equal((await readInWorker(large, { today: TODAY }, { timeoutMs: 1 })).refusal, "took_too_long");
  assert.equal((await readInWorker(large, { today: TODAY }, { memoryMegabytes: 6 })).refusal, "took_too_much");
});

test("who stops waiting gets their own reason, and the thread ends", async () => {
  const reason = new Error("gone");
  const controller = new AbortController();
  const reading = readInWorker(large, { today: TODAY }, { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(reading, reason);
  await assert.rejects(readInWorker(large, { today: TODAY }, { signal: AbortSignal.abort(reason) }), reason);
});
