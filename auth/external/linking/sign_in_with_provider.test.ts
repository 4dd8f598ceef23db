import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../../kernel/sql/sql.ts";
import type { TestAuth } from "../../testing.ts";
import { ana, begin, codeOf, comeBack, errorOf, type Landing, startWithProviders, type TestPerson, visit } from "../testing.ts";

interface User {
  id: string;
  email: string;
  new_email?: string;
  email_confirmed_at?: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities: { provider: string; id: string }[];
}

const PASSWORD = "correct horse";
const VERIFICATION = ["access_denied", "provider_email_needs_verification"];

/** The id of a user with a password, confirmed unless given. */
async function localUser(auth: TestAuth, email: string, { data = {}, confirmed = true } = {}): Promise<string> {
  const reply = await auth.post("/signup", { email, password: PASSWORD, data });
  assert.equal(reply.status, 200, reply.text);
  const { db } = auth.service.world;
  if (confirmed) {
    await db.run(sql`update users set email_confirmed_at = created_at where email = ${email}`);
    await db.run(sql`delete from one_time_tokens`);
  }
  return (await db.one<{ id: string }>(sql`select id from users where email = ${email}`)).id;
}

async function userOf(auth: TestAuth, landing: Landing): Promise<User> {
  assert.ok(landing.fragment.access_token, JSON.stringify(landing));
  const reply = await auth.get("/user", { authorization: `Bearer ${landing.fragment.access_token}` });
  return reply.body as User;
}

async function allUsers(auth: TestAuth): Promise<{ id: string; email: string | null; email_change: string | null }[]> {
  return auth.service.world.db.many(sql`select id, email, email_change from users order by created_at, email`);
}

/** All of a user that nobody else may touch. */
async function stateOf(auth: TestAuth, id: string): Promise<unknown> {
  return auth.service.world.db.one(sql`
    select users.*, (select json_agg(identities order by id) from identities where user_id = users.id) as identities,
           (select count(*) from sessions where user_id = users.id) as sessions
      from users where id = ${id}`);
}

const mails = async (auth: TestAuth) => (await auth.messages()).map(({ template, to }) => [template, to]);
const providersOf = ({ identities }: User) => identities.map(({ provider, id }) => `${provider}:${id}`);
const signIn = (auth: TestAuth, email: string) => auth.post("/token?grant_type=password", { email, password: PASSWORD });

test("a verified address links the identity to the account that has it, which keeps all that it had", async () => {
  await using auth = await startWithProviders();
  const id = await localUser(auth, "ana@example.com", { data: { name: "Ana S.", theme: "dark" } });
  auth.clock.advance(1);
  const user = await userOf(auth, await visit(auth, ana));
  assert.equal(user.id, id);
  assert.deepEqual(providersOf(user), [`email:${id}`, "google:1001"]);
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email", "google"] });
  assert.deepEqual([user.user_metadata.theme, user.user_metadata.name], ["dark", "Ana"]);
  auth.clock.advance(1);
  assert.equal((await signIn(auth, "ana@example.com")).status, 200);
  auth.clock.advance(1);
  const github = await userOf(
    auth,
    await visit(auth, { ...ana, email: "ANA@example.com".toLowerCase() }, { provider: "github" }),
  );
  assert.deepEqual([github.id, github.identities.length], [id, 3]);
  const acts = await auth.service.world.db.many<{ action: string }>(
    sql`select payload ->> 'action' as action from audit_log_entries order by created_at, id`,
  );
  assert.deepEqual(acts.map(({ action }) => action).slice(1, 3), ["identity_linked", "login"]);
});

