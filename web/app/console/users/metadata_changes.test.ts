// Edits of metadata: what is sent, and what is shown of it before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf, readFields } from "./metadata_changes.ts";

test("an edit sends what changed alone, and null for a key that is gone", () => {
  const before = { plan: "free", since: 2020, tags: ["a"] };
  assert.deepEqual(changesOf(before, { plan: "pro", tags: ["a"], note: { a: 1 } }), {
    body: { note: { a: 1 }, plan: "pro", since: null },
    lines: [
      { name: "note", before: undefined, after: '{"a":1}' },
      { name: "plan", before: '"free"', after: '"pro"' },
      { name: "since", before: "2020", after: undefined },
    ],
  });
  assert.deepEqual(changesOf(before, before), { body: {}, lines: [] });
});

test("only an object is metadata", () => {
  assert.deepEqual(readFields('{"a":1}'), { a: 1 });
  for (const text of ["", "[]", "null", "1", "{a:1}"]) assert.equal(readFields(text), undefined, text);
});
