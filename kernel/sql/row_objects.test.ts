import assert from "node:assert/strict";
import { test } from "node:test";
import { rowMaker } from "./row_objects.ts";

const columns = (...names: string[]) => names.map((name) => ({ name }));

test("a row has its columns by their names, whatever these are", () => {
  const makeRow = rowMaker(columns("id", "?column?", "a b", 'quo"te', "class"));
  assert.deepEqual(makeRow([1, null, "x", [], false]), { id: 1, "?column?": null, "a b": "x", 'quo"te': [], class: false });
});

test("of two columns with one name the later counts", () => {
  assert.deepEqual(rowMaker(columns("id", "id"))([1, 2]), { id: 2 });
});

test("connections share what makes rows of the same columns", () => {
  assert.equal(rowMaker(columns("id", "name")), rowMaker(columns("id", "name")));
  assert.notEqual(rowMaker(columns("id", "name")), rowMaker(columns("name", "id")));
});
