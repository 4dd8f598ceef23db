import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { untilLockWait } from "../../kernel/testing/lock_waits.ts";
import {
  codeOf,
  comeBack,
  errorOf,
  type Landing,
  press,
  questionOf,
  startWithProviders,
  type TestPerson,
  visit,
} from "../external/testing.ts";
import type { TestAuth } from "../testing.ts";
import { AUTOCONFIRM, ana, bearer, bob, put, signUp, type TestSession, verdict } from "./testing.ts";

const LINKING = { SECURITY_MANUAL_LINKING_ENABLED: "true" };
const github = { subject: "77", email: "octo@example.com", metadata: { user_name: "octo" } };

/** The state with which the user's browser comes back from the provider. */
async function beginLinking(auth: TestAuth, session: TestSession, query = "provider=github"): Promise<string> {
  const reply = await auth.get(`/user/identities/authorize?${query}&skip_http_redirect=true`, bearer(session));
  assert.equal(reply.status, 200, reply.text);
  return new URL((reply.body as { url: string }).url).searchParams.get("state") as string;
}

/** All the way, with a press of the button where the page asks. */
async function link(auth: TestAuth, session: TestSession, person: TestPerson, query?: string): Promise<Landing> {
  const state = await beginLinking(auth, session, query);
  const landing = await comeBack(auth, { cookie: "" }, { state, code: codeOf(person) });
  return landing.status === 200 ? press(auth, questionOf(landing)) : landing;
}

async function userOf({ fragment }: Landing, auth: TestAuth) {
  const reply = await auth.get("/user", { authorization: `Bearer ${fragment.access_token}` });
  assert.equal(reply.status, 200, JSON.stringify(fragment));
  return reply.body as TestSession["user"];
}

test("GET /user/identities/authorize links an identity to the caller's account, and opens a new session of theirs", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM });
  const session = await signUp(auth);
  auth.clock.advance(1);
  const landing = await link(auth, session, github, "provider=github&redirect_to=https://app.example.com/me");
  assert.deepEqual(
    [landing.status, landing.page, landing.fragment.provider_token],
    [303, "https://app.example.com/me", "github-token"],
  );
  const user = await userOf(landing, auth);
  assert.equal(user.id, session.user.id);
  assert.equal(user.email, ana.email, "an account that has an address keeps it");
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email", "github"] });
  assert.deepEqual([user.user_metadata.user_name, user.identities.length], ["octo", 2]);
  const acts = await auth.service.world.db.many<{ action: string }>(
    sql`select payload ->> 'action' as action from audit_log_entries order by created_at, id`,
  );
  assert.deepEqual(acts.map(({ action }) => action).slice(1), ["identity_linked"]);
  auth.clock.advance(1);
  assert.equal((await userOf(await visit(auth, github, { provider: "github" }), auth)).id, session.user.id);
});

test("GET /user/identities/authorize redirects where it is not told otherwise, and binds whoever is redirected", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM });
  const session = await signUp(auth);
  const reply = await auth.get("/user/identities/authorize?provider=google&prompt=consent&invite_token=00", bearer(session));
  assert.equal(reply.status, 302, reply.text);
  const url = new URL(String(reply.headers.location));
  assert.deepEqual([url.origin, url.searchParams.get("prompt")], ["https://google.example", "consent"]);
  const [cookie = ""] = reply.headers["set-cookie"]?.[0]?.split(";") ?? [];
  assert.match(cookie, /^__Host-cofre-state=[\w-]{43}$/);
  const fields = { state: url.searchParams.get("state") as string, code: codeOf(github) };
  assert.deepEqual(errorOf(await comeBack(auth, { cookie: "" }, fields)), ["invalid_request", "bad_oauth_state"]);
  const landing = await press(auth, questionOf(await comeBack(auth, { cookie }, fields)));
  assert.equal((await userOf(landing, auth)).id, session.user.id);
});

test("GET /user/identities/authorize is 404 where manual linking is switched off, and for users with a live session only", async () => {
  await using closed = await startWithProviders(AUTOCONFIRM);
  const path = "/user/identities/authorize?provider=google";
  const off = await closed.get(path, bearer(await signUp(closed)));
  assert.deepEqual(verdict(off), [404, "manual_linking_disabled"]);
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM });
  assert.deepEqual(verdict(await auth.get(path)), [401, "no_authorization"]);
  const session = await signUp(auth);
  assert.deepEqual(verdict(await auth.get("/user/identities/authorize?provider=x", bearer(session))), [400, "validation_failed"]);
  const away = await auth.get(`${path}&fails=yes`, bearer(session));
  assert.deepEqual(verdict(away), [500, "unexpected_failure"]);
  await auth.post("/logout", "", bearer(session));
  assert.deepEqual(verdict(await auth.get(path, bearer(session))), [403, "session_not_found"]);
  assert.deepEqual(await auth.service.world.db.many(sql`select id from flow_states`), []);
});

test("an identity has one account: linking it again, or to somebody else's, changes nothing", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM });
  const session = await signUp(auth);
  const other = await signUp(auth, bob);
  await link(auth, session, github);
  const again = await link(auth, session, github);
  assert.deepEqual(
    [...errorOf(again), again.query.error_description],
    ["server_error", "identity_already_exists", "Identity is already linked"],
  );
  const stolen = await link(auth, other, github);
  assert.deepEqual(
    [...errorOf(stolen), stolen.query.error_description],
    ["server_error", "identity_already_exists", "Identity is already linked to another user"],
  );
  const rows = await auth.service.world.db.many(sql`select user_id from identities where provider = 'github'`);
  assert.deepEqual(rows, [{ user_id: session.user.id }]);
});

