import assert from "node:assert/strict";
import { test } from "node:test";
import { startHooks } from "../hooks/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { stateOf } from "./testing.ts";

const hooks = await startHooks();

const preview = async (auth: TestAuth, id: string) => {
  const reply = await auth.get(`/admin/users/${id}/claims`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as { claims: Record<string, unknown>; hook: string; error?: string };
};

test("GET /admin/users/:id/claims shows what a token says that a sign-in at that moment gets, but for its session", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const person = { email: "ana@example.com", password: "correct horse", data: { name: "Ana" } };
  const signedIn = (await auth.post("/signup", person)).body as { access_token: string; user: { id: string } };
  const before = await stateOf(auth);
  const { claims, hook, error } = await preview(auth, signedIn.user.id);
  assert.deepEqual([hook, error], ["none", undefined]);
  const issued = hooks.claimsIn(signedIn as never);
  assert.deepEqual(claims, { ...issued, session_id: "00000000-0000-0000-0000-000000000000" });
  assert.equal(await stateOf(auth), before, "nothing was written");
});

test("GET /admin/users/:id/claims calls the hook, changes nothing, and tells why it failed", async () => {
  const { auth, answers, json, refuses } = hooks;
  const { session } = await hooks.signUp();
  const { id } = session.user;
  answers["customize-access-token"] = ({ claims }) => json({ claims: { ...claims, plan: "gold" } });
  const before = await stateOf(auth);
  const called = await preview(auth, id);
  assert.deepEqual([called.hook, called.claims.plan, called.claims.sub], ["called", "gold", id]);
  const request = hooks.requestsOf("customize-access-token").at(-1);
  assert.deepEqual([request?.user_id, request?.authentication_method, request?.metadata.ip_address], [id, "password", undefined]);

  answers["customize-access-token"] = refuses(403, "not on Sundays");
  const refused = await preview(auth, id);
  assert.deepEqual([refused.hook, refused.error, refused.claims.plan], ["failed", "not on Sundays", undefined]);
  answers["customize-access-token"] = ({ claims }) => json({ claims: { ...claims, aal: "aal2" } });
  assert.match(String((await preview(auth, id)).error), /the claim aal was raised/);
  answers["customize-access-token"] = () => ({ status: 500, body: "" });
  assert.equal((await preview(auth, id)).hook, "failed");
  assert.equal(await stateOf(auth), before, "nothing was written");
});

test("GET /admin/users/:id/claims is 422 for somebody who was deleted", async () => {
  const { auth } = hooks;
  const { session } = await hooks.signUp();
  const path = `/admin/users/${session.user.id}`;
  await auth.call(path, { method: "DELETE", body: { should_soft_delete: true }, headers: auth.admin });
  assert.deepEqual(hooks.code(await auth.get(`${path}/claims`, auth.admin)), [422, "user_deleted"]);
});
