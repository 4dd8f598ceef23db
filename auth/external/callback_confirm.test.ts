import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, bearer, bob, put, signIn, signUp, type TestSession } from "../account/testing.ts";
import type { TestAuth } from "../testing.ts";
import {
  begin,
  codeOf,
  comeBack,
  errorOf,
  type Landing,
  press,
  questionOf,
  startWithProviders,
  type TestPerson,
} from "./testing.ts";

const LINKING = { SECURITY_MANUAL_LINKING_ENABLED: "true", ...AUTOCONFIRM };
const HOME = "https://app.example.com/me";
const octo: TestPerson = { subject: "77", email: "octo@example.com", metadata: { user_name: "octo" } };
const ana = { email: "ana.lima@example.com", password: "correct horse" };

/** The address at the provider that a program asks for in somebody's session. */
async function addressFor(auth: TestAuth, session: TestSession, query: Record<string, string> = {}): Promise<URL> {
  const parameters = new URLSearchParams({ provider: "github", redirect_to: HOME, skip_http_redirect: "true", ...query });
  const reply = await auth.get(`/user/identities/authorize?${parameters}`, bearer(session));
  assert.equal(reply.status, 200, reply.text);
  return new URL((reply.body as { url: string }).url);
}

/** What a browser is shown that opens such an address, whoever asked for it. */
async function open(
  auth: TestAuth,
  address: URL,
  person: TestPerson = octo,
  cookie = "",
  method: "GET" | "POST" = "GET",
): Promise<Landing> {
  const state = address.searchParams.get("state") as string;
  return comeBack(auth, { cookie }, { state, code: codeOf(person) }, method);
}

const linked = async (auth: TestAuth) =>
  auth.service.world.db.many<{ user_id: string }>(sql`select user_id from identities where provider in ('github', 'apple')`);
const sessions = async (auth: TestAuth) =>
  (await auth.service.world.db.many(sql`select id from sessions where revoked_at is null`)).length;
const BAD_STATE = ["invalid_request", "bad_oauth_state"];

test("a victim who opens an address for linking links nothing and is let into nothing: the page asks first", async () => {
  await using auth = await startWithProviders(LINKING);
  const attacker = await signUp(auth, ana);
  const page = await open(auth, await addressFor(auth, attacker));
  assert.deepEqual([page.status, page.headers.location], [200, undefined]);
  assert.deepEqual([await linked(auth), await sessions(auth)], [[], 1]);
  assert.ok(!page.body.includes("access_token"));
  const cancelled = await press(auth, questionOf(page), "cancel");
  assert.deepEqual([cancelled.status, cancelled.page, cancelled.query.error], [303, HOME, "access_denied"]);
  assert.deepEqual(cancelled.fragment, { error: "access_denied", error_description: "The identity was not linked", sb: "" });
  assert.deepEqual(errorOf(await press(auth, questionOf(page))), BAD_STATE, "who has declined cannot be made to accept");
  assert.deepEqual([await linked(auth), await sessions(auth)], [[], 1]);
});

test("POST /callback/confirm links and signs in when the button is pressed, once", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth, ana);
  const question = questionOf(await open(auth, await addressFor(auth, session)));
  const landings = await Promise.all(Array.from({ length: 20 }, () => press(auth, question)));
  const [landing, ...others] = landings.filter(({ fragment }) => fragment.access_token);
  assert.deepEqual([landing?.status, landing?.page, others.length], [303, HOME, 0]);
  assert.deepEqual([landing?.fragment.provider, landing?.fragment.provider_token], ["github", "github-token"]);
  assert.deepEqual(await linked(auth), [{ user_id: session.user.id }]);
  assert.equal(await sessions(auth), 2);
  assert.deepEqual(errorOf(await press(auth, question)), BAD_STATE);
  assert.deepEqual(await auth.service.world.db.many(sql`select id from flow_states`), []);
});

test("the page says which account of the provider is linked to which account here, and shows the latter masked", async () => {
  await using auth = await startWithProviders({
    ...LINKING,
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    EXTERNAL_PHONE_ENABLED: "true",
    SMS_AUTOCONFIRM: "true",
  });
  const pageFor = async (body: object, person = octo) =>
    (await open(auth, await addressFor(auth, await signUp(auth, body)), person)).body;
  const page = await pageFor(ana);
  for (const part of ["GitHub", "octo", "octo@example.com", "app.example.com", "an•••@example.com"])
    assert.ok(page.includes(part), part);
  assert.ok(!page.includes("ana.lima"));
  assert.ok(
    (await pageFor({ phone: "5511999990000", password: ana.password }, { ...octo, subject: "78" })).includes("+55•••0000"),
  );
  assert.ok(
    (await pageFor({}, { subject: "79", email: "new@example.com" })).includes("without an email address or phone number"),
  );
});

