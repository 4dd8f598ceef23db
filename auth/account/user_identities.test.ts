import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { type Landing, startWithProviders, type TestPerson, visit } from "../external/testing.ts";
import type { TestAuth } from "../testing.ts";
import { AUTOCONFIRM, acts, ana, bearer, bob, signUp, type TestSession, verdict } from "./testing.ts";

const LINKING = { SECURITY_MANUAL_LINKING_ENABLED: "true", ...AUTOCONFIRM };

interface Identity {
  identity_id: string;
  provider: string;
}

type User = Omit<TestSession["user"], "identities"> & { identities: Identity[] };

const me = async (auth: TestAuth, headers: { authorization: string }) => (await auth.get("/user", headers)).body as User;
const unlink = (auth: TestAuth, headers: { authorization: string }, id: string | undefined) =>
  auth.call(`/user/identities/${id}`, { method: "DELETE", headers });
const bearerOf = ({ fragment }: Landing) => ({ authorization: `Bearer ${fragment.access_token}` });
const idOf = (user: User, provider: string) => user.identities.find((each) => each.provider === provider)?.identity_id;

/** Ana, with a password and with google, each identity a second younger than the one before. */
async function anaWithGoogle(auth: TestAuth, person: TestPerson = { subject: "1", email: ana.email }) {
  const session = await signUp(auth);
  auth.clock.advance(1);
  const { id } = session.user;
  await auth.service.world.db.run(sql`
    insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (gen_random_uuid(), 'google', '1', ${id}, ${{ email: person.email, email_verified: person.verified ?? true }}::jsonb,
            ${auth.clock.now()}, ${auth.clock.now()})`);
  await auth.service.world.db.run(
    sql`update users set raw_app_meta_data = '{"provider": "email", "providers": ["email", "google"], "plan": "gold"}'`,
  );
  return { headers: bearer(session), user: await me(auth, bearer(session)) };
}

test("DELETE /user/identities/:identity_id unlinks an identity; what else the account has stays", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth);
  const reply = await unlink(auth, headers, idOf(user, "google"));
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  const after = await me(auth, headers);
  assert.deepEqual(
    after.identities.map(({ provider }) => provider),
    ["email"],
  );
  assert.deepEqual(after.app_metadata, { provider: "email", providers: ["email"], plan: "gold" });
  assert.equal(after.email, ana.email);
  const entry = await auth.service.world.db.one<{ payload: { action: string; traits: object } }>(
    sql`select payload from audit_log_entries order by created_at desc limit 1`,
  );
  const traits = { identity_id: idOf(user, "google"), provider: "google", provider_id: "1" };
  assert.deepEqual([entry.payload.action, entry.payload.traits], ["identity_unlinked", traits]);
  auth.clock.advance(1);
  const again = await me(auth, bearerOf(await visit(auth, { subject: "1", email: ana.email })));
  assert.equal(again.id, user.id, "the address still links");
});

test("DELETE /user/identities/:identity_id is 404 where manual linking is switched off, and for what is no id", async () => {
  await using closed = await startWithProviders(AUTOCONFIRM);
  const reply = await unlink(closed, bearer(await signUp(closed)), randomUUID());
  assert.deepEqual(verdict(reply), [404, "manual_linking_disabled"]);
  await using auth = await startWithProviders(LINKING);
  const { headers } = await anaWithGoogle(auth);
  for (const id of ["x", "0", "%20", "..%2fauthorize", "null"]) {
    assert.deepEqual(verdict(await unlink(auth, headers, id)), [404, "validation_failed"], id);
  }
  assert.deepEqual(verdict(await auth.call(`/user/identities/${randomUUID()}`, { method: "DELETE" })), [401, "no_authorization"]);
});

test("DELETE /user/identities/:identity_id leaves the last identity, and knows only the caller's own", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth);
  const other = await signUp(auth, bob);
  const otherUser = await me(auth, bearer(other));
  const foreign = idOf(otherUser, "email");
  assert.deepEqual(verdict(await unlink(auth, headers, foreign)), [422, "identity_not_found"]);
  assert.deepEqual(verdict(await unlink(auth, headers, randomUUID())), [422, "identity_not_found"]);
  assert.deepEqual(verdict(await unlink(auth, bearer(other), foreign)), [422, "single_identity_not_deletable"]);
  assert.equal((await unlink(auth, headers, idOf(user, "google")?.toUpperCase())).status, 200);
  assert.deepEqual(verdict(await unlink(auth, headers, idOf(user, "email"))), [422, "single_identity_not_deletable"]);
  assert.deepEqual((await me(auth, bearer(other))).identities, otherUser.identities);
});

test("of two unlinkings at the same time that would leave nothing one is made", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth);
  const replies = await Promise.all(user.identities.map(({ identity_id: id }) => unlink(auth, headers, id)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
  assert.equal((await me(auth, headers)).identities.length, 1);
});

