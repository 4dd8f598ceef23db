import assert from "node:assert/strict";
import { test } from "node:test";
import { readSavedFilters, savedQuery, withSaved } from "./saved_filters.ts";

test("what is saved is the filter alone, whatever the month and the order in the address", () => {
  assert.equal(savedQuery({ state: "open", month: "2026-01", category: "3", row: "7", q: "" }), "category=3&state=open");
  assert.equal(savedQuery({ month: "2026-01" }), "");
});

test("preferences may hold anything, and only named filters of it are read", () => {
  assert.deepEqual(readSavedFilters(undefined), []);
  assert.deepEqual(readSavedFilters({ name: "a" }), []);
  assert.deepEqual(readSavedFilters([null, 3, { name: "a" }, { name: "b", query: "kind=income", more: 1 }]), [
    { name: "b", query: "kind=income" },
  ]);
});

test("a name is there once", () => {
  const saved = [
    { name: "a", query: "q=1" },
    { name: "b", query: "q=2" },
  ];
  assert.deepEqual(withSaved(saved, { name: "a", query: "q=3" }), [
    { name: "b", query: "q=2" },
    { name: "a", query: "q=3" },
  ]);
});