test("a person is known by provider and id, compared as text; a new id is linked by a verified address only (AX-09)", async () => {
  await using auth = await startWithProviders();
  const one = await userOf(auth, await visit(auth, { subject: "123", email: "one@example.com" }));
  const other = await userOf(auth, await visit(auth, { subject: "123", email: "two@example.com" }, { provider: "github" }));
  assert.notEqual(one.id, other.id);
  for (const subject of ["0123", "123.0", "123 "]) {
    const another = await userOf(
      auth,
      await visit(auth, { subject, email: `${subject.length}${subject[3]}@example.com`.replace(" ", "x") }),
    );
    assert.ok(![one.id, other.id].includes(another.id));
  }
  auth.clock.advance(1);
  const renamed = await userOf(auth, await visit(auth, { subject: "999", email: "one@example.com" }));
  assert.equal(renamed.id, one.id);
  assert.deepEqual(providersOf(renamed), ["google:123", "google:999"]);
});

test("an address that the provider has not verified touches nobody's account, and the answer tells nothing of it (AX-07)", async () => {
  await using auth = await startWithProviders();
  const id = await localUser(auth, "ana@example.com");
  const before = await stateOf(auth, id);
  const existingUser = await visit(auth, { ...ana, verified: false });
  assert.deepEqual(errorOf(existingUser), VERIFICATION);
  const free = await visit(auth, { subject: "1002", email: "new@example.com", verified: false });
  const withoutDate = ({ headers: { date: _date, ...headers }, ...landing }: typeof free) => ({ ...landing, headers });
  assert.deepEqual(withoutDate(free), withoutDate(existingUser));
  assert.equal(
    existingUser.query.error_description,
    "Unverified email with google. A confirmation email has been sent to your google email",
  );
  assert.deepEqual(await stateOf(auth, id), before);
  const others = (await allUsers(auth)).filter((each) => each.id !== id);
  assert.deepEqual(
    others.map(({ email, email_change: waits }) => [email, waits]),
    [
      [null, "ana@example.com"],
      [null, "new@example.com"],
    ],
  );
  assert.deepEqual((await mails(auth)).slice(1), [
    ["address_taken", "ana@example.com"],
    ["confirmation", "new@example.com"],
  ]);
});

test("with MAILER_AUTOCONFIRM too, an address that is taken and not verified links nothing (AX-07)", async () => {
  await using auth = await startWithProviders({ MAILER_AUTOCONFIRM: "true" });
  const id = await localUser(auth, "ana@example.com");
  const before = await stateOf(auth, id);
  const user = await userOf(auth, await visit(auth, { ...ana, verified: false }));
  assert.notEqual(user.id, id);
  assert.deepEqual([user.email, user.email_confirmed_at], ["", undefined]);
  assert.deepEqual(await stateOf(auth, id), before);
  const free = await userOf(auth, await visit(auth, { subject: "1002", email: "new@example.com", verified: false }));
  assert.equal(free.email, "new@example.com");
  assert.ok(free.email_confirmed_at);
});