test("DELETE /user/identities/:identity_id of the email identity moves the account to the address of another one", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth, { email: "google@example.com" });
  await auth.post("/recover", { email: ana.email });
  auth.clock.advance(1);
  assert.equal((await unlink(auth, headers, idOf(user, "email"))).status, 200);
  const after = await me(auth, headers);
  assert.deepEqual([after.email, after.user_metadata.email], ["google@example.com", "google@example.com"]);
  assert.equal(after.email_confirmed_at, auth.clock.now().toISOString());
  assert.deepEqual(after.app_metadata.providers, ["google"]);
  const { db } = auth.service.world;
  assert.deepEqual(await db.many(sql`select purpose from one_time_tokens`), [], "links to the old address are void");
  assert.equal((await acts(auth)).at(-1), "identity_unlinked");
});

test("DELETE /user/identities/:identity_id of the email identity takes the password away, whatever address the account is left with", async () => {
  await using auth = await startWithProviders(LINKING);
  const { db } = auth.service.world;
  for (const [email, remaining] of [
    [ana.email, ana.email],
    ["google@example.com", "google@example.com"],
  ] as const) {
    const { headers, user } = await anaWithGoogle(auth, { email });
    assert.equal((await unlink(auth, headers, idOf(user, "email"))).status, 200);
    assert.equal((await me(auth, headers)).email, remaining, "and the session goes on");
    for (const address of [ana.email, remaining]) {
      const reply = await auth.post("/token?grant_type=password", { email: address, password: ana.password });
      assert.deepEqual(verdict(reply), [400, "invalid_credentials"], `${address} of ${remaining}`);
    }
    assert.deepEqual(await db.one(sql`select encrypted_password from users`), { encrypted_password: null });
    const changes = await db.many<{ change: string }>(sql`select change from user_changes order by change`);
    const moves = remaining === ana.email ? [] : ["email_changed"];
    assert.deepEqual(
      changes.map(({ change }) => change),
      [...moves, "password_changed"],
      "whoever let the password in hears of it",
    );
    await db.run(sql`delete from users`);
    await db.run(sql`delete from user_changes`);
  }
});

test("an identity that is not the email one takes no password along", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth);
  assert.equal((await unlink(auth, headers, idOf(user, "google"))).status, 200);
  assert.equal((await auth.post("/token?grant_type=password", ana)).status, 200);
  assert.deepEqual(await auth.service.world.db.many(sql`select change from user_changes`), []);
});

test("an address that no provider has verified never becomes the account's by unlinking", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth, { email: "victim@example.com", verified: false });
  assert.equal((await unlink(auth, headers, idOf(user, "email"))).status, 200);
  const after = await me(auth, headers);
  assert.deepEqual([after.email, after.email_confirmed_at, after.user_metadata.email], ["", undefined, undefined]);
});

test("DELETE /user/identities/:identity_id is refused where the remaining address is somebody else's", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth, { email: bob.email });
  await signUp(auth, bob);
  const reply = await unlink(auth, headers, idOf(user, "email"));
  assert.deepEqual(verdict(reply), [422, "email_conflict_identity_not_deletable"]);
  assert.deepEqual((await me(auth, headers)).identities, user.identities);
});

test("an email identity whose address another identity has too leaves the account its address", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth);
  const confirmedAt = user.email_confirmed_at;
  assert.equal((await unlink(auth, headers, idOf(user, "email"))).status, 200);
  const after = await me(auth, headers);
  assert.deepEqual([after.email, after.email_confirmed_at], [ana.email, confirmedAt]);
});

test("DELETE /user/identities/:identity_id of the phone identity clears the number", async () => {
  await using auth = await startWithProviders({ ...LINKING, EXTERNAL_PHONE_ENABLED: "true", SMS_AUTOCONFIRM: "true" });
  const session = await signUp(auth, { phone: "5511999990000", password: ana.password });
  await auth.service.world.db.run(sql`
    insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (gen_random_uuid(), 'google', '1', ${session.user.id}, '{}', '2026-02-01', '2026-02-01')`);
  const user = await me(auth, bearer(session));
  assert.equal((await unlink(auth, bearer(session), idOf(user, "phone"))).status, 200);
  const after = await me(auth, bearer(session));
  assert.deepEqual([after.phone, after.phone_confirmed_at], ["", undefined]);
  assert.equal((await auth.post("/token?grant_type=password", { phone: "5511999990000", password: ana.password })).status, 400);
});

test("DELETE /user/identities/:identity_id needs a session that goes on", async () => {
  await using auth = await startWithProviders(LINKING);
  const { headers, user } = await anaWithGoogle(auth);
  await auth.post("/logout", "", headers);
  assert.deepEqual(verdict(await unlink(auth, headers, idOf(user, "google"))), [403, "session_not_found"]);
});
