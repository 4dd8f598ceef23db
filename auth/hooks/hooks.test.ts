import assert from "node:assert/strict";
import { generateKeyPairSync, randomBytes, verify } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { SinkRequest } from "../../kernel/testing/http_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import { readAuthConfig } from "../config.ts";
import { claimsOf, makeClient, tokensFor } from "../oauth_server/testing.ts";
import { startTestAuth } from "../testing.ts";
import { problemOf } from "./custom_access_token.ts";
import { type Session, startHooks } from "./testing.ts";

const {
  answers,
  auth,
  claimsIn,
  clearAnswers,
  code,
  hookVariables,
  json,
  message,
  newSecret,
  oldSecret,
  operator,
  refuses,
  requestsOf,
  signIn,
  signUp,
  somebody,
} = await startHooks();

const { db } = auth.service.world;

/** By the published receiver, whose clock is ours. */
function verified(secret: string, { body, headers }: SinkRequest): unknown {
  const real = Date.now;
  Date.now = () => auth.clock.now().getTime();
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    Date.now = real;
  }
}

test("what a hook is sent is signed by each of its secrets, and the published receiver takes it", async () => {
  await signUp();
  assert.deepEqual(
    operator.requests.map(({ path, method }) => `${method} ${path}`),
    ["POST /before_user_created", "POST /custom_access_token"],
  );
  for (const request of operator.requests) {
    for (const secret of [oldSecret, newSecret]) assert.deepEqual(verified(secret, request), JSON.parse(request.body));
    assert.throws(() => verified(`whsec_${randomBytes(32).toString("base64")}`, request));
    assert.throws(() => verified(newSecret, { ...request, body: request.body.replace("ana", "eva") }));
  }
  assert.equal(requestsOf("before-user-created")[0]?.metadata.ip_address, "127.0.0.1");
});

test("what a hook is sent is signed by a key pair, where the operator has one, beside the secrets", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "", d = "" } = privateKey.export({ format: "jwk" });
  const base64 = (text: string) => Buffer.from(text, "base64url").toString("base64");
  const pairs = [
    `whpk_${base64(x)}:whsk_${base64(d)}`,
    `whpk_${base64(x)}:whsk_${Buffer.concat([d, x].map((half) => Buffer.from(half, "base64url"))).toString("base64")}`,
  ];
  for (const pair of pairs) {
    const variables = {
      ...hookVariables("BEFORE_USER_CREATED"),
      HOOK_BEFORE_USER_CREATED_SECRETS: `v1a,${pair}|v1,${newSecret}`,
    };
    await using own = await startTestAuth({ MAILER_AUTOCONFIRM: "true", ...variables });
    operator.requests.length = 0;
    assert.equal((await own.post("/signup", somebody())).status, 200);
    const [request] = operator.requests;
    assert.ok(request);
    const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = request.headers;
    const [signature = "", shared = ""] = String(signatures).split(" ");
    assert.match(shared, /^v1,/);
    const signed = Buffer.from(`${id}.${time}.${request.body}`);
    assert.ok(verify(null, signed, publicKey, Buffer.from(signature.replace(/^v1a,/, ""), "base64")));
  }
  const other = `whpk_${base64(x)}:whsk_${randomBytes(32).toString("base64")}`;
  for (const secrets of [other, `v1a,${other}`, `v1,${pairs[0]}`, `v1a,${pairs[0]?.split(":")[0]}`, `v1a,${newSecret}`]) {
    const { faults } = readAuthConfig({
      AUTHSVC_HOOK_SEND_SMS_ENABLED: "true",
      AUTHSVC_HOOK_SEND_SMS_URI: "https://hooks.example.com/",
      AUTHSVC_HOOK_SEND_SMS_SECRETS: secrets,
    });
    assert.equal(faults.filter((line) => line.includes("HOOK_SEND_SMS")).length, 1);
    assert.ok(!faults.join().includes(base64(d)));
  }
});

