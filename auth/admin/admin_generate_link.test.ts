import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { actsOf, asAdmin, faultOf, type ShownUser, stateOf, userOf } from "./testing.ts";

const EMAIL = "ana@example.com";
const NEW_EMAIL = "nova@example.com";

interface Generated extends ShownUser {
  action_link: string;
  email_otp: string;
  hashed_token: string;
  verification_type: string;
  redirect_to: string;
  token: string;
  type: string;
}

const UNVERIFIED = { email_verified: false, phone_verified: false };

const ask = (auth: TestAuth, body: object) => asAdmin(auth).post("/admin/generate_link", body);
const generate = async (auth: TestAuth, body: object) => userOf(await ask(auth, body)) as Generated;
const verify = (auth: TestAuth, type: string, { hashed_token }: Generated) =>
  auth.post("/verify", { type, token_hash: hashed_token });
const withAna = async (variables: Record<string, string> = {}) => {
  const auth = await startTestAuth(variables);
  userOf(await asAdmin(auth).post("/admin/users", { email: EMAIL, email_confirm: true }));
  return auth;
};

test("POST /admin/generate_link type signup makes the user and a link that confirms, and sends nothing", async () => {
  await using auth = await startTestAuth();
  const body = { type: "signup", email: "Ana@Example.com", password: "correct horse", data: { name: "Ana" } };
  const link = await generate(auth, { ...body, redirect_to: "https://evil.test/" });
  assert.deepEqual([link.email, link.user_metadata.name, link.email_confirmed_at], [EMAIL, "Ana", undefined]);
  assert.deepEqual([link.verification_type, link.redirect_to], ["signup", "https://app.example.com"]);
  const url = new URL(link.action_link);
  assert.equal(url.origin + url.pathname, "https://auth.example.com/verify");
  const { token, type, redirect_to } = link;
  assert.deepEqual(Object.fromEntries(url.searchParams), { token, type, redirect_to });
  assert.match(link.email_otp, /^\d{6}$/);
  assert.deepEqual(await auth.messages(), []);
  const session = await verify(auth, "signup", link);
  assert.equal(session.status, 200, session.text);
  assert.equal((await auth.post("/token?grant_type=password", { email: EMAIL, password: "correct horse" })).status, 200);
  assert.equal(faultOf(await ask(auth, body))[1], "email_exists");
});

test("POST /admin/generate_link gives redirect_to back as it was sent, readable in the link too", async () => {
  await using auth = await withAna({ URI_ALLOW_LIST: "https://other.example.com,https://other.example.com/**" });
  for (const target of ["https://app.example.com/welcome", "https://other.example.com", "https://other.example.com/a-b/c_d"]) {
    const link = await generate(auth, { type: "magiclink", email: EMAIL, redirect_to: target });
    assert.equal(link.redirect_to, target);
    assert.ok(link.action_link.endsWith(`&redirect_to=${target}`), link.action_link);
  }
});

test("POST /admin/generate_link makes a newcomer whose user_metadata is what was given, as POST /invite does", async () => {
  await using auth = await startTestAuth();
  const data = { status: "alpha" };
  for (const type of ["signup", "invite", "magiclink"]) {
    const email = `${type}@example.com`;
    const link = await generate(auth, { type, email, password: "correct horse", data });
    assert.deepEqual(link.user_metadata, data);
    assert.deepEqual(link.identities[0]?.identity_data, { ...data, sub: link.id, email, ...UNVERIFIED });
  }
  const invited = userOf(await asAdmin(auth).post("/invite", { email: EMAIL, data }));
  assert.deepEqual(invited.user_metadata, data);
});

