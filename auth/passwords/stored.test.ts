import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutdated, isTooCostly, OURS, readStored, writeArgon2id } from "./stored.ts";

const argon2 = (settings: string, { kind = "argon2id", salt = 16, hash = 32 } = {}) =>
  `$${kind}$v=19$${settings}$${base64(salt)}$${base64(hash)}`;

const verdict: [what: string, stored: string, outdated: boolean][] = [
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
for (const [what, text, outdated] of verdict) {
  test(`a hash with ${what} is ${outdated ? "outdated" : "kept"}`, () => {
    const stored = readStored(text);
    assert.ok(stored);
    assert.equal(isOutdated(stored), outdated);
  });
}

const scrypt = (settings: string) => `$fbscrypt$v=1,${settings},ss=Bw==,sk=${base64(32)}$${base64(16)}$${base64(32)}`;
const pbkdf2 = (iterations: number) => `$pbkdf2-sha512$i=${iterations}$${base64(16)}$${base64(32)}`;
const costs: [what: string, stored: string, tooCostly: boolean][] = [
  ["ours", argon2("m=19456,t=2,p=1"), false],
  ["argon2 of 256 MiB and 3 passes", argon2("m=262144,t=3,p=1"), false],
  ["argon2 of 256 MiB and 4 passes", argon2("m=262144,t=4,p=1"), true],
  ["argon2 of more than 256 MiB", argon2("m=262145,t=1,p=1"), true],
  ["argon2 of 1 GiB", argon2("m=1048576,t=1,p=1"), true],
  ["argon2i of 1 GiB", argon2("m=1048576,t=1,p=1", { kind: "argon2i" }), true],
  ["argon2 of many passes", argon2("m=65536,t=20,p=1"), true],
  ["bcrypt of cost 13", `$2b$13$${"a".repeat(53)}`, false],
  ["bcrypt of cost 14", `$2b$14$${"a".repeat(53)}`, true],
  ["Firebase's scrypt as it is", scrypt("n=14,r=8,p=1"), false],
  ["Firebase's scrypt of 128 MiB", scrypt("n=17,r=8,p=1"), false],
  ["Firebase's scrypt of 256 MiB", scrypt("n=17,r=16,p=1"), true],
  ["Firebase's scrypt of two lanes of 128 MiB", scrypt("n=17,r=8,p=2"), true],
  ["PBKDF2 of 600,000 iterations", pbkdf2(600_000), false],
  ["PBKDF2 of 600,001 iterations", pbkdf2(600_001), true],
];
for (const [what, text, tooCostly] of costs) {
  test(`a hash from elsewhere by ${what} is ${tooCostly ? "too costly" : "affordable"}`, () => {
    const stored = readStored(text);
    assert.ok(stored);
    assert.equal(isTooCostly(stored), tooCostly);
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