test("before user created: a refusal is told with its status and words, and nobody is made, by whichever way they come", async () => {
  answers["before-user-created"] = refuses(403, "only for {friends}");
  const before = await db.one(sql`select (select count(*) from users) as users, (select count(*) from outbox) as messages`);
  const person = somebody();
  for (const reply of [
    await auth.post("/signup", person),
    await auth.post("/signup", {}),
    await auth.post("/otp", { email: person.email }),
    await auth.post("/otp", { phone: "15550100" }),
    await auth.post("/invite", { email: person.email }, auth.admin),
    await auth.post("/admin/generate_link", { type: "magiclink", email: person.email }, auth.admin),
  ]) {
    assert.deepEqual([...code(reply), message(reply)], [403, "unknown", "only for {friends}"], reply.text);
  }
  assert.deepEqual(
    await db.one(sql`select (select count(*) from users) as users, (select count(*) from outbox) as messages`),
    before,
  );
  const [first] = requestsOf("before-user-created");
  assert.deepEqual([first?.user.email, requestsOf("before-user-created").length], [person.email, 6]);
  assert.ok(!operator.requests.some(({ body }) => body.includes(person.password) || body.includes("$argon2")));
  clearAnswers();
  assert.equal((await auth.post("/signup", person)).status, 200);
});

test("before user created: the hook is not asked when somebody signs in who is there", async () => {
  const person = await signUp();
  answers["before-user-created"] = refuses(403, "no more");
  assert.equal((await auth.post("/otp", { email: person.email })).status, 200);
  assert.equal((await signIn(person)).status, 200);
});

for (const [what, input, refusal] of [
  ["answers 500", () => ({ status: 500 }), [500, "unexpected_failure"]],
  ["redirects", () => ({ status: 302, headers: { location: `${operator.url}/elsewhere` } }), [500, "unexpected_failure"]],
  ["answers 10 MB", () => json({ filler: "x".repeat(10_000_000) }), [422, "hook_payload_over_size_limit"]],
  [
    "answers text",
    () => ({ status: 200, headers: { "content-type": "text/plain" }, body: "{}" }),
    [400, "hook_payload_invalid_content_type"],
  ],
  ["answers a list", () => json([]), [400, "hook_payload_invalid_content_type"]],
  ["answers half of its JSON", () => ({ ...json(""), body: '{"x"' }), [400, "hook_payload_invalid_content_type"]],
  ["refuses with no words", () => json({ error: {} }), [500, "unknown"]],
  ["refuses with a status that is none", refuses(200, "no"), [500, "unknown"]],
] as const) {
  test(`a hook that ${what} lets nobody in, and nothing is written`, async () => {
    const { users } = await db.one<{ users: number }>(sql`select count(*) as users from users`);
    answers["before-user-created"] = input;
    assert.deepEqual(code(await auth.post("/signup", somebody())), refusal);
    assert.deepEqual(await db.one(sql`select count(*) as users from users`), { users });
    assert.equal(operator.requests.length, 1);
  });
}

test("a hook that asks for a pause is tried again, three times in all, with the same id", async () => {
  let tries = 0;
  answers["before-user-created"] = () => (++tries < 3 ? { status: 503, headers: { "retry-after": "1" } } : json({}));
  assert.equal((await auth.post("/signup", somebody())).status, 200);
  const ids = operator.requests.filter(({ path }) => path === "/before_user_created").map(({ headers }) => headers["webhook-id"]);
  assert.deepEqual([ids.length, new Set(ids).size], [3, 1]);
  answers["before-user-created"] = () => ({ status: 429, headers: { "retry-after": "1" } });
  assert.deepEqual(code(await auth.post("/signup", somebody())), [500, "unexpected_failure"]);
});