test("POST /admin/generate_link type signup gives an unconfirmed user the password that the administrator names", async () => {
  await using auth = await startTestAuth();
  assert.equal((await auth.post("/signup", { email: EMAIL, password: "of an impostor", data: { a: 1 } })).status, 200);
  const link = await generate(auth, { type: "signup", email: EMAIL, password: "correct horse", data: { b: 2 } });
  assert.deepEqual([link.user_metadata.a, link.user_metadata.b], [1, 2]);
  assert.equal((await verify(auth, "signup", link)).status, 200);
  assert.equal((await auth.post("/token?grant_type=password", { email: EMAIL, password: "of an impostor" })).status, 400);
  assert.equal((await auth.post("/token?grant_type=password", { email: EMAIL, password: "correct horse" })).status, 200);
});

test("POST /admin/generate_link type invite invites without a mail; redirect_to may come in the query", async () => {
  await using auth = await startTestAuth();
  const target = "https://app.example.com/hello";
  const reply = await asAdmin(auth).post(`/admin/generate_link?redirect_to=${encodeURIComponent(target)}`, {
    type: "invite",
    email: EMAIL,
  });
  const link = userOf(reply) as Generated;
  assert.deepEqual([link.verification_type, link.invited_at, link.redirect_to], ["invite", "2026-01-31T12:00:00.000Z", target]);
  const again = await generate(auth, { type: "invite", email: EMAIL });
  assert.equal(again.id, link.id);
  assert.equal((await verify(auth, "invite", link)).status, 403);
  assert.equal((await verify(auth, "invite", again)).status, 200);
  assert.equal(faultOf(await ask(auth, { type: "invite", email: EMAIL }))[1], "email_exists");
  assert.deepEqual(await auth.messages(), []);
});

test("POST /admin/generate_link types magiclink and recovery let a user in, by link or by code", async () => {
  await using auth = await withAna();
  for (const type of ["magiclink", "recovery"]) {
    const link = await generate(auth, { type, email: EMAIL });
    assert.deepEqual([link.verification_type, link.type], [type, type]);
    assert.equal((await verify(auth, type, link)).status, 200);
    assert.equal((await verify(auth, type, link)).status, 403);
    const { email_otp: token } = await generate(auth, { type, email: EMAIL });
    assert.equal((await auth.post("/verify", { type, email: EMAIL, token })).status, 200);
  }
  const acts = await actsOf(auth, "user_recovery_requested");
  assert.deepEqual(acts, Array(4).fill({ actor: "service_role", email: EMAIL }));
});

test("POST /admin/generate_link type magiclink for a stranger turns into a sign-up; other types answer 404", async () => {
  await using auth = await startTestAuth();
  const before = await stateOf(auth);
  for (const type of ["recovery", "email_change_current", "email_change_new"]) {
    const reply = await ask(auth, { type, email: EMAIL, new_email: NEW_EMAIL });
    assert.deepEqual(faultOf(reply), [404, "user_not_found", "User with this email not found"]);
  }
  assert.equal(await stateOf(auth), before);
  const link = await generate(auth, { type: "magiclink", email: EMAIL });
  assert.equal(link.verification_type, "signup");
  assert.equal((await verify(auth, "signup", link)).status, 200);
});

test("POST /admin/generate_link for a change of address needs both links, whichever is asked for first", async () => {
  await using auth = await withAna();
  const first = await generate(auth, { type: "email_change_new", email: EMAIL, new_email: NEW_EMAIL });
  assert.deepEqual([first.new_email, first.type, first.verification_type], [NEW_EMAIL, "email_change", "email_change_new"]);
  assert.equal((await verify(auth, "email_change", first)).status, 200);
  const pending = userOf(await asAdmin(auth).get(`/admin/users/${first.id}`));
  assert.deepEqual([pending.email, pending.new_email], [EMAIL, NEW_EMAIL]);
  const second = await generate(auth, { type: "email_change_current", email: EMAIL, new_email: NEW_EMAIL });
  assert.equal((await verify(auth, "email_change", second)).status, 200);
  assert.equal(userOf(await asAdmin(auth).get(`/admin/users/${first.id}`)).email, NEW_EMAIL);
});

