import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as fc from "fast-check";
import { type Argon2Settings, computeArgon2, computeByNode } from "./argon2.ts";

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));

const settings: fc.Arbitrary<Argon2Settings> = fc
  .record({
    kind: fc.constantFrom<Argon2Settings["kind"]>("argon2id", "argon2i"),
    parallelism: fc.integer({ min: 1, max: 16 }),
    passes: fc.integer({ min: 1, max: 4 }),
    salt: bytes(8, 64),
    extra: fc.nat(500),
  })
  .map(({ extra, ...rest }) => ({ ...rest, memory: 8 * rest.parallelism + extra }));

test("the compiled Argon2 is there on the machines that we support", () => {
  const isSupported = ["linux", "darwin"].includes(process.platform) && ["x64", "arm64"].includes(process.arch);
  if (isSupported) assert.equal(typeof createRequire(import.meta.url)("@node-rs/argon2").hashRaw, "function");
});

test("the compiled Argon2 and the one of Node compute the same", () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 90 }),
      settings,
      fc.integer({ min: 16, max: 64 }),
      async (...task) => {
        assert.deepEqual(await computeArgon2(...task), await computeByNode(...task));
      },
    ),
    { numRuns: 60 },
  ));