test("a hook that hangs is given five seconds, no connection to the database waits with it, and others are served", async () => {
  const waiting = await signUp();
  answers["customize-access-token"] = ({ user_id: id }) =>
    id === waiting.session.user.id ? { status: 200, hang: true } : json({});
  const hanging = signIn(waiting);
  await operator.waitFor(4);
  const { open } = await db.one<{ open: number }>(
    sql`select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  assert.equal(open, 0);
  assert.equal((await auth.get("/health")).status, 200);
  assert.deepEqual(code(await hanging), [422, "hook_timeout"]);
  const { sessions } = await db.one<{ sessions: number }>(
    sql`select count(*) as sessions from sessions where user_id = ${waiting.session.user.id}`,
  );
  assert.equal(sessions, 1, "what nobody got the tokens of is gone");
});

test("custom access token: its claims are signed, at sign-up, sign-in and refresh, and it hears how somebody came in", async () => {
  answers["customize-access-token"] = ({ claims }) =>
    json({ claims: { ...claims, plan: "gold", exp: (claims.iat as number) + 60 } });
  const person = await signUp();
  assert.deepEqual([claimsIn(person.session).plan, person.session.expires_in], ["gold", 60]);
  const again = (await signIn(person)).body as Session;
  const refreshed = (await auth.post("/token?grant_type=refresh_token", { refresh_token: again.refresh_token })).body as Session;
  assert.deepEqual([claimsIn(again).plan, claimsIn(refreshed).plan], ["gold", "gold"]);
  assert.deepEqual(
    requestsOf("customize-access-token").map(({ authentication_method: method, user_id: id }) => [method, id]),
    ["password", "password", "token_refresh"].map((method) => [method, person.session.user.id]),
  );
  assert.equal((await auth.get("/user", { authorization: `Bearer ${refreshed.access_token}` })).status, 200);
});

for (const [what, change] of [
  ["the role of an administrator", { role: "service_role" }],
  ["a second factor that was not shown", { aal: "aal2" }],
  ["another user", { sub: "00000000-0000-4000-8000-000000000000" }],
  ["another session", { session_id: "00000000-0000-4000-8000-000000000000" }],
  ["a longer life", { exp: 4_102_444_800 }],
  ["an email address that is no text", { email: 7 }],
  ["no role", { role: undefined }],
  ["an application's name", { client_id: "x" }],
] as const) {
  test(`custom access token: a hook cannot give ${what}`, async () => {
    const person = await signUp();
    answers["customize-access-token"] = ({ claims }) => json({ claims: { ...claims, ...change } });
    assert.deepEqual(code(await signIn(person)), [500, "unexpected_failure"]);
  });
}

test("custom access token: a hook that is away keeps a session that is refreshed as it was, however long", async () => {
  const person = await signUp();
  answers["customize-access-token"] = () => ({ status: 500 });
  const refresh = () => auth.post("/token?grant_type=refresh_token", { refresh_token: person.session.refresh_token });
  assert.deepEqual(code(await refresh()), [500, "unexpected_failure"]);
  auth.clock.advance(1000);
  assert.deepEqual(code(await refresh()), [500, "unexpected_failure"]);
  clearAnswers();
  auth.clock.advance(1000);
  const reply = await refresh();
  assert.equal(reply.status, 200, reply.text);
  auth.clock.advance(1000);
  const child = (reply.body as Session).refresh_token;
  assert.equal((await auth.post("/token?grant_type=refresh_token", { refresh_token: child })).status, 200);
  auth.clock.advance(1000);
  assert.deepEqual(code(await refresh()), [400, "refresh_token_already_used"]);
});

test("custom access token: tokens of apps are not changed by a hook, and it is not asked about them", async () => {
  const { session } = await signUp();
  const client = await makeClient(auth);
  operator.requests.length = 0;
  answers["customize-access-token"] = refuses(403, "no");
  const { access_token: token } = await tokensFor(auth, session, client, { scope: "email" });
  assert.equal(claimsOf(token).client_id, client.client_id);
  assert.deepEqual(requestsOf("customize-access-token"), []);
});

test("custom access token: what is required of claims", () => {
  const ours = {
    sub: "u",
    aud: "authenticated",
    exp: 2,
    iat: 1,
    email: "",
    phone: "",
    app_metadata: {},
    user_metadata: {},
    role: "authenticated",
    aal: "aal2",
    amr: [],
    session_id: "s",
    is_anonymous: false,
  };
  const problem = (change: object) => problemOf({ ...ours, ...change }, ours, ["admin"]);
  for (const good of [
    {},
    { extra: { a: 1 } },
    { aal: "aal1" },
    { role: "editor" },
    { aud: ["a", "b"] },
    { user_metadata: undefined },
  ])
    assert.equal(problem(good), undefined, JSON.stringify(good));
  for (const name of ["aud", "exp", "iat", "sub", "email", "phone", "role", "aal", "session_id", "is_anonymous"])
    assert.equal(problem({ [name]: undefined }), `the claim ${name} is missing`);
  for (const bad of [{ aud: [] }, { amr: {} }, { exp: 1 }, { iat: 0 }, { role: "admin" }, { app_metadata: [] }, { nbf: "x" }])
    assert.notEqual(problem(bad), undefined, JSON.stringify(bad));
  for (const none of [undefined, null, [], "x"]) assert.equal(problemOf(none, ours, []), "its answer has no claims");
});

test("functions of the database are hooks too: in two seconds, with their refusals, and failing closed", async () => {
  await using own = await startTestAuth({
    MAILER_AUTOCONFIRM: "true",
    ...hookVariables("CUSTOM_ACCESS_TOKEN", "pg-functions://postgres/public/claims"),
    ...hookVariables("BEFORE_USER_CREATED", "pg-functions://postgres/public/welcome"),
  });
  const { db: database } = own.service.world;
  const define = (name: "claims" | "welcome", body: string) =>
    database.run(
      trusted(`create or replace function public.${name}(event jsonb) returns jsonb language plpgsql as $$ begin ${body} end $$`),
    );
  await define("claims", "return jsonb_build_object('claims', event -> 'claims' || '{\"plan\": \"gold\"}');");
  await define(
    "welcome",
    "return case when event -> 'user' ->> 'email' like 'bad%' then '{\"error\": {\"http_code\": 418, \"message\": \"no\"}}'::jsonb end;",
  );
  const good = await own.post("/signup", somebody());
  assert.equal(claimsIn(good.body as Session).plan, "gold", good.text);
  assert.deepEqual(code(await own.post("/signup", { email: "bad@example.com", password: "correct horse" })), [418, "unknown"]);
  await define("welcome", "perform pg_sleep(30); return null;");
  assert.deepEqual(code(await own.post("/signup", somebody())), [422, "hook_timeout"]);
  await define("welcome", "raise exception 'on purpose';");
  assert.deepEqual(code(await own.post("/signup", somebody())), [500, "unexpected_failure"]);
});

test("a hook needs a URI, a URL its secrets, and no URL is plain http but to the own machine", () => {
  const faultsOf = (uri: string, secrets = `v1,${newSecret}`) =>
    readAuthConfig({
      AUTHSVC_HOOK_SEND_SMS_ENABLED: "true",
      AUTHSVC_HOOK_SEND_SMS_URI: uri,
      AUTHSVC_HOOK_SEND_SMS_SECRETS: secrets,
    }).faults.filter((line) => line.includes("HOOK_SEND_SMS"));
  const good = [
    "https://hooks.example.com/x?y=1",
    "http://localhost:3000/",
    "http://127.0.0.1/",
    "http://[::1]:8/",
    "http://host.docker.internal/a",
  ];
  for (const uri of [...good, "pg-functions://postgres/public/sms"]) assert.deepEqual(faultsOf(uri), [], uri);
  const bad = [
    "",
    "http://example.com/",
    "ftp://example.com/",
    "https://u:p@example.com/",
    "https://example.com/#x",
    "http://localhost.example.com/",
  ];
  for (const uri of [...bad, "pg-functions://postgres/public", 'pg-functions://postgres/public/x";drop', "x"])
    assert.equal(faultsOf(uri).length, 1, uri);
  for (const secrets of ["", "whsec_x", newSecret, "v1,whsec_short", `v1,${newSecret}|x`])
    assert.equal(faultsOf("https://hooks.example.com/", secrets).length, 1, secrets);
  assert.deepEqual(faultsOf("pg-functions://postgres/public/sms", ""), []);
});

test("after user created is told by a job, until the hook has taken it", async () => {
  await using own = await startTestAuth({ MAILER_AUTOCONFIRM: "true", ...hookVariables("AFTER_USER_CREATED") }, undefined, {
    delivers: true,
  });
  answers["after-user-created"] = () => (requestsOf("after-user-created").length === 1 ? { status: 500 } : json({}));
  const person = somebody();
  const { user } = (await own.post("/signup", person)).body as Session;
  await operator.waitFor(1);
  const failed = async () =>
    (
      await own.service.world.db.one<{ count: number }>(
        sql`select count(*) from auth_jobs.jobs where attempts = 1 and locked_at is null`,
      )
    ).count;
  await until("the first try to be over", async () => (await failed()) === 1);
  await own.service.world.db.run(sql`update auth_jobs._private_jobs set run_at = now()`);
  await operator.waitFor(2);
  assert.deepEqual(
    requestsOf("after-user-created").map((each) => [each.user.id, each.user.email]),
    [
      [user.id, person.email],
      [user.id, person.email],
    ],
  );
});

test("send email and send SMS: the hook gets what would have been sent, with tokens that are good; what it refuses is given up", async () => {
  const hooked = { ...hookVariables("SEND_EMAIL"), ...hookVariables("SEND_SMS") };
  const options = { delivers: true, canText: false };
  await using own = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", ...hooked }, undefined, options);
  const { db: database } = own.service.world;
  const person = somebody();
  const { id } = (await own.post("/signup", person)).body as { id: string };
  await operator.waitFor(1);
  const [mail] = requestsOf("send-email");
  const { email_action_type: type, token, token_hash: hash, site_url: site } = mail?.email_data ?? {};
  assert.deepEqual([mail?.user.id, mail?.user.email, type, site], [id, person.email, "signup", "https://auth.example.com"]);
  assert.match(token ?? "", /^\d{6}$/);
  const session = (await own.post("/verify", { type: "signup", token_hash: hash })).body as Session;
  own.clock.advance(1000);
  const bearer = { authorization: `Bearer ${session.access_token}` };
  const changed = await own.call("/user", { method: "PUT", headers: bearer, body: { email: `new${person.email}` } });
  assert.equal(changed.status, 200, changed.text);
  await operator.waitFor(2);
  own.clock.advance(1000);
  assert.equal((await own.post("/resend", { type: "email_change", email: person.email })).status, 200);
  await operator.waitFor(3);
  const data = requestsOf("send-email")[2]?.email_data ?? {};
  assert.equal(data.email_action_type, "email_change");
  const first = await own.post("/verify", { type: "email_change", email: person.email, token: data.token });
  assert.match(first.text, /proceed to confirm/);
  const second = await own.post("/verify", { type: "email_change", token_hash: data.token_hash });
  assert.equal((second.body as Session).user?.email, `new${person.email}`, second.text);
  assert.ok(data.token_new && data.token_hash_new);
  assert.equal((await own.post("/otp", { phone: "15550100" })).status, 200);
  await operator.waitFor(4);
  const [text] = requestsOf("send-sms");
  assert.equal(text?.sms.phone, "15550100");
  assert.equal((await own.post("/verify", { type: "sms", phone: "15550100", token: text?.sms.otp })).status, 200);
  answers["send-email"] = refuses(400, `nothing for ${person.email}`);
  await own.post("/signup", somebody());
  const input = await until("it to be given up", () =>
    database.maybeOne<{ last_error: string }>(sql`select last_error from outbox where failed_at is not null`),
  );
  assert.equal(input.last_error, "the hook: 400 unknown");
  assert.equal(requestsOf("send-email").length, 4, "each change of address was one message, with the tokens of both");
  assert.ok(!JSON.stringify(own.logged).includes(person.email));
});
