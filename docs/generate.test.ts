import assert from "node:assert/strict";
import { test } from "node:test";
import { GENERATE_COMMAND } from "../kernel/sql/schema_dump.ts";
import { testDatabase } from "../kernel/testing/database.ts";
import { filesWithVersion, generatedDocuments, generatedSchemas, readOnDisk, schemasOnDisk } from "./generate.ts";

for (const { path, text } of filesWithVersion())
  test(`${path} names the images of this version`, () => {
    assert.ok(readOnDisk(path) === text, `Refresh it with: ${GENERATE_COMMAND}`);
  });

for (const { path, text } of await generatedDocuments()) {
  test(`${path} says what the code does`, () => {
    assert.ok(readOnDisk(path) === text, `${path} differs from the tables it is made from. Refresh it with: ${GENERATE_COMMAND}`);
    assert.ok(text.includes(`\`${GENERATE_COMMAND}\``), "it does not say which command makes it");
  });
}

test("every document of the services is generated, and every schema is what the migrations make", async () => {
  await using database = await testDatabase();
  const schemas = await generatedSchemas(database.url);
  assert.deepEqual(
    (await generatedDocuments()).map((file) => file.path),
    [
      ...["docs/auth_config.md", "docs/finance_config.md", "docs/web_config.md", "docs/start_config.md", "docs/web_routes.md"],
      ...["docs/command_line.md", "docs/cofre.1"],
    ],
  );
  assert.deepEqual(schemasOnDisk().toSorted(), schemas.map(({ path }) => path).toSorted());
  for (const { path, text } of schemas)
    assert.equal(readOnDisk(path), text, `${path} is stale. Refresh it with: ${GENERATE_COMMAND}`);
});
