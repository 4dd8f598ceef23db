import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";

test("of 400 sign-ins at once as many are checked as can wait; the others are told to come back, and the rest of the service goes on", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_TOKEN_REFRESH: "0" }, undefined, { hashesForReal: true });
  const signIn = (index: number) => ({ email: `nobody${index}@example.com`, password: "correct horse" });
  const signIns = Promise.all(Array.from({ length: 400 }, (_, index) => auth.post("/token?grant_type=password", signIn(index))));
  const health = await Promise.all(Array.from({ length: 20 }, () => auth.get("/health")));
  assert.deepEqual([...new Set(health.map(({ status }) => status))], [200]);
  const replies = await signIns;
  const checked = replies.filter(({ status }) => status === 400);
  const refusal = replies.filter(({ status }) => status === 429);
  assert.equal(checked.length + refusal.length, 400);
  assert.ok(checked.length >= availableParallelism() * 8, `${checked.length} were checked`);
  assert.ok(refusal.length > 0);
  for (const { headers, body } of refusal) {
    assert.equal(headers["retry-after"], "1");
    assert.equal((body as { error_code: string }).error_code, "over_request_rate_limit");
  }
});
