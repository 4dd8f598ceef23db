import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { seal, unseal } from "./seal.ts";

const newKey = () => createSecretKey(randomBytes(32));
const key = newKey();

test("what was sealed opens with its key and its label, and with nothing else", () => {
  const sealed = seal(key, "a secret, ção", "row 1");
  assert.equal(unseal(key, sealed, "row 1"), "a secret, ção");
  assert.equal(unseal(key, sealed, "row 2"), undefined);
  assert.equal(unseal(newKey(), sealed, "row 1"), undefined);
  assert.ok(!sealed.includes("secret"));
  assert.notDeepEqual(seal(key, "a secret, ção", "row 1"), sealed);
});

test("not one bit may change, and no byte may be missing", () => {
  const sealed = seal(key, "x", "row 1");
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
    assert.equal(unseal(key, changed, "row 1"), undefined);
  }
  for (let length = 0; length < sealed.length; length++)
    assert.equal(unseal(key, sealed.subarray(0, length), "row 1"), undefined);
});
