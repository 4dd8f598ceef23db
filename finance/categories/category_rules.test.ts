import assert from "node:assert/strict";
import { test } from "node:test";
import type { CategoryRow } from "./category.ts";
import { parentProblem, replacementProblem, updateProblems } from "./category_rules.ts";

const category = (fields: Partial<CategoryRow>): CategoryRow => ({
  id: 1,
  name: "x",
  color: "000000",
  icon: null,
  parent_id: null,
  group_id: "default",
  fixed: false,
  essential: false,
  default: false,
  archived: false,
  uuid: "",
  kind: "expenses",
  created_at: new Date(0),
  updated_at: new Date(0),
  ...fields,
});

test("a parent is an open root of the same kind, and of a category that has no children", () => {
  const child = { id: 1, kind: "expenses", hasChildren: false } as const;
  assert.equal(parentProblem(child, category({ id: 2 })), undefined);
  assert.deepEqual(parentProblem(child, undefined), { kind: "unknown" });
  assert.deepEqual(parentProblem(child, category({ id: 1 })), { kind: "invalid" });
  assert.deepEqual(parentProblem(child, category({ id: 2, parent_id: 3 })), { kind: "invalid" });
  assert.deepEqual(parentProblem(child, category({ id: 2, kind: "earnings" })), { kind: "invalid" });
  assert.deepEqual(parentProblem({ ...child, hasChildren: true }, category({ id: 2 })), { kind: "invalid" });
  assert.deepEqual(parentProblem({ ...child, kind: "none" }, category({ id: 2, kind: "none" })), { kind: "invalid" });
  assert.deepEqual(parentProblem(child, category({ id: 2, archived: true })), { kind: "archived" });
});

test("the kind changes only while nothing depends on it", () => {
  const free = { hasChildren: false, isBooked: false, parent: undefined };
  const earnings = category({ kind: "earnings" });
  assert.deepEqual(updateProblems(category({}), earnings, free), []);
  const refused = [["kind", { kind: "unchangeable" }]];
  assert.deepEqual(updateProblems(category({}), earnings, { ...free, isBooked: true }), refused);
  assert.deepEqual(updateProblems(category({}), earnings, { ...free, hasChildren: true }), refused);
  assert.deepEqual(updateProblems(category({ default: true }), earnings, free), refused);
  assert.deepEqual(updateProblems(category({ kind: "none" }), earnings, free), refused);
  const underExpenses = { ...free, parent: category({ id: 2 }) };
  assert.deepEqual(updateProblems(category({ parent_id: 2 }), { ...earnings, parent_id: 2 }, underExpenses), [
    ["parent_id", { kind: "invalid" }],
  ]);
});

test("what stays as it is needs no leave: not the archived parent, nor being the default", () => {
  const stored = category({ parent_id: 2, default: true });
  const surroundings = { hasChildren: false, isBooked: true, parent: category({ id: 2, archived: true }) };
  assert.deepEqual(updateProblems(stored, stored, surroundings), []);
  assert.deepEqual(updateProblems(stored, { ...stored, archived: true }, surroundings), [["archived", { kind: "unchangeable" }]]);
});

test("a replacement is another open category of the same kind, and no child", () => {
  const deleted = category({ id: 1 });
  assert.equal(replacementProblem(deleted, category({ id: 2, parent_id: 3 })), undefined);
  assert.deepEqual(replacementProblem(deleted, undefined), { kind: "unknown" });
  assert.deepEqual(replacementProblem(deleted, deleted), { kind: "invalid" });
  assert.deepEqual(replacementProblem(deleted, category({ id: 2, parent_id: 1 })), { kind: "invalid" });
  assert.deepEqual(replacementProblem(deleted, category({ id: 2, kind: "earnings" })), { kind: "invalid" });
  assert.deepEqual(replacementProblem(deleted, category({ id: 2, archived: true })), { kind: "archived" });
});
