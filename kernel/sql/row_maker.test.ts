import assert from "node:assert/strict";
import { test } from "node:test";
import { rowMaker } from "./row_maker.ts";

const TEXT = 25;
const INT8 = 20;
const BOOL = 16;

test("columns become properties in their order, and values what their types say", () => {
  const makeRow = rowMaker([
    { name: "id", dataTypeID: INT8 },
    { name: "paid", dataTypeID: BOOL },
    { name: "notes", dataTypeID: TEXT },
  ]);
  assert.deepEqual(makeRow(["9007199254740991", "t", null]), { id: 9007199254740991, paid: true, notes: null });
  assert.throws(() => makeRow(["9007199254740992", "t", null]), RangeError);
});

test("any name is a name", () => {
  const names = ['"', "\\", "`${", "\n", "\u2028", "class", "?column?", "constructor"];
  const row = rowMaker(names.map((name) => ({ name, dataTypeID: TEXT })))(names);
  assert.deepEqual(Object.entries(row), Object.entries(Object.fromEntries(names.map((name) => [name, name]))));
  const own = rowMaker([{ name: "__proto__", dataTypeID: TEXT }])(["x"]);
  assert.equal(Object.getPrototypeOf(own), Object.prototype);
  assert.deepEqual(Object.keys(own), ["__proto__"]);
});

test("the same names with other types are other rows", () => {
  assert.deepEqual(rowMaker([{ name: "a", dataTypeID: TEXT }])(["1"]), { a: "1" });
  assert.deepEqual(rowMaker([{ name: "a", dataTypeID: INT8 }])(["1"]), { a: 1 });
});
