import assert from "node:assert/strict";
import { test } from "node:test";
import { signedIn, startTestWeb } from "../testing.ts";

test("PUT /api/auth/user passes the current password on, where auth asks for it with a new one", async () => {
  await using web = await startTestWeb({ auth: { SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true" } });
  const ana = await signedIn(web, "atual@example.com");
  const put = async (body: object) => {
    const reply = await ana.fetch("/api/auth/user", { method: "PUT", body: { password: "ten ducks on a lake", ...body } });
    return [reply.status, (reply.body as { code?: string }).code];
  };
  assert.deepEqual(await put({}), [400, "current_password_required"]);
  assert.deepEqual(await put({ current_password: "wrong" }), [400, "current_password_invalid"]);
  assert.deepEqual(await put({ current_password: ana.password }), [200, undefined]);
});
