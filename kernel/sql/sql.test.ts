import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sql, sql, trusted } from "./sql.ts";

test("a statement numbers the parameters of its fragments in their order", () => {
  const one = sql`a = ${"first"}`;
  const both = sql`${one} and b in (${2}, ${[3]})`;
  const { text, values } = sql`select ${trusted("a, b")} from things where c = ${null} and (${both}) limit ${undefined}`;
  assert.equal(text, "select a, b from things where c = $1 and (a = $2 and b in ($3, $4)) limit $5");
  assert.deepEqual(values, [null, "first", 2, [3], undefined]);
});

test("a template with other fragments is another statement; with other values it has the same text", () => {
  const where = (condition: Sql, most: number) => sql`select id from things where ${condition} limit ${most}`;
  const mine = (owner: string) => where(sql`owner = ${owner}`, 10);
  const recent = where(sql`made_at > ${"2026-01-01"}`, 5);
  const all = where(trusted("true"), 7);
  assert.deepEqual([mine("ana").text, mine("rui").text], Array(2).fill("select id from things where owner = $1 limit $2"));
  assert.deepEqual(
    [mine("ana").values, mine("rui").values],
    [
      ["ana", 10],
      ["rui", 10],
    ],
  );
  assert.deepEqual([recent.text, recent.values], ["select id from things where made_at > $1 limit $2", ["2026-01-01", 5]]);
  assert.deepEqual([all.text, all.values], ["select id from things where true limit $1", [7]]);
});

test("a fragment in the place of a parameter does not take the parameter's text", () => {
  const only = (inserted: unknown) => sql`select ${inserted}`;
  assert.deepEqual(
    [only(1), only(sql`1`), only("x")].map(({ text }) => text),
    ["select $1", "select 1", "select $1"],
  );
});
