import assert from "node:assert/strict";
import { test } from "node:test";
import { submit } from "../fields/record.ts";
import { readAll } from "../fields/with_problems.ts";
import { series } from "../tables/series.ts";
import { columnsWith, type Table } from "../tables/table.ts";
import { transactions } from "../tables/transactions.ts";
import { plainFields, plainFieldsOf } from "./plain_fields.ts";
import { NO_TRANSACTION } from "./row.ts";

test("a series keeps every plain field, as rows do: what one of its rows is given, the next ones have", () => {
  assert.deepEqual(columnsWith(transactions, "settable"), columnsWith(transactions, "carried"));
  const kept: Table = series;
  for (const name of columnsWith(transactions, "carried"))
    assert.equal(kept.columns[name]?.kind, transactions.columns[name].kind, `series.${name}`);
});

test("what is not said of a plain field stays, is absent, or is blank", () => {
  const before = { description: "Café", notes: "a", tags: ["b"] };
  const nothing = submit({}, {});
  assert.deepEqual(plainFields.edit(readAll(plainFields.read(nothing)).value, before), before);
  assert.deepEqual(readAll(plainFields.readNew(nothing)), {
    value: { description: undefined, notes: null, tags: [] },
    problems: [["description", { kind: "blank" }]],
  });
  const named = readAll(plainFields.readNew(nothing, { description: "x" }));
  assert.deepEqual(named, { value: { description: "x", notes: null, tags: [] }, problems: [] });
});

test("what is said of a plain field is read by its kind, and null empties what can be empty", () => {
  const { value, problems } = readAll(plainFields.read(submit({}, { description: " Pão ", notes: null, tags: [{ name: "c" }] })));
  assert.deepEqual([value, problems], [{ description: "Pão", notes: null, tags: ["c"] }, []]);
  const edited = plainFields.edit(value, { description: "Café", notes: "a", tags: [] });
  assert.deepEqual(edited, { description: "Pão", notes: null, tags: ["c"] });
  const wrong = readAll(plainFields.readNew(submit({}, { description: " ", notes: 7, tags: "c" })));
  assert.deepEqual(wrong.problems, [
    ["description", { kind: "blank" }],
    ["notes", { kind: "notText" }],
    ["tags", { kind: "notAList" }],
  ]);
});

test("nothing but the plain fields is taken of a row, and a refused transaction has each of them", () => {
  const fields = { description: "Café", notes: null, tags: [] };
  assert.deepEqual(plainFieldsOf({ ...fields, id: 7 } as typeof fields), fields);
  for (const name of columnsWith(transactions, "settable")) assert.ok(name in NO_TRANSACTION, name);
});
