import assert from "node:assert/strict";
import { test } from "node:test";
import { fitsWaiting, isAbandoned, megabytes, sendableFiles, type WaitingFile } from "./waiting_files.ts";

const file = (values: Partial<WaitingFile>): WaitingFile => ({
  key: "k",
  owner: "ana",
  at: 0,
  name: "nota.png",
  type: "image/png",
  size: 1,
  of: "Mercado",
  ...values,
});

test("receipts are sent once their transaction is booked, in the order in which they were chosen, and not after a refusal", () => {
  const files = [
    file({ key: "b", at: 2, transactionId: 7 }),
    file({ key: "a", at: 1, transactionId: 7 }),
    file({ key: "c", at: 3, entry: "e" }),
    file({ key: "d", at: 4, transactionId: 7, problem: "x" }),
  ];
  assert.deepEqual(
    sendableFiles(files).map(({ key }) => key),
    ["a", "b"],
  );
});

test("a browser keeps 100 MB of receipts and not a byte more", () => {
  const megabyte = 2 ** 20;
  assert.equal(fitsWaiting([{ size: 90 * megabyte }], [{ size: 10 * megabyte }]), true);
  assert.equal(fitsWaiting([{ size: 90 * megabyte }], [{ size: 10 * megabyte }, { size: 1 }]), false);
});

test("a receipt is abandoned if its entry is not there after an hour", () => {
  const hour = 3_600_000;
  const waiting = file({ entry: "e" });
  assert.equal(isAbandoned(waiting, [], hour), false);
  assert.equal(isAbandoned(waiting, [], hour + 1), true);
  assert.equal(isAbandoned(waiting, [{ key: "e" }], hour + 1), false);
  assert.equal(isAbandoned(file({ entry: "e", transactionId: 7 }), [], hour + 1), false);
});

test("sizes are shown in kilobytes, and from a thousand in megabytes", () => {
  assert.equal(megabytes(20, "pt-BR"), "1 KB");
  assert.equal(megabytes(300_000, "pt-BR"), "293 KB");
  assert.equal(megabytes(1_300_000, "pt-BR"), "1,2 MB");
  assert.equal(megabytes(10 * 2 ** 20, "en"), "10 MB");
});
