import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { changedUserMetadata, isTooLarge, type Metadata, mergeMetadata } from "./metadata.ts";

const MERGED: [before: Metadata | null, changes: Metadata | null, after: Metadata][] = [
  [{}, {}, {}],
  [null, null, {}],
  [null, { a: 1 }, { a: 1 }],
  [{ a: 1 }, null, { a: 1 }],
  [
    { a: 1, b: 2 },
    { b: 3, c: 4 },
    { a: 1, b: 3, c: 4 },
  ],
  [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
  [{}, { a: null }, {}],
  [{ a: { x: 1, y: 2 } }, { a: { y: 3 } }, { a: { y: 3 } }],
  [{ a: 1 }, { a: { x: null } }, { a: { x: null } }],
  [{ a: 1 }, { a: false, b: 0, c: "", d: [] }, { a: false, b: 0, c: "", d: [] }],
  [{ "": 1 }, { constructor: 2, toString: 3 }, { "": 1, constructor: 2, toString: 3 }],
];

for (const [before, changes, after] of MERGED) {
  test(`${JSON.stringify(before)} changed by ${JSON.stringify(changes)} is ${JSON.stringify(after)}`, () => {
    assert.deepEqual(mergeMetadata(before, changes), after);
  });
}

test("a merge changes neither of its parts, and no prototype", () => {
  const before = Object.freeze({ a: 1 });
  const changes = Object.freeze(
    JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}') as Metadata,
  );
  const after = mergeMetadata(before, changes);
  assert.deepEqual(Object.keys(after), ["a", "constructor"]);
  assert.equal(Object.getPrototypeOf(after), Object.prototype);
  assert.equal(({} as Record<string, unknown>).admin, undefined);
  assert.equal(after.admin, undefined);
});

test("random merges hold exactly the keys that were set last", () => {
  let seed = 20260131;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const some = () =>
    Object.fromEntries(Array.from({ length: random(5) }, () => [`k${random(6)}`, random(3) === 0 ? null : random(100)]));
  for (let round = 0; round < 1000; round++) {
    const before = mergeMetadata({}, some());
    const changes = some();
    const after = mergeMetadata(before, changes);
    for (const key of ["k0", "k1", "k2", "k3", "k4", "k5"]) {
      const expected = Object.hasOwn(changes, key) ? (changes[key] ?? undefined) : before[key];
      assert.equal(after[key], expected);
      assert.equal(Object.hasOwn(after, key), expected !== undefined);
    }
  }
});

/** As JSON: `{"a":"..."}` of exactly so many bytes. */
const ofBytes = (bytes: number, filler = "x") => ({ a: filler.repeat((bytes - 8) / Buffer.byteLength(filler)) });

test("16 KB of JSON fit and one byte more does not; bytes count, not characters (AI-11)", () => {
  assert.equal(isTooLarge(ofBytes(16_384)), false);
  assert.equal(isTooLarge(ofBytes(16_385)), true);
  assert.equal(isTooLarge(ofBytes(16_386, "é")), true);
  assert.equal(isTooLarge(Object.fromEntries(Array.from({ length: 10_000 }, (_each, index) => [index, 1]))), true);
  assert.equal(isTooLarge({}), false);
});

test("a change that makes the data of a user too large is refused", () => {
  assert.throws(
    () => changedUserMetadata({ b: "x".repeat(10_000) }, { c: "x".repeat(10_000) }),
    (error) => {
      assert.ok(error instanceof Fault);
      assert.deepEqual(
        [error.status, error.code, error.message],
        [400, "validation_failed", "user_metadata is larger than 16 KB"],
      );
      return true;
    },
  );
  assert.deepEqual(changedUserMetadata({ a: 1 }, { b: 2 }), { a: 1, b: 2 });
});

test("data that is too large already may shrink but not change otherwise", () => {
  const before = { a: "x".repeat(20_000), b: "x".repeat(5_000) };
  assert.deepEqual(changedUserMetadata(before, { b: null }), { a: before.a });
  assert.throws(() => changedUserMetadata(before, { c: 1 }), Fault);
  assert.throws(() => changedUserMetadata(before, { b: "y".repeat(5_000) }), Fault);
});
