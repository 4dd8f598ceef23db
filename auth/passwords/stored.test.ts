import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutdated, OURS, readStored, writeArgon2id } from "./stored.ts";

const argon2 = (settings: string, { kind = "argon2id", salt = 16, hash = 32 } = {}) =>
  `$${kind}$v=19$${settings}$${base64(salt)}$${base64(hash)}`;

const judged: [what: string, stored: string, outdated: boolean][] = [
  ["our own parameters", argon2("m=19456,t=2,p=1"), false],
  ["more memory", argon2("m=65536,t=2,p=1"), false],
  ["fewer passes over more memory", argon2("m=47104,t=1,p=1"), false],
  ["more lanes", argon2("m=19456,t=2,p=4"), false],
  ["more bytes", argon2("m=19456,t=2,p=1", { salt: 32, hash: 64 }), false],
  ["fewer passes", argon2("m=19456,t=1,p=1"), true],
  ["more passes over less memory", argon2("m=9216,t=20,p=1"), true],
  ["a short salt", argon2("m=19456,t=2,p=1", { salt: 8 }), true],
  ["a short hash", argon2("m=19456,t=2,p=1", { hash: 16 }), true],
  ["argon2i", argon2("m=65536,t=4,p=1", { kind: "argon2i" }), true],
  ["bcrypt of the highest cost", `$2b$15$${"a".repeat(53)}`, true],
];
for (const [what, text, outdated] of judged) {
  test(`a hash with ${what} is ${outdated ? "outdated" : "kept"}`, () => {
    const stored = readStored(text);
    assert.ok(stored);
    assert.equal(isOutdated(stored), outdated);
  });
}

test("what is written is read back", () => {
  const salt = Buffer.from("0123456789abcdef");
  const hash = Buffer.from("fedcba9876543210fedcba9876543210");
  const stored = readStored(writeArgon2id(OURS, salt, hash));
  assert.deepEqual(stored, { kind: "argon2id", memory: 19456, passes: 2, parallelism: 1, salt, hash });
});

function base64(bytes: number): string {
  return Buffer.alloc(bytes, 7).toString("base64").replaceAll("=", "");
}
