import assert from "node:assert/strict";
import { test } from "node:test";
import type { CategoryIcon } from "../tables/categories.ts";
import { iconOfCategory } from "./icon_of_category.ts";

const EXAMPLES: readonly [name: string, icon: CategoryIcon][] = [
  ["Mercado", "cart"],
  ["Supermercado do mês", "cart"],
  ["ALIMENTAÇÃO", "food"],
  ["Bares e restaurantes", "food"],
  ["Food", "food"],
  ["Transporte", "car"],
  ["Transport", "car"],
  ["Aluguel", "home"],
  ["Casa", "home"],
  ["Farmácia", "pill"],
  ["Família e filhos", "child"],
  ["Cuidados pessoais", "beauty"],
  ["Salário", "work"],
  ["Água e luz", "energy"],
  ["Taxes and fees", "percent"],
  // Words inside of other words.
  ["Impostos e Taxas", "percent"],
  ["Automóvel", "car"],
  ["Representantes", "tag"],
  ["Parentes", "tag"],
  ["Training", "tag"],
  ["Unicórnios", "tag"],
  ["", "tag"],
];

test("a category has the icon that its name suggests, in both languages, with and without accents", () => {
  for (const [name, icon] of EXAMPLES) assert.equal(iconOfCategory(name), icon, name);
});
