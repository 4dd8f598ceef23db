import assert from "node:assert/strict";
import { test } from "node:test";
import { isStorable, outcomeOf, type WaitingEntry } from "./queue.ts";
import { mustAsk, sendable } from "./sendable.ts";

const HOUR = 3_600_000;
const entry = (values: Partial<WaitingEntry>): WaitingEntry => ({
  key: "k",
  owner: "ana",
  path: "/transactions",
  body: {},
  at: 0,
  ...values,
});

test("what got no answer is sent again; what was refused is not", () => {
  assert.equal(outcomeOf(201), "sent");
  for (const status of [0, 401, 408, 429, 500, 502, 503, 504]) assert.equal(outcomeOf(status), "later", String(status));
  for (const status of [400, 403, 404, 409, 422]) assert.equal(outcomeOf(status), "refused", String(status));
});

test("an entry is sent by its owner alone, in order, and not once its key may be forgotten", () => {
  const entries = [
    entry({ key: "b", at: 2 * HOUR }),
    entry({ key: "a", at: HOUR }),
    entry({ key: "c", owner: "bia" }),
    entry({ key: "d", problem: "x" }),
  ];
  assert.deepEqual(
    sendable(entries, "ana", 3 * HOUR).map(({ key }) => key),
    ["a", "b"],
  );
  assert.deepEqual(sendable(entries, undefined, 3 * HOUR), []);
  assert.deepEqual(
    sendable(entries, "ana", 24.5 * HOUR).map(({ key }) => key),
    ["b"],
  );
  assert.equal(mustAsk(entry({}), 24 * HOUR), true);
});

test("the browser keeps books, and nothing of tokens, sessions or members", () => {
  for (const path of ["/accounts", "/preferences", "/transactions?q=x", "/credit_cards/3/invoices/320"])
    assert.equal(isStorable(path), true, path);
  for (const path of ["/api_tokens", "/members", "/exports?format=json", "/imports/3/lines", "/transactionsx"])
    assert.equal(isStorable(path), false, path);
});
