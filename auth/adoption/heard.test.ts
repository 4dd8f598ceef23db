import assert from "node:assert/strict";
import { test } from "node:test";
import { shared } from "../../kernel/testing/shared.ts";
import { AUTOCONFIRM, bearer, signUp, type TestSession } from "../account/testing.ts";
import { assertInStep, assertReadable } from "./testing/rows.ts";
import { startAdopted } from "./testing.ts";

const PASSWORD = "correct horse";
const HASH = "$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2";

const auth = shared(() => startAdopted("", { variables: AUTOCONFIRM }));
const signIn = (email: string, password = PASSWORD) => auth.post("/token?grant_type=password", { email, password });
const statusOf = async (email: string, password = PASSWORD) => (await signIn(email, password)).status;

/** As it stands in a thousand seed files. */
async function seed(id: string, email: string): Promise<void> {
  await auth.sql(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at, last_sign_in_at,
                             raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, email_change,
                             email_change_token_new, recovery_token)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, now(), now(), now(),
             '{"provider":"email","providers":["email"]}', '{}', now(), now(), '', '', '', '')`,
    [id, email, HASH],
  );
  await auth.sql(
    `insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values (gen_random_uuid(), $1::uuid, $1::text, format('{"sub":"%s","email":"%s"}', $1::text, $2::text)::jsonb, 'email', now(), now(), now())`,
    [id, email],
  );
}

test("a seeded user signs in at once; metadata, bans and passwords by SQL count at once", async () => {
  await seed("22222222-2222-4222-8222-222222222222", "seeded@example.com");
  const session = (await signIn("seeded@example.com")).body as TestSession;
  assert.equal(session.user.identities.length, 1);
  await auth.sql(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"plan": "gold"}', raw_user_meta_data = '{"name": "S"}' where id = $1`,
    [session.user.id],
  );
  const { body } = await auth.get("/user", bearer(session));
  assert.equal((body as TestSession["user"]).app_metadata.plan, "gold");
  assert.deepEqual((body as TestSession["user"]).user_metadata, { name: "S" });
  await auth.sql("update auth.users set banned_until = 'infinity' where id = $1", [session.user.id]);
  assert.equal(await statusOf("seeded@example.com"), 400);
  assert.equal((await auth.get("/user", bearer(session))).status, 403);
  await auth.sql("update auth.users set banned_until = null where id = $1", [session.user.id]);
  assert.equal(await statusOf("seeded@example.com"), 200);
  await auth.sql("update auth.users set encrypted_password = '' where id = $1", [session.user.id]);
  assert.equal(await statusOf("seeded@example.com"), 400);
  const changes = await auth.sql("select change from cofre_auth.user_changes where user_id = $1 order by id", [session.user.id]);
  assert.deepEqual(
    changes.map(({ change }) => change),
    ["banned", "unbanned", "password_changed"],
  );
});

test("delete, truncate and an end of sessions by SQL take effect at once", async () => {
  await seed("33333333-3333-4333-8333-333333333333", "going@example.com");
  const session = (await signIn("going@example.com")).body as TestSession;
  await auth.sql("delete from auth.sessions where user_id = $1", [session.user.id]);
  assert.equal((await auth.get("/user", bearer(session))).status, 403);
  await auth.sql("delete from auth.users where email = 'going@example.com'");
  assert.equal(await statusOf("going@example.com"), 400);
  await seed("44444444-4444-4444-8444-444444444444", "more@example.com");
  await auth.sql("truncate auth.users cascade");
  assert.equal(await statusOf("more@example.com"), 400);
  assert.deepEqual(await auth.sql("select id from cofre_auth.users"), []);
});

test("SQL that ours could not hold fails as a whole: an address in another case, another id", async () => {
  await signUp(auth, { email: "only@example.com", password: PASSWORD });
  await assert.rejects(seed("55555555-5555-4555-8555-555555555555", "Only@Example.com"), /users_email_key/);
  await assert.rejects(auth.sql("update auth.users set id = gen_random_uuid()"), /cannot be changed|identities_user_id_fkey/);
  assert.equal((await auth.sql("select count(*)::int from auth.users"))[0]?.count, 1);
});

test("one transaction may go both ways, and a rollback undoes both", async () => {
  const { user } = await signUp(auth, { email: "both@example.com", password: PASSWORD });
  await auth.sql("begin");
  await auth.sql("update auth.users set raw_user_meta_data = '{\"a\": 1}' where id = $1", [user.id]);
  await auth.sql("update cofre_auth.users set raw_user_meta_data = raw_user_meta_data || '{\"b\": 2}' where id = $1", [user.id]);
  await auth.sql("update auth.users set raw_user_meta_data = raw_user_meta_data || '{\"c\": 3}' where id = $1", [user.id]);
  const seen = () =>
    auth.sql(
      "select h.raw_user_meta_data as here, t.raw_user_meta_data as there from cofre_auth.users h join auth.users t using (id) where id = $1",
      [user.id],
    );
  assert.deepEqual(await seen(), [{ here: { a: 1, b: 2, c: 3 }, there: { a: 1, b: 2, c: 3 } }]);
  await auth.sql("rollback");
  const [row] = await seen();
  assert.deepEqual(row?.here, row?.there);
  assert.deepEqual(Object.keys(row?.there as object).includes("a"), false);
});

test("after all of this both schemas hold the same, in a form that the server before can read", async () => {
  await assertInStep(auth);
  await assertReadable(auth);
});