test("the page comes in the reader's language, English or Portuguese", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth, ana);
  for (const [accepted, lang] of [
    ["pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"],
    ["en-US,en;q=0.9,pt;q=0.8", "en"],
    ["fr;q=1, pt;q=0.4, en;q=0.3", "pt-BR"],
    ["pt;q=0, en", "en"],
    ["de", "en"],
    [",;q=x,pt;q=y", "en"],
    ["", "en"],
  ]) {
    const address = await addressFor(auth, session);
    const query = new URLSearchParams({ state: address.searchParams.get("state") as string, code: codeOf(octo) });
    const { text } = await auth.get(`/callback?${query}`, { "accept-language": accepted as string });
    assert.match(text, new RegExp(`<html lang="${lang}">`), accepted);
    assert.ok(text.includes(lang === "en" ? "Link this account?" : "Vincular esta conta?"), accepted);
  }
});

test("the page runs no script, stands in no frame, loads nothing, and may lead on only by the scheme of the application", async () => {
  await using auth = await startWithProviders({ ...LINKING, URI_ALLOW_LIST: "com.example.app://**,http://localhost:3000/**" });
  const session = await signUp(auth, ana);
  for (const [target, scheme] of [
    [HOME, "https:"],
    ["com.example.app://linked", "com.example.app:"],
    ["http://localhost:3000/in", "http:"],
  ] as const) {
    const page = await open(auth, await addressFor(auth, session, { redirect_to: target }));
    const policy = String(page.headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; /);
    assert.ok(policy.endsWith(`form-action 'self' ${scheme}; frame-ancestors 'none'`), policy);
    assert.deepEqual([page.headers["cache-control"], page.headers["referrer-policy"]], ["no-store", "no-referrer"]);
    assert.match(
      page.headers["set-cookie"]?.[0] ?? "",
      /^__Host-cofre-link=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; Secure; SameSite=Lax$/,
    );
    assert.doesNotMatch(page.body, /<script|javascript:|\son\w+=|https?:\/\//i);
    assert.equal((await press(auth, questionOf(page), "cancel")).query.error, "access_denied");
  }
});

test("the form leads to our own path, wherever the browser came back to", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth, ana);
  for (const path of ["/callback", "/callback/", "/auth/v1/callback", "/auth/v1/callback/"]) {
    const state = (await addressFor(auth, session)).searchParams.get("state") as string;
    const { text } = await auth.get(`${path}?${new URLSearchParams({ state, code: codeOf(octo) })}`);
    const [, action = ""] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
    const prefix = path.startsWith("/auth") ? "/auth/v1" : "";
    assert.equal(new URL(action, `https://auth.example.com${path}`).pathname, `${prefix}/callback/confirm`, path);
  }
});

test("what a provider calls somebody is shown as text, without what turns or hides it, and not at length", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth, ana);
  const name = `<script>alert(1)</script>"'&\u202Egnp\u0007${"x".repeat(5_000)}`;
  const { body } = await open(auth, await addressFor(auth, session), { ...octo, metadata: { user_name: name } });
  assert.ok(body.includes("&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp; gnp x"));
  assert.ok(!body.includes("<script") && !body.includes("\u202E") && !body.includes("x".repeat(101)));
});

test("the button works only in the browser that was shown the page, and only with the page's own token", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth, ana);
  const address = await addressFor(auth, session);
  const question = questionOf(await open(auth, address));
  const other = questionOf(await open(auth, await addressFor(auth, session), { ...octo, subject: "88" }));
  const signingIn = await begin(auth);
  const key = question.cookie.split("=")[1] as string;
  for (const wrong of [
    { ...question, cookie: "" },
    { ...question, cookie: other.cookie },
    { ...question, cookie: signingIn.cookie },
    { ...question, cookie: `__Host-cofre-state=${key}` },
    { ...question, cookie: `cofre-link=${key}` },
    { ...question, token: "" },
    { ...question, token: `${question.token} ` },
    { ...question, token: address.searchParams.get("state") as string },
    { ...signingIn, token: signingIn.state },
  ]) {
    const landing = await press(auth, wrong);
    assert.deepEqual([landing.status, landing.page, ...errorOf(landing)], [303, "https://app.example.com/", ...BAD_STATE]);
  }
  const asCode = await auth.post("/token?grant_type=pkce", { auth_code: question.token, code_verifier: "a".repeat(43) });
  assert.equal(asCode.status, 404, "it is no code");
  assert.deepEqual(
    errorOf(await comeBack(auth, question, { state: question.token, code: codeOf(octo) })),
    BAD_STATE,
    "nor a state",
  );
  assert.deepEqual([await linked(auth), await sessions(auth)], [[], 1]);
  assert.ok((await press(auth, question)).fragment.access_token, "it is still good where it belongs");
});

