import assert from "node:assert/strict";
import { test } from "node:test";
import { serverAhead } from "./clock.ts";

const noon = Date.parse("2026-11-18T12:00:00Z");
const at = (ms: number) => new Date(noon + ms).toUTCString();
const MONTH = 31 * 86_400_000;

test("how far the server is ahead of the device: what a slow answer makes is none, and noise changes nothing", () => {
  assert.equal(serverAhead(at(-5_000), noon, 0), 0);
  assert.equal(serverAhead(at(-MONTH), noon, 0), -MONTH);
  assert.equal(serverAhead(at(-MONTH + 3_000), noon, -MONTH), -MONTH);
  assert.equal(serverAhead(at(-2_000), noon, -MONTH), 0, "somebody has set the clock");
  assert.equal(serverAhead(null, noon, -MONTH), -MONTH);
  assert.equal(serverAhead("yesterday", noon, 0), 0);
});