test("POST /admin/generate_link for another new address voids what was confirmed of the one before", async () => {
  await using auth = await withAna();
  await generate(auth, { type: "email_change_new", email: EMAIL, new_email: NEW_EMAIL });
  const current = await generate(auth, { type: "email_change_current", email: EMAIL, new_email: NEW_EMAIL });
  assert.equal((await verify(auth, "email_change", current)).status, 200);
  const other = await generate(auth, { type: "email_change_new", email: EMAIL, new_email: "other@example.com" });
  assert.equal((await verify(auth, "email_change", other)).status, 200);
  assert.equal(userOf(await asAdmin(auth).get(`/admin/users/${other.id}`)).email, EMAIL);
});

test("POST /admin/generate_link for a change of address needs one link where secure changes are off", async () => {
  await using auth = await withAna({ MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" });
  const refusal = await ask(auth, { type: "email_change_current", email: EMAIL, new_email: NEW_EMAIL });
  assert.deepEqual(faultOf(refusal), [400, "validation_failed", "Enable secure email change to generate link for current email"]);
  const link = await generate(auth, { type: "email_change_new", email: EMAIL, new_email: NEW_EMAIL });
  assert.equal((await verify(auth, "email_change", link)).status, 200);
  assert.equal(userOf(await asAdmin(auth).get(`/admin/users/${link.id}`)).email, NEW_EMAIL);
});

test("50 parallel redemptions of a generated link are one success", async () => {
  await using auth = await withAna();
  const link = await generate(auth, { type: "recovery", email: EMAIL });
  const replies = await Promise.all(Array.from({ length: 50 }, () => verify(auth, "recovery", link)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
});

test("POST /admin/generate_link refuses bad input and changes nothing", async () => {
  await using auth = await withAna();
  userOf(await asAdmin(auth).post("/admin/users", { email: "bia@example.com" }));
  const before = await stateOf(auth);
  const signup = { type: "signup", email: "eve@example.com", password: "correct horse" };
  const refusal: [body: object, status: number, code: string, message: RegExp][] = [
    [{ email: EMAIL }, 400, "validation_failed", /^Invalid email action link type requested: $/],
    [{ type: "toString", email: EMAIL }, 400, "validation_failed", /requested: toString$/],
    [{ type: 1, email: EMAIL }, 400, "validation_failed", /type/],
    [{ type: "magiclink" }, 400, "validation_failed", /required/],
    [{ type: "magiclink", email: null }, 400, "validation_failed", /required/],
    [{ type: "magiclink", email: "a b" }, 400, "validation_failed", /invalid format/],
    [{ type: "magiclink", email: "a\0@example.com" }, 400, "validation_failed", /NUL/],
    [{ ...signup, password: undefined }, 400, "validation_failed", /requires a valid password/],
    [{ ...signup, password: "12345" }, 422, "weak_password", /6 characters/],
    [{ ...signup, data: { x: "x".repeat(16385) } }, 400, "validation_failed", /16 KB/],
    [{ ...signup, email: EMAIL }, 422, "email_exists", /already/],
    [{ type: "email_change_new", email: EMAIL }, 400, "validation_failed", /required/],
    [{ type: "email_change_new", email: EMAIL, new_email: "x" }, 400, "validation_failed", /invalid format/],
    [{ type: "email_change_new", email: EMAIL, new_email: "BIA@example.com" }, 422, "email_exists", /already/],
    [{ type: "email_change_new", email: EMAIL, new_email: EMAIL }, 422, "email_exists", /already/],
  ];
  for (const [body, status, code, message] of refusal) {
    const fault = faultOf(await ask(auth, body));
    assert.deepEqual(fault.slice(0, 2), [status, code], JSON.stringify(body).slice(0, 80));
    assert.match(fault[2], message);
  }
  assert.equal(await stateOf(auth), before);
  assert.deepEqual(await auth.service.world.db.many(sql`select from one_time_tokens`), []);
});
