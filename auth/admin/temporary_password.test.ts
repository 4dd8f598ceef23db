// Passwords that administrators set for one sign-in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AUTOCONFIRM, bearer, type TestSession, verdict } from "../account/testing.ts";
import { shareTestAuth } from "../testing.ts";

interface Signed extends TestSession {
  weak_password?: { reasons: string[]; message: string };
}

const auth = shareTestAuth(AUTOCONFIRM);

const FIRST = "seis gatos no telhado";
const ONCE = "oito patos na lagoa";
const OWN = "dez sapos no brejo";

const signIn = (email: string, password: string) => auth.post("/token?grant_type=password", { email, password });
const put = (id: string, body: object) =>
  auth.call(`/admin/users/${id}`, { method: "PUT", headers: auth.admin, body: JSON.stringify(body) });

async function withTemporary(email: string): Promise<string> {
  const user = await auth.post("/admin/users", { email, password: FIRST, email_confirm: true }, auth.admin);
  const { id } = user.body as { id: string };
  const reply = await put(id, { password: ONCE, password_temporary: true });
  assert.equal(reply.status, 200, reply.text);
  return id;
}

const credentials = async (id: string) => {
  const {
    has_password: has,
    is_temporary: isTemporary,
    hash,
  } = (await auth.get(`/admin/users/${id}/credentials`, auth.admin)).body as {
    has_password: boolean;
    is_temporary: boolean;
    hash: string | null;
  };
  return [has, isTemporary, hash?.startsWith("argon2id") ?? null];
};

test("a temporary password opens one session, which says so, and the password that is chosen there stays", async () => {
  const id = await withTemporary("once@example.com");
  assert.deepEqual(await credentials(id), [true, true, true]);
  assert.equal((await signIn("once@example.com", FIRST)).status, 400);
  const reply = await signIn("once@example.com", ONCE);
  assert.equal(reply.status, 200, reply.text);
  const session = reply.body as Signed;
  assert.deepEqual(session.weak_password?.reasons, ["temporary"]);
  assert.deepEqual(await credentials(id), [false, false, null]);
  assert.deepEqual(verdict(await signIn("once@example.com", ONCE)), [400, "invalid_credentials"]);
  const changed = await auth.call("/user", { method: "PUT", headers: bearer(session), body: JSON.stringify({ password: OWN }) });
  assert.equal(changed.status, 200, changed.text);
  const again = await signIn("once@example.com", OWN);
  assert.deepEqual([again.status, (again.body as Signed).weak_password], [200, undefined]);
  assert.equal((await signIn("once@example.com", OWN)).status, 200);
});

test("of two who sign in with a temporary password at once, one comes in", async () => {
  await withTemporary("race@example.com");
  const replies = await Promise.all(Array.from({ length: 4 }, () => signIn("race@example.com", ONCE)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400]);
});

test("a temporary password proves nothing to other services", async () => {
  await withTemporary("service@example.com");
  const reply = await auth.post("/service/check_password", { email: "service@example.com", password: ONCE }, auth.admin);
  assert.deepEqual(verdict(reply), [400, "invalid_credentials"]);
  assert.equal((await signIn("service@example.com", ONCE)).status, 200);
});

test("a new user may have a temporary password; a password without the mark replaces one", async () => {
  const body = { email: "new@example.com", password: ONCE, password_temporary: true, email_confirm: true };
  const created = await auth.post("/admin/users", body, auth.admin);
  assert.equal(created.status, 200, created.text);
  const { id } = created.body as { id: string };
  assert.deepEqual(await credentials(id), [true, true, true]);
  assert.equal((await put(id, { password: OWN })).status, 200);
  assert.deepEqual(await credentials(id), [true, false, true]);
  for (const turn of [1, 2]) assert.equal((await signIn("new@example.com", OWN)).status, 200, String(turn));
});

test("password_temporary without a password, and a hash with the mark, are refused", async () => {
  const id = await withTemporary("alone@example.com");
  assert.deepEqual(verdict(await put(id, { password_temporary: true })), [400, "validation_failed"]);
  const hash = "temporary$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
  const reply = await auth.post("/admin/users", { email: "marked@example.com", password_hash: hash }, auth.admin);
  assert.ok(reply.status >= 400 && reply.status < 500, reply.text);
});
