import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../../kernel/process/version.ts";
import { startTestAuth } from "../testing.ts";

test("GET /health names the service and its version", async () => {
  await using auth = await startTestAuth();
  const reply = await auth.get("/health");
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, { name: "Cofre auth", version: VERSION, description: "Authentication and user management" });
});

test("HEAD /health and /ready are answered, and HEAD of nothing else", async () => {
  await using auth = await startTestAuth();
  for (const path of ["/health", "/auth/v1/health", "/ready", "/auth/v1/ready"]) {
    const reply = await auth.call(path, { method: "HEAD" });
    assert.ok(reply.status === 200 || reply.status === 503, `${path}: ${reply.status}`);
    assert.equal(reply.text, "");
  }
  for (const path of ["/verify", "/settings", "/user"])
    assert.equal((await auth.call(path, { method: "HEAD" })).status, 405, path);
});

test("GET /health says GoTrue where the real server's answers are wanted", async () => {
  await using auth = await startTestAuth({ UPSTREAM_ANSWERS: "true" });
  assert.deepEqual((await auth.get("/health")).body, {
    name: "GoTrue",
    version: VERSION,
    description: "GoTrue is a user registration and authentication API",
  });
});
