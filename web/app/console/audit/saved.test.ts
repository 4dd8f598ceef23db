// Searches that a browser has kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSaved, withSearch } from "./saved.ts";

test("what is no list of searches is none, and a search of the same name is replaced", () => {
  for (const text of ["", "{", "null", '{"name":"x"}', '[1,{"name":"x"},null]']) assert.deepEqual(readSaved(text), [], text);
  const one = { name: "bans", query: "action=user_banned" };
  assert.deepEqual(readSaved(JSON.stringify([one, { name: 1, query: "" }])), [one]);
  const other = { name: "bans", query: "action=user_unbanned" };
  assert.deepEqual(withSearch([one], other), [other]);
  const many = Array.from({ length: 20 }, (_, index) => ({ name: `s${index}`, query: "" }));
  assert.deepEqual([withSearch(many, one).length, withSearch(many, one)[0]?.name], [20, "s1"]);
});
