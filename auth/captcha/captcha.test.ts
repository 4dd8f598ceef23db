import assert from "node:assert/strict";
import { test } from "node:test";
import { GoTrueClient } from "@supabase/auth-js";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { type Answer, type HttpSink, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { ana, codeOf, from, signIn, startReplica, tally, times, wrong } from "../limits/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const SECRET = "0x-secret-of-the-captcha";
const QUIET = { SMTP_MAX_FREQUENCY: "0", RATE_LIMIT_EMAIL_SENT: "1000", MAILER_AUTOCONFIRM: "true" };
const PASS: Answer = () => ({ status: 200, body: { success: true, hostname: "app.example.com" } });

interface Guarded extends AsyncDisposable {
  auth: TestAuth;
  provider: HttpSink;
}

/** With a stand-in for the provider, which lets everything pass unless given. */
async function startGuarded(variables: Record<string, string> = {}, answer: Answer = PASS): Promise<Guarded> {
  const provider = await startHttpSink(answer);
  const auth = await startTestAuth({
    SECURITY_CAPTCHA_ENABLED: "true",
    SECURITY_CAPTCHA_SECRET: SECRET,
    SECURITY_CAPTCHA_URL: `${provider.url}/siteverify`,
    ...QUIET,
    ...variables,
  });
  return {
    auth,
    provider,
    [Symbol.asyncDispose]: async () => {
      await auth[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

let count = 0;
/** A token that nobody has used. */
const fresh = () => ({ captcha_token: `token-${++count}` });
const message = ({ body }: Reply) => (body as { msg?: string }).msg;

/** Everything that demands a captcha, with a body that is otherwise good. */
const DEMANDING: [path: string, body: object][] = [
  ["/signup", ana],
  ["/signup", { data: {} }],
  ["/recover", { email: ana.email }],
  ["/resend", { type: "signup", email: ana.email }],
  ["/magiclink", { email: ana.email }],
  ["/otp", { email: ana.email }],
  ["/token?grant_type=password", ana],
];

const written = ({ service }: TestAuth) =>
  service.world.db.one<{ users: number; outbox: number; pauses: number }>(sql`
    select (select count(*)::int from users) as users, (select count(*)::int from outbox) as outbox,
           (select count(*)::int from mail_pauses) as pauses`);

for (const provider of ["hcaptcha", "turnstile"]) {
  test(`${provider}: the provider is asked with secret, response and remoteip, as a form, and the call goes on`, async () => {
    await using guarded = await startGuarded({ SECURITY_CAPTCHA_PROVIDER: provider, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
    const { auth, provider: sink } = guarded;
    for (const [path, body] of DEMANDING) {
      const token = fresh();
      const reply = await auth.post(path, { ...body, ...token }, from("2001:db8::7"));
      assert.equal(reply.status, 200, `${path}: ${reply.text}`);
      const question = sink.requests.at(-1);
      assert.deepEqual([question?.method, question?.path], ["POST", "/siteverify"]);
      assert.equal(question?.headers["content-type"], "application/x-www-form-urlencoded");
      assert.deepEqual(Object.fromEntries(new URLSearchParams(question?.body)), {
        secret: SECRET,
        response: token.captcha_token,
        remoteip: "2001:db8::7",
      });
    }
    assert.equal(sink.requests.length, DEMANDING.length);
    const logged = JSON.stringify(auth.logged);
    assert.ok(!logged.includes(SECRET) && !logged.includes("token-"), "nothing of it is logged");
  });

  test(`${provider}: what the provider refuses is refused with its reasons, before anything is written`, async () => {
    const refuse: Answer = () => ({
      status: 200,
      body: { success: false, "error-codes": ["invalid-input-response", "expired"] },
    });
    await using guarded = await startGuarded({ SECURITY_CAPTCHA_PROVIDER: provider }, refuse);
    const { auth } = guarded;
    for (const [path, body] of DEMANDING) {
      const reply = await auth.post(path, { ...body, ...fresh() });
      assert.deepEqual(reply.body, {
        code: 400,
        error_code: "captcha_failed",
        msg: "captcha protection: request disallowed (invalid-input-response, expired)",
      });
    }
    assert.deepEqual(await written(auth), { users: 0, outbox: 0, pauses: 0 });
  });
}

test("without a token, or with an empty one, every demanding endpoint answers 400 captcha_failed, and nobody is asked", async () => {
  await using guarded = await startGuarded();
  const { auth, provider } = guarded;
  const none = [{}, { captcha_token: "" }, { captcha_token: null }, { gotrue_meta_security: {} }];
  const nested = [{ gotrue_meta_security: { captcha_token: null } }, { gotrue_meta_security: { captcha_token: "" } }];
  for (const [path, body] of DEMANDING) {
    for (const absent of [...none, ...nested]) {
      const reply = await auth.post(path, { ...body, ...absent });
      assert.deepEqual(
        [reply.status, codeOf(reply), message(reply)],
        [400, "captcha_failed", "captcha protection: request disallowed (no captcha_token found)"],
      );
    }
  }
  assert.equal(provider.requests.length, 0);
  assert.deepEqual(await written(auth), { users: 0, outbox: 0, pauses: 0 });
});

test("with the captcha off nobody is asked, and a token that is sent does no harm", async () => {
  await using guarded = await startGuarded({ SECURITY_CAPTCHA_ENABLED: "false" });
  const { auth, provider } = guarded;
  for (const extra of [{}, fresh(), { gotrue_meta_security: { captcha_token: null } }])
    assert.equal((await auth.post("/recover", { email: ana.email, ...extra })).status, 200);
  assert.equal(provider.requests.length, 0);
});

test("the usual client's captchaToken is the token, also for a password", async () => {
  await using guarded = await startGuarded();
  const { auth, provider } = guarded;
  const client = new GoTrueClient({ url: auth.url, autoRefreshToken: false, persistSession: false });
  const signedUp = await client.signUp({ ...ana, options: { captchaToken: "from the client" } });
  assert.equal(signedUp.error, null);
  assert.equal(new URLSearchParams(provider.requests[0]?.body).get("response"), "from the client");
  const options = { captchaToken: "another" };
  assert.equal((await client.signInWithPassword({ ...ana, options })).error, null);
  assert.equal((await client.signInWithPassword(ana)).error?.code, "captcha_failed");
  assert.equal((await client.resetPasswordForEmail(ana.email, { captchaToken: "a third" })).error, null);
});

test("the grants refresh_token and pkce, GET /verify and PUT /user demand none", async () => {
  await using guarded = await startGuarded();
  const { auth, provider } = guarded;
  const session = (await auth.post("/signup", { ...ana, ...fresh() })).body as { refresh_token: string; access_token: string };
  const question = provider.requests.length;
  const refreshed = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.equal(refreshed.status, 200);
  const pkce = await auth.post("/token?grant_type=pkce", { auth_code: "x", code_verifier: "x" });
  assert.equal(codeOf(pkce), "flow_state_not_found");
  assert.equal((await auth.get("/verify?type=signup&token=x")).status, 303);
  const headers = { authorization: `Bearer ${session.access_token}` };
  assert.equal((await auth.call("/user", { method: "PUT", headers, body: { data: { a: 1 } } })).status, 200);
  assert.equal(provider.requests.length, question);
});

test("an operator's token needs no captcha; a token that is no good, or no operator's, does", async () => {
  await using guarded = await startGuarded();
  const { auth, provider } = guarded;
  assert.equal((await auth.post("/signup", ana, auth.admin)).status, 200);
  const session = (await signIn(auth, ana, auth.admin)).body as { access_token: string; user: { id: string } };
  assert.equal(provider.requests.length, 0);
  const { keys } = auth.service.world;
  const times = { iat: 1, exp: 4_102_444_800 };
  const bearers = [
    `Bearer ${session.access_token}`,
    `Bearer ${keys.sign({ role: "anon", ...times })}`,
    `Bearer ${keys.sign({ role: "service_role", iat: 1, exp: 2 })}`,
    `${auth.admin.authorization}x`,
    `Bearer ${auth.admin.authorization.split(".").slice(0, 2).join(".")}.`,
    "Bearer x",
    "Basic x",
    "",
  ];
  for (const authorization of bearers)
    assert.equal(codeOf(await signIn(auth, ana, { authorization })), "captcha_failed", authorization);
  const { session_id, iat, exp } = keys.verify(session.access_token, auth.clock.now());
  const claims = { sub: session.user.id, session_id, role: "service_role", aud: "authenticated", iat, exp };
  const asAdmin = { authorization: `Bearer ${keys.sign(claims)}` };
  assert.equal((await signIn(auth, ana, asAdmin)).status, 200);
  await auth.service.world.db.run(sql`update users set banned_until = '9999-01-01'`);
  assert.equal(codeOf(await signIn(auth, ana, asAdmin)), "captcha_failed", "an administrator who was banned");
});

const BYPASSES: [title: string, path: string, body: object][] = [
  ["two grant types", "/token?grant_type=refresh_token&grant_type=password", ana],
  ["two grant types the other way", "/token?grant_type=password&grant_type=refresh_token", ana],
  ["a list of grant types", "/token?grant_type[]=refresh_token&grant_type[]=password", ana],
  ["grant types joined by a comma", "/token?grant_type=refresh_token,password", ana],
  ["two slashes", "//token?grant_type=password", ana],
  ["a slash at the end", "/token/?grant_type=password", ana],
  ["capitals", "/TOKEN?grant_type=password", ana],
  ["an encoded letter", "/%74oken?grant_type=password", ana],
  ["a path parameter", "/token;x=1?grant_type=password", ana],
  ["dots", "/./token?grant_type=password", ana],
  ["the grant type in the body", "/token", { ...ana, grant_type: "password" }],
  ["another one in the body", "/token?grant_type=password", { ...ana, grant_type: "refresh_token" }],
  ["a capital grant type", "/token?grant_type=PASSWORD", ana],
  ["a blank after the grant type", "/token?grant_type=password%20", ana],
  ["a key of the prototype", "/token?grant_type=constructor", ana],
  ["a refresh token along", "/token?grant_type=password", { ...ana, refresh_token: "x", auth_code: "x" }],
  ["a token that is a list", "/token?grant_type=password", { ...ana, captcha_token: ["x"] }],
  ["a token that is true", "/token?grant_type=password", { ...ana, captcha_token: true }],
  ["a nested token that is an object", "/token?grant_type=password", { ...ana, gotrue_meta_security: { captcha_token: {} } }],
  ["a security that is text", "/token?grant_type=password", { ...ana, gotrue_meta_security: "x" }],
];

test("no way around the captcha ends in a session", async () => {
  await using guarded = await startGuarded({}, () => ({ status: 200, body: { success: false, "error-codes": ["bad"] } }));
  const { auth } = guarded;
  assert.equal((await auth.post("/signup", ana, auth.admin)).status, 200);
  for (const [title, path, body] of BYPASSES) {
    const reply = await auth.post(path, body);
    assert.ok(reply.status >= 400 && reply.status < 500, `${title}: ${reply.status} ${reply.text}`);
    assert.ok(!reply.text.includes("access_token"), title);
  }
  const { sessions } = await auth.service.world.db.one<{ sessions: number }>(sql`select count(*)::int as sessions from sessions`);
  assert.equal(sessions, 1);
});

const BROKEN: [title: string, answer: Answer][] = [
  ["500 with no JSON", () => ({ status: 500, body: "oops" })],
  ["500 with a yes", () => ({ status: 500, body: { success: true } })],
  ["a redirect with a yes", () => ({ status: 302, headers: { location: "http://127.0.0.1:1/" }, body: { success: true } })],
  ["200 with HTML", () => ({ status: 200, body: "<html>success: true</html>" })],
  ["200 with nothing", () => ({ status: 200 })],
  ["a list", () => ({ status: 200, body: [{ success: true }] })],
  ["null", () => ({ status: 200, body: "null" })],
  ["the text true", () => ({ status: 200, body: { success: "true" } })],
  ["the number 1", () => ({ status: 200, body: { success: 1 } })],
  ["no word of success", () => ({ status: 200, body: { hostname: "app.example.com" } })],
  ["5 MB", () => ({ status: 200, body: `{"success":true,"x":"${"x".repeat(5_000_000)}"}` })],
  ["bytes that are no text", () => ({ status: 200, body: Buffer.from([0xff, 0xfe]) })],
  ["no answer at all", () => ({ status: 200, hang: true })],
  ["a slow yes", () => ({ status: 200, body: { success: true }, delayMs: 2_000 })],
];

for (const [title, answer] of BROKEN) {
  test(`a provider that answers with ${title} lets nobody pass: 503 with Retry-After, and the token is still good`, async () => {
    let isBroken = true;
    const broken: Answer = (request) => (isBroken ? answer(request) : PASS(request));
    await using guarded = await startGuarded({ SECURITY_CAPTCHA_TIMEOUT: "0.3s" }, broken);
    const { auth } = guarded;
    const token = fresh();
    const began = performance.now();
    const reply = await auth.post("/signup", { ...ana, ...token });
    assert.deepEqual(
      [reply.status, codeOf(reply), message(reply), reply.headers["retry-after"]],
      [503, "unexpected_failure", "captcha verification process failed", "5"],
    );
    assert.ok(performance.now() - began < 2_000, "it does not wait for longer than it was told");
    assert.deepEqual(await written(auth), { users: 0, outbox: 0, pauses: 0 });
    isBroken = false;
    assert.equal((await auth.post("/signup", { ...ana, ...token })).status, 200);
  });
}

test("a provider that cannot be reached lets nobody pass", async () => {
  await using guarded = await startGuarded({ SECURITY_CAPTCHA_URL: "http://127.0.0.1:1/" });
  const reply = await guarded.auth.post("/signup", { ...ana, ...fresh() });
  assert.deepEqual([reply.status, message(reply)], [503, "captcha verification process failed"]);
});

test("what the provider gives as reasons reaches the caller only where it looks like one", async () => {
  const answers: [unknown, string][] = [
    [undefined, "no reason given"],
    ["bad", "no reason given"],
    [[], "no reason given"],
    [["<script>", { a: 1 }, 7, null, "fine-one", "x".repeat(100)], "fine-one"],
    [["a", "b", "c", "d", "e", "f"], "a, b, c, d, e"],
  ];
  let codes: unknown;
  await using guarded = await startGuarded({}, () => ({ status: 400, body: { success: false, "error-codes": codes } }));
  for (const [input, view] of answers) {
    codes = input;
    const reply = await guarded.auth.post("/signup", { ...ana, ...fresh() });
    assert.deepEqual([reply.status, message(reply)], [400, `captcha protection: request disallowed (${view})`]);
  }
});

test("a secret that the provider does not know is told to the operator's log", async () => {
  const answer: Answer = () => ({ status: 200, body: { success: false, "error-codes": ["invalid-input-secret"] } });
  await using guarded = await startGuarded({}, answer);
  await guarded.auth.post("/signup", { ...ana, ...fresh() });
  assert.ok(guarded.auth.logged.some(({ message: text }) => /SECURITY_CAPTCHA_SECRET/.test(String(text))));
});

for (const [provider, reason] of [
  ["hcaptcha", "already-seen-response"],
  ["turnstile", "timeout-or-duplicate"],
]) {
  test(`${provider}: of 50 uses of one token at once on two replicas one passes, and only that one reaches the provider`, async () => {
    await using guarded = await startGuarded({ SECURITY_CAPTCHA_PROVIDER: provider as string, RATE_LIMIT_OTP: "0" });
    const { auth, provider: sink } = guarded;
    await using other = await startReplica(auth);
    const token = fresh();
    const replies = await times(50, (index) =>
      (index % 2 ? auth : other).post("/recover", { email: `u${index}@example.com`, ...token }),
    );
    assert.deepEqual(tally(replies), { 200: 1, 400: 49 });
    const refusal = replies.find(({ status }) => status === 400) as Reply;
    assert.deepEqual(
      [codeOf(refusal), message(refusal)],
      ["captcha_failed", `captcha protection: request disallowed (${reason})`],
    );
    assert.equal(sink.requests.length, 1);
    auth.clock.advance(1800);
    assert.equal((await auth.post("/signup", { ...ana, ...token })).status, 400, "nor is it good for another endpoint");
  });
}

test("no token is kept, and one that is too long is not passed on", async () => {
  await using guarded = await startGuarded();
  const { auth, provider } = guarded;
  await auth.post("/recover", { email: ana.email, captcha_token: "a secret of a person" });
  const { text } = await auth.service.world.db.one<{ text: string }>(
    sql`select string_agg(tries::text || encode(key, 'escape'), ' ') as text from tries`,
  );
  assert.ok(!text.includes("secret"));
  const question = provider.requests.length;
  assert.equal(codeOf(await auth.post("/recover", { email: ana.email, captcha_token: "x".repeat(20_000) })), "captcha_failed");
  assert.equal(provider.requests.length, question);
});

test("a refused captcha costs no mail's pause and no try at the password, and is limited by address", async () => {
  let passes = false;
  const answer: Answer = () => ({ status: 200, body: { success: passes, "error-codes": ["bad"] } });
  await using guarded = await startGuarded({ RATE_LIMIT_TOKEN_REFRESH: "20", SMTP_MAX_FREQUENCY: "60" }, answer);
  const { auth, provider } = guarded;
  await auth.post("/signup", ana, auth.admin);
  for (let round = 0; round < 3; round++)
    assert.equal((await auth.post("/recover", { email: ana.email, ...fresh() })).status, 400);
  const tries = [];
  for (let round = 0; round < 25; round++) tries.push(await signIn(auth, { ...wrong, ...fresh() }));
  assert.deepEqual(tally(tries), { 400: 20, 429: 5 });
  assert.equal(provider.requests.length, 3 + 20, "whoever is over the limit costs the provider nothing");
  passes = true;
  assert.equal((await auth.post("/recover", { email: ana.email, ...fresh() })).status, 200);
  assert.equal((await signIn(auth, { ...ana, ...fresh() }, from("198.51.100.7"))).status, 200);
  const counted = await times(10, () => signIn(auth, { ...wrong, ...fresh() }, from("198.51.100.7")));
  assert.deepEqual(tally(counted), { 400: 10 });
});

test("a guarded call costs one statement more, its limit included", async () => {
  await using guarded = await startGuarded();
  await using plain = await startTestAuth({ ...QUIET, RATE_LIMIT_OTP: "0" });
  const cost = async ({ post, service }: TestAuth, path: string, body: object) => {
    const { roundTrips } = service.world.db;
    assert.equal((await post(path, { ...body, ...fresh() })).status, 200);
    return service.world.db.roundTrips - roundTrips;
  };
  for (const [path, body] of DEMANDING.filter(([, input]) => !("data" in input)))
    assert.equal((await cost(guarded.auth, path, body)) - (await cost(plain, path, body)), 1, path);
});
