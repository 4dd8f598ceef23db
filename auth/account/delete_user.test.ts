// DELETE /user: who may, what goes with it, and what other services hear of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { show, signUpWithFactor } from "../factors/testing.ts";
import { shareTestAuth } from "../testing.ts";
import { AUTOCONFIRM, ana, bearer, signIn, signUp, type TestSession, verdict } from "./testing.ts";

const LATER = 601;
const GONE = [403, "user_not_found"];

const auth = shareTestAuth({ ...AUTOCONFIRM, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true", RATE_LIMIT_OTP: "0" });

const remove = (session: TestSession, body: unknown = {}) =>
  auth.call("/user", { method: "DELETE", body, headers: bearer(session) });
const person = (name: string) => ({ email: `${name}@example.com`, password: ana.password });
const deletedUsers = async (until = auth.clock.now()) => {
  const { body } = await auth.get(`/service/deleted_users?until=${until.toISOString()}`, auth.admin);
  return (body as { users: { user_id: string }[] }).users.map(({ user_id: id }) => id);
};

async function nonceOf(session: TestSession): Promise<string> {
  assert.equal((await auth.get("/reauthenticate", bearer(session))).status, 200);
  const mails = (await auth.messages()).filter(
    ({ to, template }) => to === session.user.email && template === "reauthentication",
  );
  return mails.at(-1)?.variables.token as string;
}

test("DELETE /user within ten minutes after signing in deletes the account and all that belongs to it", async () => {
  const session = await signUp(auth, person("quick"));
  const other = await signIn(auth, person("quick"));
  const replies = await Promise.all(Array.from({ length: 5 }, () => remove(session, "")));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 403, 403, 403, 403], "once");
  for (const each of [session, other]) assert.deepEqual(verdict(await auth.get("/user", bearer(each))), GONE);
  assert.equal((await auth.post("/token?grant_type=refresh_token", { refresh_token: other.refresh_token })).status, 400);
  assert.deepEqual(verdict(await auth.post("/token?grant_type=password", person("quick"))), [400, "invalid_credentials"]);
  const { id } = session.user;
  const { db } = auth.service.world;
  for (const table of [sql`users where id`, sql`identities where user_id`, sql`sessions where user_id`])
    assert.deepEqual(await db.one(sql`select count(*) from ${table} = ${id}`), { count: 0 });
  assert.deepEqual(await db.many(sql`select change from user_changes where user_id = ${id}`), [{ change: "deleted" }]);
  const entry = sql`select payload ->> 'actor_id' as by from audit_log_entries where payload ->> 'action' = 'user_deleted'`;
  assert.deepEqual(await db.many(entry), [{ by: id }]);
  assert.notEqual((await signUp(auth, person("quick"))).user.id, id, "the address is free");
});

test("DELETE /user later needs the password or a nonce, and neither may be wrong", async () => {
  const session = await signUp(auth, person("later"));
  for (const body of [{ password: "wrong horse" }, { password: "wrong horse", nonce: "000000" }])
    assert.deepEqual(verdict(await remove(session, body)), [400, "invalid_credentials"], "also at once");
  assert.deepEqual(verdict(await remove(session, { nonce: "000000" })), [422, "reauthentication_not_valid"]);
  auth.clock.advance(LATER);
  for (const body of ["", {}, { password: "", nonce: "" }, { password: null }])
    assert.deepEqual(verdict(await remove(session, body)), [400, "reauthentication_needed"]);
  const renewed = (await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token }))
    .body as TestSession;
  assert.deepEqual(verdict(await remove(renewed)), [400, "reauthentication_needed"], "renewing proves nothing");
  const [nonce, others] = [await nonceOf(renewed), await nonceOf(await signUp(auth, person("others")))];
  assert.deepEqual(verdict(await remove(renewed, { nonce: others })), [422, "reauthentication_not_valid"], "somebody else's");
  assert.equal((await auth.get("/user", bearer(renewed))).status, 200, "nothing has happened yet");
  assert.equal((await remove(renewed, { nonce })).status, 204);
  const second = await signUp(auth, person("second"));
  auth.clock.advance(LATER);
  assert.equal((await remove(second, { password: ana.password })).status, 204);
});

test("DELETE /user counts wrong passwords as a sign-in does", async () => {
  const session = await signUp(auth, person("guessed"));
  for (let n = 0; n < 10; n++) assert.equal((await remove(session, { password: `guess ${n}` })).status, 400);
  assert.equal((await remove(session, { password: ana.password })).status, 429);
  assert.equal((await auth.post("/token?grant_type=password", person("guessed"))).status, 429, "one limit for both");
});

test("DELETE /user needs aal2 once somebody has a second factor, and a session that goes on", async () => {
  const { session, factor } = await signUpWithFactor(auth, person("careful"));
  const low = await signIn(auth, person("careful"));
  for (const body of [{}, { password: ana.password }])
    assert.deepEqual(verdict(await remove(low, body)), [403, "insufficient_aal"]);
  auth.clock.advance(LATER);
  assert.deepEqual(verdict(await remove(session)), [400, "reauthentication_needed"]);
  const view = await show(auth, session, factor);
  await auth.post("/logout?scope=others", "", bearer(view));
  assert.deepEqual(verdict(await remove(low, { password: ana.password })), [403, "session_not_found"]);
  assert.equal((await remove(view)).status, 204, "the factor is a proof of now");
});

test("DELETE /user of an anonymous user needs no more than the session", async () => {
  const session = (await auth.post("/signup", {})).body as TestSession;
  auth.clock.advance(LATER);
  assert.deepEqual(verdict(await remove(session, { password: "x" })), [400, "invalid_credentials"]);
  assert.equal((await remove(session)).status, 204);
});

test("GET /service/deleted_users tells who went by themselves, and never whom an administrator deleted", async () => {
  const [own, theirs, back] = [
    await signUp(auth, person("own")),
    await signUp(auth, person("theirs")),
    await signUp(auth, person("back")),
  ];
  const asAdmin = (id: string) => auth.call(`/admin/users/${id}`, { method: "DELETE", headers: auth.admin });
  const before = auth.clock.now();
  auth.clock.advance(1);
  for (const session of [own, back]) assert.equal((await remove(session)).status, 204);
  await asAdmin(theirs.user.id);
  const deletions = await deletedUsers(before);
  assert.ok(![own, back, theirs].some(({ user }) => deletions.includes(user.id)), "not before it happened");
  assert.deepEqual((await deletedUsers()).filter((id) => !deletions.includes(id)).sort(), [own.user.id, back.user.id].sort());
  assert.equal((await auth.post(`/admin/users/${back.user.id}`, person("back"), auth.admin)).status, 200);
  assert.ok(!(await deletedUsers()).includes(back.user.id), "brought back");
  await asAdmin(back.user.id);
  assert.ok(!(await deletedUsers()).includes(back.user.id), "and then deleted by an administrator");
  const forget = () => auth.call(`/service/deleted_users/${own.user.id}`, { method: "DELETE", headers: auth.admin });
  assert.equal((await forget()).status, 204);
  assert.deepEqual(verdict(await forget()), [404, "user_not_found"]);
  assert.ok(!(await deletedUsers()).includes(own.user.id));
  for (const until of ["x", "2026-01-01", "2026-12-31T23:59:60Z"])
    assert.equal((await auth.get(`/service/deleted_users?until=${until}`, auth.admin)).status, 400, until);
});
