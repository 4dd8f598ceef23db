import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { ana, codeOf, from, signIn, startReplica, tally, times, wrong } from "./testing.ts";

/** Pauses and budgets of messages are another matter, and are out of the way here. */
const QUIET = { SMTP_MAX_FREQUENCY: "0", SMS_MAX_FREQUENCY: "0", RATE_LIMIT_EMAIL_SENT: "100000" };
const OPEN = { ...QUIET, MAILER_AUTOCONFIRM: "true", EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" };

function assertRefused(reply: Reply, seconds?: number): void {
  assert.deepEqual(reply.body, { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" });
  assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/);
  if (seconds !== undefined) assert.equal(reply.headers["retry-after"], String(seconds));
}

const refresh = (auth: Pick<TestAuth, "post">, token = "x", headers = {}) =>
  auth.post("/token?grant_type=refresh_token", { refresh_token: token }, headers);

/** A call that costs no hash, for each endpoint whose calls all count; how many it may make, and how soon it may come again. */
const LIMITED: [name: string, ask: (auth: TestAuth) => Promise<Reply>, most: number, seconds: number][] = [
  ["POST /signup", (auth) => auth.post("/signup", { email: "ana@example.com" }), 30, 10],
  ["POST /signup without an address", (auth) => auth.post("/signup", {}), 30, 120],
  ["POST /recover", (auth) => auth.post("/recover", {}), 30, 10],
  ["POST /resend", (auth) => auth.post("/resend", {}), 30, 10],
  ["POST /magiclink", (auth) => auth.post("/magiclink", {}), 30, 10],
  ["POST /otp", (auth) => auth.post("/otp", {}), 30, 10],
  ["GET /verify", (auth) => auth.get("/verify?type=signup&token=x"), 30, 10],
  ["POST /verify", (auth) => auth.post("/verify", { type: "signup", token_hash: "x" }), 30, 10],
  ["POST /token", (auth) => refresh(auth), 150, 2],
  ["GET /authorize", (auth) => auth.get("/authorize"), 150, 2],
];

for (const [name, ask, most, seconds] of LIMITED) {
  test(`${name}: ${most} calls of one address, then 429 with Retry-After; another address is free`, async () => {
    await using auth = await startTestAuth(OPEN);
    for (let call = 1; call <= most; call++) assert.notEqual((await ask(auth)).status, 429, `call ${call}`);
    assertRefused(await ask(auth), seconds);
    const there = { ...auth, get: (path: string) => auth.get(path, from("198.51.100.7")) };
    assert.notEqual(
      (await ask({ ...there, post: (path: string, body: unknown) => auth.post(path, body, from("198.51.100.7")) })).status,
      429,
    );
    auth.clock.advance(seconds);
    assert.notEqual((await ask(auth)).status, 429);
    assertRefused(await ask(auth));
  });
}

test("PUT /user: 30 calls of one address, then 429; GET /user and a good refresh are never refused, and cost one statement", async () => {
  await using auth = await startTestAuth(OPEN);
  const session = (await auth.post("/signup", ana)).body as { access_token: string; refresh_token: string };
  const headers = { authorization: `Bearer ${session.access_token}` };
  const change = () => auth.call("/user", { method: "PUT", headers, body: { data: { a: 1 } } });
  assert.deepEqual(tally(await times(35, change)), { 200: 30, 429: 5 });
  assertRefused(await change(), 10);
  await times(151, () => refresh(auth));
  assertRefused(await refresh(auth));
  const { db } = auth.service.world;
  for (const ask of [() => auth.get("/user", headers), () => refresh(auth, session.refresh_token)]) {
    const { roundTrips } = db;
    assert.equal((await ask()).status, 200);
    assert.equal(db.roundTrips - roundTrips, 1);
  }
});

test("each limited endpoint has a budget of its own; both ways to verify share one", async () => {
  await using auth = await startTestAuth({
    ...OPEN,
    RATE_LIMIT_OTP: "1",
    RATE_LIMIT_VERIFY: "1",
    RATE_LIMIT_ANONYMOUS_USERS: "1",
  });
  const rest = LIMITED.filter(([name]) => !/verify|token|authorize/.test(name));
  for (const [name, ask] of rest) assert.notEqual((await ask(auth)).status, 429, name);
  for (const [, ask] of rest) assertRefused(await ask(auth));
  assert.equal((await auth.get("/verify?type=signup&token=x")).status, 303);
  assertRefused(await auth.post("/verify", { type: "signup", token_hash: "x" }), 300);
});

test("0 switches a limit off, and then no statement is spent on it", async () => {
  await using auth = await startTestAuth({
    ...OPEN,
    RATE_LIMIT_OTP: "0",
    RATE_LIMIT_VERIFY: "0",
    RATE_LIMIT_ANONYMOUS_USERS: "0",
    RATE_LIMIT_TOKEN_REFRESH: "0",
  });
  const { db } = auth.service.world;
  for (const [name, ask, most] of LIMITED) {
    const { roundTrips } = db;
    assert.equal(tally(await times(most + 5, () => ask(auth)))[429], undefined, name);
    if (name === "POST /recover" || name === "POST /token") assert.equal(db.roundTrips, roundTrips, name);
  }
});

test("a limited call costs one statement more; POST /verify claims in the statement that it sends anyway", async () => {
  await using auth = await startTestAuth(QUIET);
  await using free = await startTestAuth({ ...QUIET, RATE_LIMIT_OTP: "0", RATE_LIMIT_VERIFY: "0" });
  const cost = async ({ post, service }: TestAuth, path: string, body: unknown) => {
    const { roundTrips } = service.world.db;
    await post(path, body);
    return service.world.db.roundTrips - roundTrips;
  };
  const calls: [string, unknown, number][] = [
    ["/signup", ana, 1],
    ["/recover", { email: ana.email }, 1],
    ["/otp", { email: ana.email }, 1],
    ["/verify", { type: "signup", token_hash: "x" }, 0],
  ];
  for (const [path, body, more] of calls)
    assert.equal((await cost(auth, path, body)) - (await cost(free, path, body)), more, path);
});

for (const [name, headers] of [
  ["X-Forwarded-For", (index: number) => ({ "x-forwarded-for": `198.51.100.${index}` })],
  ["a list in X-Forwarded-For", (index: number) => ({ "x-forwarded-for": `198.51.100.${index}, 10.0.0.${index}` })],
  ["X-Real-IP, Forwarded and others", (index: number) => others(`198.51.100.${index}`)],
] as const) {
  test(`a new address in ${name} each time is nobody's but the peer's, where that is no trusted proxy`, async () => {
    await using auth = await startTestAuth({ ...OPEN, TRUSTED_PROXIES: "192.0.2.1", RATE_LIMIT_VERIFY: "5" });
    const replies = await times(20, (index) => auth.get("/verify?type=signup&token=x", headers(index)));
    assert.deepEqual(tally(replies), { 303: 5, 429: 15 });
  });
}

function others(address: string): Record<string, string> {
  const names = ["x-real-ip", "client-ip", "true-client-ip", "cf-connecting-ip", "sb-forwarded-for", "x-client-ip"];
  return { ...Object.fromEntries(names.map((name) => [name, address])), forwarded: `for=${address}` };
}

test("a proxy that is not trusted is told of once in the log, with the variables that name it", async () => {
  await using auth = await startTestAuth({ TRUSTED_PROXIES: "192.0.2.1" });
  for (let index = 0; index < 5; index++) await auth.get("/settings", { "x-forwarded-for": `198.51.100.${index}` });
  const lines = auth.logged.filter(({ message }) => message?.startsWith("a proxy that is not trusted"));
  assert.equal(lines.length, 1);
  assert.deepEqual([lines[0]?.level, lines[0]?.fields.peer], ["warn", "127.0.0.1"]);
  assert.match(lines[0]?.message ?? "", /AUTHSVC_TRUSTED_PROXIES.*AUTHSVC_RATE_LIMIT_HEADER/);
});

test("SECURITY_SB_FORWARDED_FOR_ENABLED tells clients apart by the first entry of Sb-Forwarded-For", async () => {
  const variables = { ...OPEN, TRUSTED_PROXIES: "192.0.2.1", RATE_LIMIT_VERIFY: "1" };
  for (const [enabled, expected] of [
    ["true", [303, 429, 303, 303]],
    ["false", [303, 429, 429, 429]],
  ] as const) {
    await using auth = await startTestAuth({ ...variables, SECURITY_SB_FORWARDED_FOR_ENABLED: enabled });
    const statuses: number[] = [];
    for (const client of ["198.51.100.1", "198.51.100.1, 10.0.0.1", "198.51.100.2, 198.51.100.1", "not an address"])
      statuses.push((await auth.get("/verify?type=signup&token=x", { "sb-forwarded-for": client })).status);
    assert.deepEqual(statuses, expected, enabled);
  }
});

test("RATE_LIMIT_HEADER tells clients apart; the last entry counts, and without the header the socket does", async () => {
  await using auth = await startTestAuth({
    ...OPEN,
    TRUSTED_PROXIES: "203.0.113.10",
    RATE_LIMIT_HEADER: "X-Client",
    RATE_LIMIT_VERIFY: "2",
  });
  const ask = (client?: string) => auth.get("/verify?type=signup&token=x", client === undefined ? {} : { "x-client": client });
  const statuses = async (...clients: (string | undefined)[]) => {
    const replies: number[] = [];
    for (const client of clients) replies.push((await ask(client)).status);
    return replies;
  };
  assert.deepEqual(await statuses("198.51.100.1", "198.51.100.1", "198.51.100.1", "198.51.100.2"), [303, 303, 429, 303]);
  assert.deepEqual(await statuses("1.1.1.1, 198.51.100.3", "2.2.2.2, 198.51.100.3", "3.3.3.3,198.51.100.3"), [303, 303, 429]);
  assert.deepEqual(
    await statuses("198.51.100.4", "198.51.100.4, 203.0.113.10", "9.9.9.9, 198.51.100.4, 203.0.113.10"),
    [303, 303, 429],
  );
  assert.deepEqual(await statuses(undefined, "unknown", "", "::banana"), [303, 303, 429, 429]);
});

test("the addresses of one /64 are one client, those of the next are another", async () => {
  await using auth = await startTestAuth({ ...OPEN, RATE_LIMIT_VERIFY: "3" });
  const ask = (address: string) => auth.get("/verify?type=signup&token=x", from(address));
  const hex = (index: number) => index.toString(16);
  assert.deepEqual(tally(await times(50, (index) => ask(`2001:db8:1:2:${hex(index)}::${hex(index)}`))), { 303: 3, 429: 47 });
  assert.equal((await ask("2001:db8:1:3::1")).status, 303);
  assert.deepEqual(tally(await times(10, (index) => ask(`::ffff:192.0.2.${index}`))), { 303: 10 });
});

test("of 100 at once on two replicas exactly as many get through as may, and a restart gives no more", async () => {
  await using auth = await startTestAuth(OPEN);
  await using other = await startReplica(auth);
  const replies = await times(100, (index) => (index % 2 ? auth : other).post("/recover", { email: `u${index}@example.com` }));
  assert.deepEqual(tally(replies), { 200: 30, 429: 70 });
  await using restarted = await startReplica(auth);
  assertRefused(await restarted.post("/recover", { email: ana.email }), 10);
  const failed = await times(200, (index) => refresh(index % 2 ? auth : other));
  assert.deepEqual(tally(failed), { 400: 150, 429: 50 });
});

test("POST /token: only failures count, of every grant; a success from the same address takes none of them back", async () => {
  await using auth = await startTestAuth({ ...OPEN, RATE_LIMIT_TOKEN_REFRESH: "4" });
  const session = (await auth.post("/signup", ana)).body as { refresh_token: string };
  for (let round = 0; round < 6; round++) assert.equal((await signIn(auth)).status, 200);
  for (let round = 0; round < 6; round++) assert.equal((await refresh(auth, session.refresh_token)).status, 200);
  assert.equal(codeOf(await refresh(auth)), "refresh_token_not_found");
  assert.equal((await signIn(auth)).status, 200);
  const pkce = { auth_code: "x", code_verifier: "x" };
  assert.equal(codeOf(await auth.post("/token?grant_type=pkce", pkce)), "flow_state_not_found");
  assert.equal(codeOf(await signIn(auth, wrong)), "invalid_credentials");
  assert.equal((await signIn(auth)).status, 200);
  assert.equal(codeOf(await refresh(auth)), "refresh_token_not_found");
  assertRefused(await refresh(auth), 75);
  assertRefused(await auth.post("/token?grant_type=pkce", pkce), 75);
  assertRefused(await signIn(auth), 75);
  assert.equal((await refresh(auth, session.refresh_token)).status, 200);
  assert.equal((await signIn(auth, ana, from("198.51.100.7"))).status, 200);
  auth.clock.advance(75);
  assert.equal((await signIn(auth)).status, 200);
});

test("40 calls of POST /recover for one address in an hour: one mail a minute at most, and no more than RATE_LIMIT_EMAIL_SENT", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", RATE_LIMIT_EMAIL_SENT: "15" });
  await auth.post("/signup", ana);
  const sentAt: number[] = [];
  for (let call = 0; call < 40; call++) {
    const reply = await auth.post("/recover", { email: ana.email });
    if (reply.status === 200) sentAt.push(auth.clock.now().getTime());
    else assert.ok(reply.status === 429 && reply.headers["retry-after"], reply.text);
    auth.clock.advance(45);
  }
  assert.equal((await auth.messages()).length, sentAt.length);
  // The pause alone would let every second call pass.
  assert.equal(sentAt.length, 15);
  assert.ok(sentAt.every((time, index) => index === 0 || time - (sentAt[index - 1] as number) >= 60_000));
});

test("100 calls of POST /otp for a number send one text message; for 100 numbers no more than the address and the budget let", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", RATE_LIMIT_SMS_SENT: "10" });
  const otp = (phone: string) => auth.post("/otp", { phone });
  assert.deepEqual(tally(await times(100, () => otp("5511999990000"))), { 200: 1, 429: 99 });
  assert.equal((await auth.messages()).length, 1);
  auth.clock.advance(300);
  const numbers = await times(100, (index) => otp(`55119999900${String(index + 1).padStart(2, "0")}`));
  assert.deepEqual(tally(numbers), { 200: 9, 429: 91 });
  const codes = numbers.map(codeOf);
  assert.equal(codes.filter((code) => code === "over_sms_send_rate_limit").length, 21);
  assert.equal(codes.filter((code) => code === "over_request_rate_limit").length, 70);
  assert.equal((await auth.messages()).length, 10);
});

test("RATE_LIMIT_SMS_COUNTRY holds for each country by itself, takes nothing from the others, and gives again after its time", async () => {
  await using auth = await startTestAuth({
    EXTERNAL_PHONE_ENABLED: "true",
    RATE_LIMIT_OTP: "0",
    RATE_LIMIT_SMS_COUNTRY: "3",
    RATE_LIMIT_SMS_SENT: "5",
  });
  const otp = (phone: string) => auth.post("/otp", { phone });
  const brazil = await times(20, (index) => otp(`55119999900${String(index).padStart(2, "0")}`));
  assert.deepEqual(tally(brazil), { 200: 3, 429: 17 });
  const late = brazil.find(({ status }) => status === 429);
  assert.equal(codeOf(late as Reply), "over_sms_send_rate_limit");
  assert.equal(late?.headers["retry-after"], "3600");
  // Two are left of the five for everybody, whatever was refused before.
  assert.deepEqual(tally(await times(5, (index) => otp(`35191234567${index}`))), { 200: 2, 429: 3 });
  auth.clock.advance(3600);
  assert.deepEqual(tally(await times(4, (index) => otp(`551188888000${index}`))), { 200: 3, 429: 1 });
  assert.equal((await auth.messages()).length, 8);
});