test("whoever confirms the address by the mail may come in from then on", async () => {
  await using auth = await startWithProviders();
  const person: TestPerson = { ...ana, verified: false };
  assert.deepEqual(errorOf(await visit(auth, person)), VERIFICATION);
  assert.deepEqual(errorOf(await visit(auth, person)), VERIFICATION, "still");
  assert.equal((await auth.messages()).length, 1, "one mail in a minute");
  auth.clock.advance(61);
  assert.deepEqual(errorOf(await visit(auth, person)), VERIFICATION);
  const mails = await auth.messages();
  assert.equal(mails.length, 2);
  assert.equal((await allUsers(auth)).length, 1);
  const link = new URL(String(mails.at(-1)?.variables.confirmationUrl));
  const clicked = await auth.get(`/verify${link.search}`);
  assert.match(String(clicked.headers.location), /^https:\/\/app\.example\.com\/?#access_token=/);
  auth.clock.advance(61);
  const user = await userOf(auth, await visit(auth, person));
  assert.deepEqual([user.email, user.new_email], ["ana@example.com", undefined]);
  assert.deepEqual(user.app_metadata, { provider: "google", providers: ["google", "email"] });
  assert.equal((await auth.messages()).length, 2);
});

test("the mail's link ends a PKCE flow with a code for the application that began it", async () => {
  await using auth = await startWithProviders();
  const pkce = { code_challenge: "a".repeat(43), code_challenge_method: "plain", redirect_to: "https://app.example.com/in" };
  assert.deepEqual(errorOf(await visit(auth, { ...ana, verified: false }, pkce)), VERIFICATION);
  const link = new URL(String((await auth.messages())[0]?.variables.confirmationUrl));
  const target = new URL(String((await auth.get(`/verify${link.search}`)).headers.location));
  assert.equal(target.pathname, "/in");
  const body = { auth_code: target.searchParams.get("code"), code_verifier: "a".repeat(43) };
  const reply = await auth.post("/token?grant_type=pkce", body);
  assert.equal((reply.body as { user: User }).user.email, "ana@example.com", reply.text);
});

test("a mail budget that is spent is told, and nobody is made", async () => {
  await using auth = await startWithProviders({ RATE_LIMIT_EMAIL_SENT: "0" });
  const landing = await visit(auth, { ...ana, verified: false });
  assert.deepEqual(errorOf(landing), ["server_error", "over_email_send_rate_limit"]);
  assert.deepEqual(await allUsers(auth), []);
});

test("MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS lets people in while their address waits, and asks them once", async () => {
  await using auth = await startWithProviders({ MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: "true" });
  const id = await localUser(auth, "ana@example.com");
  const person: TestPerson = { ...ana, verified: false };
  const user = await userOf(auth, await visit(auth, person));
  assert.notEqual(user.id, id);
  assert.deepEqual([user.email, user.new_email], ["", "ana@example.com"]);
  auth.clock.advance(3600);
  assert.equal((await userOf(auth, await visit(auth, person))).id, user.id);
  assert.equal((await mails(auth)).length, 2);
});

test("an address that somebody only named is not theirs: its owner gets an account of their own", async () => {
  await using auth = await startWithProviders({ MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: "true" });
  const stranger = await userOf(auth, await visit(auth, { subject: "evil", email: "ana@example.com", verified: false }));
  const owner = await userOf(auth, await visit(auth, ana, { provider: "github" }));
  assert.notEqual(owner.id, stranger.id);
  assert.deepEqual(providersOf(owner), ["github:1001"]);
  await auth.post("/otp", { email: "ana@example.com" });
  const mail = (await auth.messages()).findLast(({ template }) => template === "magic_link");
  const link = new URL(String(mail?.variables.confirmationUrl));
  const target = new URL(String((await auth.get(`/verify${link.search}`)).headers.location));
  const fragment = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
  assert.equal((await userOf(auth, { fragment } as unknown as Landing)).id, owner.id);
});

test("data that a user wrote about themself makes nobody's address theirs", async () => {
  await using auth = await startWithProviders({ EXTERNAL_PHONE_ENABLED: "true", SMS_AUTOCONFIRM: "true" });
  const data = { email: "ana@example.com", email_verified: true };
  assert.equal((await auth.post("/signup", { phone: "5511999990000", password: PASSWORD, data })).status, 200);
  const user = await userOf(auth, await visit(auth, ana));
  assert.deepEqual(providersOf(user), ["google:1001"]);
});

test("an account that nobody had confirmed loses what a stranger put there before the owner came (V04)", async () => {
  await using auth = await startWithProviders();
  const id = await localUser(auth, "ana@example.com", { data: { name: "Eve", plan: "evil" }, confirmed: false });
  const { db } = auth.service.world;
  await db.run(sql`
    insert into sessions (id, user_id, amr, refreshed_at, ip, created_at) values (gen_random_uuid(), ${id}, '[]', now(), '', now())`);
  await db.run(sql`
    insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (gen_random_uuid(), 'github', 'eve', ${id}, '{"email": "ana@example.com", "email_verified": false}', now(), now())`);
  const [mail] = await auth.messages();
  const user = await userOf(auth, await visit(auth, { ...ana, metadata: { name: "Ana" } }));
  assert.equal(user.id, id);
  assert.deepEqual(providersOf(user), ["google:1001"]);
  assert.deepEqual(user.app_metadata, { provider: "google", providers: ["google"] });
  assert.deepEqual([user.user_metadata.name, user.user_metadata.plan], ["Ana", undefined]);
  assert.ok(user.email_confirmed_at);
  assert.equal((await signIn(auth, "ana@example.com")).status, 400);
  assert.deepEqual(await db.one(sql`select count(*) as sessions from sessions`), { sessions: 1 });
  const link = new URL(String(mail?.variables.confirmationUrl));
  assert.match(String((await auth.get(`/verify${link.search}`)).headers.location), /error_code=otp_expired/);
  const stranger = await userOf(auth, await visit(auth, { subject: "eve", email: "eve@example.com" }, { provider: "github" }));
  assert.notEqual(stranger.id, id);
  assert.deepEqual(await db.many(sql`select change from user_changes`), [{ change: "password_changed" }]);
});

test("a banned user is not let in, by a known identity nor by a new one (AX-16)", async () => {
  await using auth = await startWithProviders();
  const user = await userOf(auth, await visit(auth, ana));
  const { db } = auth.service.world;
  await db.run(sql`update users set banned_until = '2026-02-01T00:00:00Z'`);
  const before = await stateOf(auth, user.id);
  for (const query of [
    { provider: "google" },
    { provider: "github" },
    { code_challenge: "a".repeat(43), code_challenge_method: "s256" },
  ]) {
    assert.deepEqual(errorOf(await visit(auth, ana, query)), ["access_denied", "user_banned"]);
  }
  assert.deepEqual(await stateOf(auth, user.id), before);
  auth.clock.set("2026-02-01T00:00:00Z");
  assert.equal((await userOf(auth, await visit(auth, ana))).id, user.id);
});

test("DISABLE_SIGNUP keeps new people out, and nobody else", async () => {
  await using auth = await startWithProviders();
  await visit(auth, ana);
  await using closed = await startWithProviders({ DISABLE_SIGNUP: "true" });
  for (const person of [ana, { ...ana, verified: false }]) {
    const landing = await visit(closed, person);
    assert.deepEqual(errorOf(landing), ["access_denied", "signup_disabled"]);
    assert.equal(landing.query.error_description, "Signups not allowed for this instance");
  }
  assert.deepEqual(await allUsers(closed), []);
  const userReply = await closed.post("/admin/users", { email: "ana@example.com", email_confirm: true }, closed.admin);
  assert.equal((await userOf(closed, await visit(closed, ana))).id, (userReply.body as User).id);
});

test("a person without an address is let in only where EXTERNAL_P_EMAIL_OPTIONAL says so", async () => {
  await using auth = await startWithProviders({ EXTERNAL_GITHUB_EMAIL_OPTIONAL: "true" });
  const nameless: TestPerson = { subject: "77" };
  const landing = await visit(auth, nameless);
  assert.deepEqual(errorOf(landing), ["server_error", "unexpected_failure"]);
  assert.equal(landing.query.error_description, "Error getting user email from external provider");
  assert.deepEqual(await allUsers(auth), []);
  const user = await userOf(auth, await visit(auth, nameless, { provider: "github" }));
  assert.deepEqual([user.email, user.user_metadata.email], ["", undefined]);
  const later = await userOf(auth, await visit(auth, { ...nameless, email: "late@example.com" }, { provider: "github" }));
  assert.deepEqual([later.id, later.email], [user.id, "late@example.com"]);
  assert.deepEqual(await auth.service.world.db.many(sql`select change from user_changes`), [{ change: "email_changed" }]);
});

test("fifty first sign-ins of one person at the same time make one user with one identity", async () => {
  await using auth = await startWithProviders({ EXTERNAL_GITHUB_EMAIL_OPTIONAL: "true" });
  for (const [provider, person] of [
    ["google", ana],
    ["github", { subject: "no address" }],
  ] as const) {
    const flow = await Promise.all(Array.from({ length: 50 }, () => begin(auth, { provider })));
    const landings = await Promise.all(flow.map((each) => comeBack(auth, each, { state: each.state, code: codeOf(person) })));
    const ids = await Promise.all(landings.map(async (landing) => (await userOf(auth, landing)).id));
    assert.equal(new Set(ids).size, 1, provider);
  }
  const { db } = auth.service.world;
  assert.deepEqual(await db.one(sql`select count(*) as identities from identities`), { identities: 2 });
  assert.deepEqual(await db.one(sql`select count(*) as users from users`), { users: 2 });
});

test("of several verified addresses any links, and of several accounts the one with the primary address", async () => {
  await using auth = await startWithProviders();
  const work = await localUser(auth, "work@example.com");
  const list = (...emails: [string, boolean, boolean][]) =>
    emails.map(([email, verified, primary]) => ({ email, verified, primary }));
  const byOther = list(["home@example.com", true, true], ["work@example.com", true, false]);
  assert.equal((await userOf(auth, await visit(auth, { subject: "1", emails: byOther }))).id, work);
  auth.clock.advance(901);
  const home = await localUser(auth, "home@example.com");
  assert.equal((await userOf(auth, await visit(auth, { subject: "2", emails: byOther }))).id, home);
  const neither = list(["new@example.com", true, true], ["work@example.com", true, false], ["home@example.com", true, false]);
  const before = await allUsers(auth);
  assert.deepEqual(errorOf(await visit(auth, { subject: "3", emails: neither })), ["server_error", "conflict"]);
  assert.deepEqual(await allUsers(auth), before);
  const unverified = list(["work@example.com", false, true], ["fresh@example.com", true, false]);
  const fresh = await userOf(auth, await visit(auth, { subject: "4", emails: unverified }));
  assert.deepEqual([fresh.email, [work, home].includes(fresh.id)], ["fresh@example.com", false]);
});

test("an account that has moved to another address is still found by the verified one of its identity", async () => {
  await using auth = await startWithProviders();
  const user = await userOf(auth, await visit(auth, ana));
  await auth.service.world.db.run(sql`update users set email = 'moved@example.com'`);
  assert.equal((await userOf(auth, await visit(auth, ana, { provider: "github" }))).id, user.id);
});

test("who was deleted comes as somebody new", async () => {
  await using auth = await startWithProviders();
  const user = await userOf(auth, await visit(auth, ana));
  const body = { should_soft_delete: true };
  assert.equal((await auth.call(`/admin/users/${user.id}`, { method: "DELETE", body, headers: auth.admin })).status, 200);
  const again = await userOf(auth, await visit(auth, ana));
  assert.notEqual(again.id, user.id);
});

test("a provider that has much to say keeps nobody out: what does not fit is left out", async () => {
  await using auth = await startWithProviders();
  await localUser(auth, "ana@example.com", { data: { notes: "n".repeat(15_900) } });
  const metadata = { name: "Ana", biography: "b".repeat(20_000), custom_claims: { a: "c".repeat(500) } };
  const pkce = { code_challenge: "a".repeat(43), code_challenge_method: "plain" };
  assert.ok((await visit(auth, { ...ana, metadata }, pkce)).query.code);
  const { data, user } = await auth.service.world.db.one<{ data: Record<string, unknown>; user: Record<string, string> }>(sql`
    select identity_data as data, raw_user_meta_data as user
      from identities join users on users.id = user_id
     where provider = 'google'`);
  assert.deepEqual([user.name, user.notes?.length], ["Ana", 15_900]);
  assert.ok(Buffer.byteLength(JSON.stringify(user)) <= 16 * 1024);
  assert.deepEqual([data.biography, data.custom_claims, data.email_verified], [undefined, metadata.custom_claims, true]);
});

test("SESSIONS_SINGLE_PER_USER ends the other sessions of whoever comes by a provider", async () => {
  await using auth = await startWithProviders({ SESSIONS_SINGLE_PER_USER: "true" });
  const first = await visit(auth, ana);
  await visit(auth, ana);
  const reply = await auth.post("/token?grant_type=refresh_token", { refresh_token: first.fragment.refresh_token });
  assert.equal(reply.status, 400);
});
