import assert from "node:assert/strict";
import { test } from "node:test";
import { generatedDocuments, readOnDisk } from "./generate.ts";

for (const document of generatedDocuments()) {
  test(`${document.path} says what the code does`, () => {
    const fresh = readOnDisk(document) === document.text;
    assert.ok(fresh, `${document.path} differs from the tables it is made from. Refresh it with: node docs/generate.ts`);
  });
}

test("there is at least one generated document", () => {
  assert.ok(generatedDocuments().some((document) => document.path === "docs/auth_config.md"));
});
