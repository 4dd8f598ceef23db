import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOfLayout, type Learned, learnedLike } from "./learned.ts";
import type { Category } from "./records.ts";

const entry = (id: number, merchant: string, category = 1): Learned => ({
  id,
  merchant,
  kind: "expense",
  category_id: category,
  hits: 1,
});
const categories = [{ id: 1, name: "Alimentação" } as Category, { id: 2, name: "Saúde" } as Category];

test("what was learned is found by merchant or category, past accents and case", () => {
  const all = [entry(1, "PADARIA SOL"), entry(2, "FARMACIA SAO JOAO", 2), entry(3, "CAFE", 9)];
  const idsOf = (typed: string) => learnedLike(all, categories, typed).map(({ id }) => id);
  assert.deepEqual(idsOf("  "), [1, 2, 3]);
  assert.deepEqual(idsOf("são"), [2]);
  assert.deepEqual(idsOf("saude"), [2]);
  assert.deepEqual(idsOf("sol aliment"), [1]);
  assert.deepEqual(idsOf("sol saude"), []);
  assert.deepEqual(idsOf("café"), [3], "its category is gone");
});

test("a layout names its columns, or counts them where the file has no names", () => {
  const columns = { day: 0, description: [1, 2], amount: 3, isInverted: true, dayOrder: "dmy" };
  const roles = ["day", "description", "amount", "credit"];
  const layout = { id: 1, header: ["Data", "Histórico", "", "Valor"], columns, updated_at: "" };
  assert.deepEqual(columnsOfLayout(layout, roles), [
    ["day", "Data"],
    ["description", "Histórico + 3"],
    ["amount", "Valor"],
  ]);
  assert.deepEqual(columnsOfLayout({ ...layout, header: [] }, roles).at(-1), ["amount", "4"]);
});
