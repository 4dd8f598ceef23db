import assert from "node:assert/strict";
import { test } from "node:test";
import { series } from "../tables/series.ts";
import { columnsWith, type Table } from "../tables/table.ts";
import { transactions } from "../tables/transactions.ts";
import { plainFieldsOf } from "./plain_fields.ts";
import { NO_TRANSACTION } from "./row.ts";
import { PLAIN_ROW } from "./stored_row.ts";

test("a series keeps every plain field, as rows do: what one of its rows is given, the next ones have", () => {
  assert.deepEqual(columnsWith(transactions, "settable"), columnsWith(transactions, "carried"));
  const table: Table = series;
  for (const name of columnsWith(transactions, "carried"))
    assert.equal(table.columns[name]?.kind, transactions.columns[name].kind, `series.${name}`);
});

test("nothing but the plain fields is taken of a row, and a refused transaction has each of them", () => {
  const row = { ...PLAIN_ROW, description: "Café", id: 7 };
  const names = columnsWith(transactions, "settable");
  assert.deepEqual(plainFieldsOf(row), Object.fromEntries(names.map((name) => [name, row[name]])));
  for (const name of names) assert.ok(name in NO_TRANSACTION, name);
});
