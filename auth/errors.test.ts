import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "./testing.ts";

const VERSION_HEADER = "x-supabase-api-version";

test("without a version header an error has the status as code, error_code and msg", async () => {
  await using auth = await startTestAuth();
  for (const version of [undefined, "", "2023-12-31", "yesterday", "2024-13-99"]) {
    const reply = await auth.get("/nowhere", version === undefined ? {} : { [VERSION_HEADER]: version });
    assert.equal(reply.status, 404);
    assert.deepEqual(reply.body, { code: 404, error_code: "not_found", msg: "No endpoint has this path" });
    assert.equal(reply.headers[VERSION_HEADER], undefined);
    assert.equal(reply.headers["x-sb-error-code"], "not_found");
  }
});

test("with version 2024-01-01 or later an error has the code as text, and the version comes back", async () => {
  await using auth = await startTestAuth();
  for (const version of ["2024-01-01", "2026-11-15"]) {
    const reply = await auth.get("/nowhere", { [VERSION_HEADER]: version });
    assert.deepEqual(reply.body, { code: "not_found", message: "No endpoint has this path" });
    assert.equal(reply.headers[VERSION_HEADER], "2024-01-01");
    assert.match(String(reply.headers["access-control-expose-headers"]), /X-Supabase-Api-Version/);
  }
});

test("a success carries no version header", async () => {
  await using auth = await startTestAuth();
  assert.equal((await auth.get("/health", { [VERSION_HEADER]: "2024-01-01" })).headers[VERSION_HEADER], undefined);
});