test("pages in several tabs of a browser do not disturb one another", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth, ana);
  const first = questionOf(await open(auth, await addressFor(auth, session)));
  const google = { subject: "g1", email: "octo@example.com" };
  const second = questionOf(await open(auth, await addressFor(auth, session, { provider: "google" }), google, first.cookie));
  assert.equal(second.cookie, first.cookie);
  assert.ok((await press(auth, second)).fragment.access_token);
  assert.ok((await press(auth, first)).fragment.access_token);
});

test("the page is shown as well to a browser that a provider's page posts back, which brings no cookie", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth, ana);
  const address = await addressFor(auth, session, { provider: "apple" });
  const page = await open(auth, address, { subject: "a1", email: "octo@example.com" }, "", "POST");
  assert.match(page.headers["set-cookie"]?.[0] ?? "", /SameSite=Lax$/, "it is our own page that posts next");
  assert.equal((await press(auth, questionOf(page))).fragment.provider, "apple");
  assert.deepEqual(await linked(auth), [{ user_id: session.user.id }]);
});

test("POST /callback/confirm takes a form with one of two answers, and nothing else", async () => {
  await using auth = await startWithProviders(LINKING);
  const { token, cookie } = questionOf(await open(auth, await addressFor(auth, await signUp(auth, ana))));
  const form = { "content-type": "application/x-www-form-urlencoded", cookie };
  for (const body of [
    "",
    `token=${token}`,
    "answer=join",
    `token=${token}&answer=yes`,
    `token=${token}&token=x&answer=join`,
    "%00",
  ]) {
    const reply = await auth.post("/callback/confirm", body, form);
    assert.equal(reply.status, 400, `${body}: ${reply.text}`);
  }
  assert.equal((await auth.post("/callback/confirm", { token, answer: "join" }, { cookie })).status, 415);
  assert.equal((await auth.get(`/callback/confirm?token=${token}&answer=join`, { cookie })).status, 405);
  assert.deepEqual(await linked(auth), []);
  assert.ok((await press(auth, { token, cookie })).fragment.access_token);
});

test("the page waits as long as a state does", async () => {
  await using auth = await startWithProviders({ ...LINKING, EXTERNAL_FLOW_STATE_EXPIRY_DURATION: "600" });
  const session = await signUp(auth, ana);
  const [inTime, late] = [await open(auth, await addressFor(auth, session)), await open(auth, await addressFor(auth, session))];
  auth.clock.advance(600);
  assert.equal((await press(auth, questionOf(inTime), "cancel")).query.error, "access_denied");
  auth.clock.advance(0.001);
  const landing = await press(auth, questionOf(late));
  assert.deepEqual([...errorOf(landing), landing.query.error_description], [...BAD_STATE, "OAuth state has expired"]);
  assert.deepEqual(await linked(auth), []);
});

test("what has changed while the page waited is judged when the button is pressed", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth, ana);
  const other = await signUp(auth, bob);
  const waiting = async () => questionOf(await open(auth, await addressFor(auth, session)));
  const [conflict, signedOut] = [await waiting(), await waiting()];
  assert.ok((await press(auth, questionOf(await open(auth, await addressFor(auth, other))))).fragment.access_token);
  const refusal = await press(auth, conflict);
  assert.deepEqual([refusal.page, ...errorOf(refusal)], [HOME, "server_error", "identity_already_exists"]);
  await auth.post("/logout?scope=local", "", bearer(session));
  assert.deepEqual(errorOf(await press(auth, signedOut)), ["access_denied", "session_not_found"]);
  const again = await signIn(auth, ana);
  const question = questionOf(await open(auth, await addressFor(auth, again), { ...octo, subject: "99" }));
  assert.equal((await put(auth, again, { password: "another horse" })).status, 200);
  assert.deepEqual(errorOf(await press(auth, question)), BAD_STATE, "a new password ends what is under way");
  assert.deepEqual(await linked(auth), [{ user_id: other.user.id }]);
});

test("what stands in the way of a link already is told without a page", async () => {
  await using auth = await startWithProviders(LINKING);
  const [session, other] = [await signUp(auth, ana), await signUp(auth, bob)];
  await press(auth, questionOf(await open(auth, await addressFor(auth, other))));
  const landing = await open(auth, await addressFor(auth, session));
  assert.deepEqual([landing.status, landing.page, ...errorOf(landing)], [302, HOME, "server_error", "identity_already_exists"]);
});

test("whoever reads the database finds neither the token of the page nor who is waiting", async () => {
  await using auth = await startWithProviders(LINKING);
  const { token } = questionOf(await open(auth, await addressFor(auth, await signUp(auth, ana))));
  const { db } = auth.service.world;
  const row = await db.one<{ text: string; sealed_tokens: Buffer }>(
    sql`select flow_states::text as text, sealed_tokens from flow_states`,
  );
  assert.ok(!row.text.includes(token) && !row.text.includes("octo"));
  assert.ok(!row.sealed_tokens.includes("octo"));
});
