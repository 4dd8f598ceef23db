// The app knows what finance may answer as the icon of a category.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CATEGORY_ICONS } from "../finance/tables/categories.ts";
import { SPRITE } from "../web/html/sprite.ts";

test("the pages of the app hold a shape for every icon that a category may have", () => {
  const without = CATEGORY_ICONS.filter((name) => !SPRITE.text.includes(`<symbol id="icon-${name}"`));
  assert.deepEqual(without, []);
});