test("of twenty links of one identity to two accounts at the same time one is made", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM });
  const sessions = [await signUp(auth), await signUp(auth, bob)];
  const states = await Promise.all(
    Array.from({ length: 20 }, (_, index) => beginLinking(auth, sessions[index % 2] as TestSession)),
  );
  const pages = await Promise.all(states.map((state) => comeBack(auth, { cookie: "" }, { state, code: codeOf(github) })));
  const landings = await Promise.all(pages.map((page) => press(auth, questionOf(page))));
  assert.equal(landings.filter(({ fragment }) => fragment.access_token).length, 1);
  assert.deepEqual(
    landings.flatMap(({ query }) => query.error_code ?? []),
    Array(19).fill("identity_already_exists"),
  );
});

test("a link that was asked for in a session that has ended meanwhile is not made", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM });
  const session = await signUp(auth);
  const state = await beginLinking(auth, session);
  const owner = (await auth.post("/token?grant_type=password", ana)).body as TestSession;
  assert.equal((await put(auth, owner, { password: "another horse" })).status, 200);
  const afterChange = await comeBack(auth, { cookie: "" }, { state, code: codeOf(github) });
  assert.deepEqual(errorOf(afterChange), ["access_denied", "session_not_found"]);
  const signedOut = await beginLinking(auth, owner);
  await auth.post("/logout?scope=local", "", bearer(owner));
  const afterLogout = await comeBack(auth, { cookie: "" }, { state: signedOut, code: codeOf(github) });
  assert.deepEqual(errorOf(afterLogout), ["access_denied", "session_not_found"]);
  assert.deepEqual(await auth.service.world.db.many(sql`select id from identities where provider = 'github'`), []);
});

test("a link that was asked for in a session that is past its end by now is not made", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM, SESSIONS_TIMEBOX: "60s" });
  const state = await beginLinking(auth, await signUp(auth));
  auth.clock.advance(60);
  const landing = await comeBack(auth, { cookie: "" }, { state, code: codeOf(github) });
  assert.deepEqual(errorOf(landing), ["access_denied", "session_not_found"]);
  assert.deepEqual(await auth.service.world.db.many(sql`select id from identities where provider = 'github'`), []);
});

test("nothing is linked to an account that was banned or deleted meanwhile", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM });
  const { db } = auth.service.world;
  const session = await signUp(auth);
  const [banned, deleted] = [await beginLinking(auth, session), await beginLinking(auth, session)];
  await db.run(sql`update users set banned_until = '9999-01-01'`);
  const refusal = await comeBack(auth, { cookie: "" }, { state: banned, code: codeOf(github) });
  assert.deepEqual(errorOf(refusal), ["access_denied", "user_banned"]);
  await db.run(sql`update users set banned_until = null, deleted_at = created_at`);
  const callback = await comeBack(auth, { cookie: "" }, { state: deleted, code: codeOf(github) });
  assert.deepEqual(errorOf(callback), ["server_error", "user_not_found"]);
});

test("GET /user/identities/authorize of a user who is deleted at that moment is refused, and is no fault of ours", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM });
  const { db } = auth.service.world;
  const session = await signUp(auth);
  const asking = await db.transaction(async (tx) => {
    await tx.run(sql`delete from users`);
    const request = auth.get("/user/identities/authorize?provider=github&skip_http_redirect=true", bearer(session));
    await untilLockWait(db);
    return { asked: request };
  });
  const reply = await asking.asked;
  assert.ok(reply.status >= 400 && reply.status < 500, reply.text);
});

test("an anonymous user becomes somebody by a link, and gets the address that the provider has verified", async () => {
  await using auth = await startWithProviders({ ...LINKING, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const session = await signUp(auth, {});
  const user = await userOf(await link(auth, session, github), auth);
  assert.deepEqual([user.id, user.email, user.is_anonymous], [session.user.id, "octo@example.com", false]);
  assert.ok(user.email_confirmed_at);
  assert.deepEqual(user.app_metadata, { provider: "github", providers: ["github"] });
  assert.deepEqual(await auth.service.world.db.many(sql`select change from user_changes`), [{ change: "email_changed" }]);
});

test("an address that is somebody else's account's is not taken over by a link", async () => {
  await using auth = await startWithProviders({ ...LINKING, ...AUTOCONFIRM, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  await signUp(auth, { ...bob, email: "octo@example.com" });
  const landing = await link(auth, await signUp(auth, {}), github);
  assert.deepEqual(errorOf(landing), ["invalid_request", "email_exists"]);
  assert.deepEqual(await auth.service.world.db.many(sql`select id from identities where provider = 'github'`), []);
});

test("an address that the provider has not verified waits for its confirmation, and the link is made", async () => {
  await using auth = await startWithProviders({ ...LINKING, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const session = await signUp(auth, {});
  const landing = await link(auth, session, { ...github, verified: false });
  assert.deepEqual(errorOf(landing), ["server_error", "email_not_confirmed"]);
  assert.equal(
    landing.query.error_description,
    "Unverified email with github. A confirmation email has been sent to your github email",
  );
  const user = (await auth.get("/user", bearer(session))).body as TestSession["user"];
  assert.deepEqual([user.email, user.new_email, user.identities.length], ["", "octo@example.com", 1]);
  const [mail] = await auth.messages();
  assert.deepEqual([mail?.template, mail?.to], ["email_change", "octo@example.com"]);
  const { search } = new URL(String(mail?.variables.confirmationUrl));
  assert.match(String((await auth.get(`/verify${search}`)).headers.location), /access_token=/);
  assert.equal(((await auth.get("/user", bearer(session))).body as TestSession["user"]).email, "octo@example.com");
});
