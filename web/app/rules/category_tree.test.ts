import assert from "node:assert/strict";
import { test } from "node:test";
import { treeOf } from "./category_tree.ts";
import type { Category } from "./records.ts";
import { tagChanges } from "./tag_changes.ts";
import { readTags } from "./tags.ts";

const category = (id: number, name: string, values: Partial<Category> = {}): Category => ({
  id,
  name,
  color: "000000",
  icon: "tag",
  parent_id: null,
  archived: false,
  default: false,
  kind: "expenses",
  ...values,
});

test("categories stand by name below their parents, archived ones last", () => {
  const all = [
    category(1, "Casa"),
    category(2, "Luz", { parent_id: 1 }),
    category(3, "Água", { parent_id: 1 }),
    category(4, "Antiga", { archived: true }),
    category(5, "Salário", { kind: "earnings" }),
    category(6, "Solta", { parent_id: 99 }),
  ];
  assert.deepEqual(
    treeOf(all, "expenses").map(({ category: { name }, children }) => [name, children.map((each) => each.category.name)]),
    [
      ["Casa", ["Água", "Luz"]],
      ["Solta", []],
      ["Antiga", []],
    ],
  );
});

test("a tag is renamed, joined with another, or taken away, on all rows that have it", () => {
  const rows = [
    { id: 1, tags: [{ name: "viagem" }] },
    { id: 2, tags: [{ name: "viagem" }, { name: "Rio" }] },
    { id: 3, tags: [{ name: "viagem" }] },
  ];
  assert.deepEqual(tagChanges(rows, "viagem", "férias"), [
    { ids: [1, 3], tags: ["férias"] },
    { ids: [2], tags: ["férias", "Rio"] },
  ]);
  assert.deepEqual(tagChanges(rows, "viagem", "Rio"), [{ ids: [1, 2, 3], tags: ["Rio"] }]);
  assert.deepEqual(tagChanges(rows, "viagem", undefined), [
    { ids: [1, 3], tags: [] },
    { ids: [2], tags: ["Rio"] },
  ]);
  assert.deepEqual(readTags(" a, b ,,a"), ["a", "b"]);
});
