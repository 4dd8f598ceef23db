import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSettings } from "./server_settings.ts";

const STOCK = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  transaction_read_only: "off",
  autovacuum: "on",
  track_counts: "on",
  max_connections: "100",
  shared_buffers: "16384",
  transaction_timeout: "0",
};

test("of a server as PostgreSQL is delivered nothing is reported, nor of settings that it does not have", () => {
  assert.deepEqual(checkSettings(new Map(Object.entries(STOCK))), []);
  assert.deepEqual(checkSettings(new Map()), []);
});

for (const [name, value, kind] of [
  ["fsync", "off", "losesWrites"],
  ["full_page_writes", "off", "losesWrites"],
  ["synchronous_commit", "off", "losesWrites"],
  ["transaction_read_only", "on", "refusesWrites"],
  ["autovacuum", "off", "slow"],
  ["track_counts", "off", "slow"],
  ["max_connections", "20", "slow"],
  ["shared_buffers", "4096", "slow"],
  ["transaction_timeout", "1000", "ends"],
]) {
  test(`${name} = ${value} is reported`, () => {
    const findings = checkSettings(new Map(Object.entries({ ...STOCK, [name as string]: value as string })));
    assert.deepEqual(
      findings.map((each) => [each.setting, each.kind]),
      [[`${name} = ${value}`, kind]],
    );
  });
}
