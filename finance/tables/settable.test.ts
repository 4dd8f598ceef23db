import assert from "node:assert/strict";
import { test } from "node:test";
import { submit } from "../fields/record.ts";
import { readAll } from "../fields/with_problems.ts";
import { line, name, orNull, recordId, tags } from "./kinds.ts";
import { settableFields } from "./settable.ts";
import { table } from "./table.ts";

const fields = settableFields(
  table({
    entity: "sample",
    columns: {
      id: { kind: recordId },
      description: { kind: line, settable: name },
      notes: { kind: orNull(line), settable: true, absent: null },
      tags: { kind: tags, settable: true, absent: [] },
    },
  }),
);

test("what is not said of a settable field stays, is absent, or is blank", () => {
  const before = { description: "Café", notes: "a", tags: ["b"] };
  const nothing = submit({}, {});
  assert.deepEqual(fields.edit(readAll(fields.read(nothing)).value, before), before);
  assert.deepEqual(readAll(fields.readComplete(nothing)), {
    value: { description: undefined, notes: null, tags: [] },
    problems: [["description", { kind: "blank" }]],
  });
  const named = readAll(fields.readComplete(nothing, { description: "x" }));
  assert.deepEqual(named, { value: { description: "x", notes: null, tags: [] }, problems: [] });
});

test("what is said of a settable field is read by its kind, and null empties what can be empty", () => {
  const { value, problems } = readAll(fields.read(submit({}, { description: " Pão ", notes: null, tags: [{ name: "c" }] })));
  assert.deepEqual([value, problems], [{ description: "Pão", notes: null, tags: ["c"] }, []]);
  const edited = fields.edit(value, { description: "Café", notes: "a", tags: [] });
  assert.deepEqual(edited, { description: "Pão", notes: null, tags: ["c"] });
  const wrong = readAll(fields.readComplete(submit({}, { description: " ", notes: 7, tags: "c" })));
  assert.deepEqual(wrong.problems, [
    ["description", { kind: "blank" }],
    ["notes", { kind: "notText" }],
    ["tags", { kind: "notAList" }],
  ]);
});
