import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const PATH = "/service/check_password";
const ana = { email: "ana@example.com", password: "correct horse" };

async function withAna(variables: Record<string, string> = {}): Promise<TestAuth> {
  const auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", ...variables });
  const reply = await auth.post("/signup", { ...ana, data: { name: "Ana" } });
  assert.equal(reply.status, 200, reply.text);
  return auth;
}

const codeOf = (reply: { body: unknown }) => (reply.body as { error_code?: string }).error_code;

test("POST /service/check_password tells whose password it is, and leaves no trace of a sign-in", async () => {
  await using auth = await withAna();
  const { db } = auth.service.world;
  const traces = () =>
    db.one(sql`select (select count(*) from sessions) as sessions, (select count(*) from audit_log_entries) as acts,
                      (select json_agg(users) from users) as users`);
  const before = await traces();
  const reply = await auth.post(PATH, { ...ana, email: "Ana@Example.com" }, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  const { user } = reply.body as { user: { id: string; email: string; user_metadata: { name: string } } };
  assert.deepEqual([user.email, user.user_metadata.name], ["ana@example.com", "Ana"]);
  assert.doesNotMatch(reply.text, /token|argon2/);
  assert.deepEqual(await traces(), before);
});

test("POST /service/check_password answers a wrong password and an unknown address alike", async () => {
  await using auth = await withAna();
  const wrong = await auth.post(PATH, { ...ana, password: "wrong" }, auth.admin);
  const unknown = await auth.post(PATH, { ...ana, email: "bob@example.com" }, auth.admin);
  assert.deepEqual([wrong.status, codeOf(wrong), wrong.text], [400, "invalid_credentials", unknown.text]);
});

test("POST /service/check_password has the password grant's rules for bans, confirmation and deletion", async () => {
  await using auth = await withAna();
  const { db } = auth.service.world;
  const both = async () => {
    const here = await auth.post(PATH, ana, auth.admin);
    const there = await auth.post("/token?grant_type=password", ana);
    assert.equal(here.text, there.text);
    return codeOf(here);
  };
  await db.run(sql`update users set banned_until = '9999-01-01'`);
  assert.equal(await both(), "user_banned");
  await db.run(sql`update users set banned_until = null, email_confirmed_at = null`);
  assert.equal(await both(), "email_not_confirmed");
  await db.run(sql`update users set email_confirmed_at = now(), deleted_at = now()`);
  assert.equal(await both(), "invalid_credentials");
});

test("POST /service/check_password is for administrators only", async () => {
  await using auth = await withAna();
  const session = (await auth.post("/token?grant_type=password", ana)).body as { access_token: string };
  assert.equal((await auth.post(PATH, ana)).status, 401);
  const asUser = await auth.post(PATH, ana, { authorization: `Bearer ${session.access_token}` });
  assert.deepEqual([asUser.status, codeOf(asUser)], [403, "not_admin"]);
});

test("POST /service/check_password refuses bad input with a 4xx", async () => {
  await using auth = await withAna();
  const bad: unknown[] = [
    ...[{}, { email: ana.email }, { password: ana.password }, { ...ana, email: null }, { ...ana, password: null }],
    ...[
      { ...ana, email: "" },
      { ...ana, password: "" },
      { ...ana, email: 7 },
      { ...ana, password: true },
      { ...ana, email: [] },
    ],
    ...[
      { ...ana, password: "p".repeat(50_000) },
      { ...ana, email: `${"a".repeat(300)}@example.com` },
    ],
    ...[{ ...ana, email: "ana@example.com\0" }, { ...ana, password: `${ana.password}\0` }, [], "text"],
  ];
  for (const body of bad) {
    const reply = await auth.post(PATH, body, auth.admin);
    assert.equal(reply.status, 400, `${JSON.stringify(body).slice(0, 80)}: ${reply.text}`);
  }
});
