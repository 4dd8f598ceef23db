import assert from "node:assert/strict";
import { test } from "node:test";
import { flag, line, moment, orNull, recordId, tags } from "./kinds.ts";
import { absentValues, columnsWith, laterValues, selectList, table } from "./table.ts";

const sample = table({
  entity: "sample",
  columns: {
    id: { kind: recordId, shown: true },
    note: { kind: orNull(line), shown: true, settable: true, absent: null },
    tags: { kind: tags, settable: true, absent: [] },
    hidden: { kind: flag, absent: false, since: "0.3.0" },
    created_at: { kind: moment, immutable: true },
  },
});

test("columns are found by their facts, in the order of the declaration", () => {
  assert.deepEqual(columnsWith(sample, "settable"), ["note", "tags"]);
  assert.deepEqual(columnsWith(sample, "immutable"), ["created_at"]);
});

test("a row of which nothing is said has what is declared for that", () => {
  assert.deepEqual(absentValues(sample), { note: null, tags: [], hidden: false });
});

test("a row of an older file or log has what is declared in the columns that came after it, and in no others", () => {
  assert.deepEqual(laterValues(sample), { hidden: false });
});

test("a select list reads each column as its kind says", () => {
  assert.equal(selectList(sample).text, "id, note, to_jsonb(tags) as tags, hidden, created_at::text");
});
