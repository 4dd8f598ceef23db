// Tokens that operators make themselves: with an admin role and the secret, of no user and no session.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { Reply } from "../kernel/testing/client.ts";
import { startTestAuth, type TestAuth } from "./testing.ts";

const END = 4_102_444_800;
const UUID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** As other programs make it, that have the secret. */
function bearer({ service }: TestAuth, claims: object, header: object = {}, secret = service.world.config.jwtSecret) {
  const input = `${encode({ alg: "HS256", typ: "JWT", ...header })}.${encode({ aud: "authenticated", exp: END, ...claims })}`;
  return { authorization: `Bearer ${input}.${createHmac("sha256", secret).update(input).digest("base64url")}` };
}

const codeOf = ({ status, body }: Reply) => [status, (body as { error_code?: string }).error_code];

for (const sub of ["admin", "1234567890", "", undefined]) {
  for (const header of [{}, { kid: "theirs" }]) {
    test(`an admin token of sub ${sub} and header ${JSON.stringify(header)} opens the admin endpoints, and those alone`, async () => {
      await using auth = await startTestAuth();
      const headers = bearer(auth, { sub, role: "service_role" }, header);
      for (const _ of ["first", "again"]) assert.equal((await auth.get("/admin/users", headers)).status, 200);
      const reply = await auth.post("/admin/users", { email: "ana@example.com" }, headers);
      assert.equal(reply.status, 200, reply.text);
      const [entry] = (await auth.get("/admin/audit", headers)).body as { payload: Record<string, unknown> }[];
      const { actor_id: id, actor_username: role, actor_name: name } = entry?.payload ?? {};
      assert.deepEqual([id, role, name], ["00000000-0000-0000-0000-000000000000", "service_role", sub || undefined]);
      const expected = sub ? [400, "bad_jwt"] : [403, "bad_jwt"];
      for (const ask of [auth.get("/user", headers), auth.get("/reauthenticate", headers), auth.post("/logout", {}, headers)])
        assert.deepEqual(codeOf(await ask), expected);
    });
  }
}

test("a name in place of a user's id opens nothing by itself", async () => {
  await using auth = await startTestAuth({ SECURITY_MANUAL_LINKING_ENABLED: "true" });
  for (const [claims, secret, expected] of [
    [{ sub: "admin", role: "authenticated" }, undefined, [400, "bad_jwt"]],
    [{ sub: "admin" }, undefined, [400, "bad_jwt"]],
    [{ sub: "admin", role: "service_role", session_id: UUID }, undefined, [400, "bad_jwt"]],
    [{ sub: "admin", role: "service_role", exp: 1 }, undefined, [403, "bad_jwt"]],
    [{ sub: "admin", role: "service_role" }, "another secret", [403, "bad_jwt"]],
    [{ sub: 1234567890, role: "service_role" }, undefined, [403, "bad_jwt"]],
    [{ sub: UUID, role: "service_role" }, undefined, [403, "user_not_found"]],
    [{ role: "anon" }, undefined, [403, "not_admin"]],
  ] as const) {
    const reply = await auth.get("/admin/users", bearer(auth, claims, {}, secret));
    assert.deepEqual(codeOf(reply), expected, JSON.stringify(claims));
  }
  const linking = await auth.post(
    "/token?grant_type=id_token",
    { id_token: "x", provider: "google", link_identity: true },
    bearer(auth, { sub: "admin", role: "service_role" }),
  );
  assert.ok(linking.status >= 400 && linking.status < 500, linking.text);
});

test("a name too long or unfit for a text is kept in part, and the log stays readable", async () => {
  await using auth = await startTestAuth();
  const headers = bearer(auth, { sub: `a\0b\uD800${"x".repeat(5_000)}`, role: "service_role" });
  assert.equal((await auth.post("/admin/users", { email: "ana@example.com" }, headers)).status, 200);
  const [entry] = (await auth.get("/admin/audit?query=author:service", headers)).body as { payload: Record<string, unknown> }[];
  const name = String(entry?.payload.actor_name);
  assert.ok(name.startsWith("ab\uFFFDxxx") && name.length <= 255, name);
});

test("an admin token without an end or an audience is told of in the log, once", async () => {
  await using auth = await startTestAuth();
  const headers = bearer(auth, { role: "service_role", exp: undefined, aud: undefined });
  for (const _ of ["first", "again"]) assert.equal((await auth.get("/admin/users", headers)).status, 200);
  const warned = auth.logged.filter(({ message = "" }) => message.startsWith("A token of the admin role"));
  assert.deepEqual(
    warned.map(({ message = "" }) => message.replace(/.* has/, "has")),
    ["has no exp claim", "has no aud claim"],
  );
});
