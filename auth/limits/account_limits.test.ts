import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth, type TestAuth, type TestAuthOptions } from "../testing.ts";
import { ana, codeOf, from, signIn, startReplica, tally, times, wrong } from "./testing.ts";

const AUTOCONFIRM = { MAILER_AUTOCONFIRM: "true" };
const nobody = { email: "nobody@example.com", password: "wrong horse" };

async function withAna(variables: Record<string, string> = {}, options: TestAuthOptions = {}): Promise<TestAuth> {
  const auth = await startTestAuth({ ...AUTOCONFIRM, ...variables }, undefined, options);
  assert.equal((await auth.post("/signup", ana)).status, 200);
  return auth;
}

async function oneByOne(count: number, ask: (index: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let index = 0; index < count; index++) replies.push(await ask(index));
  return replies;
}

test("100 wrong passwords for an account from one address: ten are evaluated, and an unknown account is treated alike", async () => {
  await using auth = await withAna();
  const attempts = await oneByOne(100, () => signIn(auth, wrong));
  const unknown = await oneByOne(100, () => signIn(auth, nobody));
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [...Array<number>(10).fill(400), ...Array<number>(90).fill(429)],
  );
  assert.deepEqual(attempts.map(answer), unknown.map(answer));
  assert.deepEqual([attempts[10]?.headers["retry-after"], codeOf(attempts[10] as Reply)], ["300", "over_request_rate_limit"]);
});

function answer({ status, text, headers }: Reply) {
  return [status, text, headers["retry-after"], Object.keys(headers).sort()];
}

test("the right password works again after the window, and ends the series", async () => {
  await using auth = await withAna();
  await oneByOne(11, () => signIn(auth, wrong));
  auth.clock.advance(299);
  const early = await signIn(auth);
  assert.deepEqual([early.status, early.headers["retry-after"]], [429, "1"]);
  auth.clock.advance(1);
  assert.equal((await signIn(auth)).status, 200);
  const after = await oneByOne(11, () => signIn(auth, wrong));
  assert.deepEqual(tally(after), { 400: 10, 429: 1 });
});

test("nine slips and a success, again and again, are nobody's attack; and each sign-in still takes two statements", async () => {
  await using auth = await withAna();
  const { db } = auth.service.world;
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(tally(await oneByOne(9, () => signIn(auth, wrong))), { 400: 9 });
    const { roundTrips } = db;
    assert.equal((await signIn(auth)).status, 200);
    assert.equal(db.roundTrips - roundTrips, 2);
  }
  const { roundTrips } = db;
  await signIn(auth, wrong);
  assert.equal(db.roundTrips - roundTrips, 1);
});

test("wrong passwords from ever new addresses in headers that nobody vouches for are one address's", async () => {
  for (const variables of [{}, { RATE_LIMIT_HEADER: "X-Client" }]) {
    await using auth = await withAna({ TRUSTED_PROXIES: "192.0.2.1", ...variables });
    const replies = await oneByOne(20, (index) => signIn(auth, wrong, from(`198.51.100.${index}`)));
    assert.deepEqual(tally(replies), { 400: 10, 429: 10 });
  }
});

test("of 100 wrong passwords at once on two replicas ten are evaluated; none after a restart", async () => {
  await using auth = await withAna();
  await using other = await startReplica(auth);
  const replies = await times(100, (index) => signIn(index % 2 ? auth : other, wrong));
  assert.deepEqual(tally(replies), { 400: 10, 429: 90 });
  await using restarted = await startReplica(auth);
  assert.equal((await signIn(restarted)).status, 429);
});

test("half of the tries on one replica, which ends, and the rest on another are ten in all", async () => {
  await using auth = await withAna();
  const replies: Reply[] = [];
  {
    await using first = await startReplica(auth);
    replies.push(...(await oneByOne(5, () => signIn(first, wrong))));
  }
  await using second = await startReplica(auth);
  replies.push(...(await oneByOne(10, () => signIn(second, wrong))));
  assert.deepEqual(tally(replies), { 400: 10, 429: 5 });
});

test("200 wrong passwords from 50 addresses: 100 are evaluated, then one each ten minutes; what is signed in stays so", async () => {
  await using auth = await withAna({ RATE_LIMIT_TOKEN_REFRESH: "0" });
  const session = (await signIn(auth)).body as { access_token: string; refresh_token: string };
  const address = (index: number) => from(`198.51.100.${index % 50}`);
  const replies: Reply[] = [];
  for (let batch = 0; batch < 20; batch++)
    replies.push(...(await times(10, (index) => signIn(auth, wrong, address(batch * 10 + index)))));
  assert.deepEqual(tally(replies), { 400: 100, 429: 100 });
  const locked = await signIn(auth, ana, from("203.0.113.77"));
  assert.deepEqual([locked.status, codeOf(locked), locked.headers["retry-after"]], [429, "over_request_rate_limit", "600"]);
  const refreshed = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.equal(refreshed.status, 200);
  assert.equal((await auth.get("/user", { authorization: `Bearer ${session.access_token}` })).status, 200);
  const strangers = await auth.post("/signup", { ...ana, email: "eva@example.com" });
  assert.equal(strangers.status, 200);
  auth.clock.advance(600);
  assert.equal((await signIn(auth, wrong, from("203.0.113.78"))).status, 400);
  assert.equal((await signIn(auth, ana, from("203.0.113.79"))).status, 429);
  auth.clock.advance(600);
  assert.equal((await signIn(auth, ana, from("203.0.113.79"))).status, 200);
  assert.deepEqual(tally(await oneByOne(10, () => signIn(auth, wrong))), { 400: 10 });
});

test("one address alone cannot close an account to others: what is refused does not count for the account", async () => {
  await using auth = await withAna({ RATE_LIMIT_TOKEN_REFRESH: "0" });
  await times(150, () => signIn(auth, wrong));
  await oneByOne(150, () => signIn(auth, wrong));
  assert.deepEqual(tally(await oneByOne(9, (index) => signIn(auth, wrong, from(`198.51.100.${index}`)))), { 400: 9 });
  assert.equal((await signIn(auth, ana, from("198.51.100.200"))).status, 200);
});

test("one address that tries many accounts is limited as an address, whether they exist or not", async () => {
  await using auth = await withAna({ RATE_LIMIT_TOKEN_REFRESH: "20" });
  const replies = await oneByOne(60, (index) => signIn(auth, index === 30 ? ana : { ...nobody, email: `u${index}@example.com` }));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [...Array<number>(20).fill(400), ...Array<number>(40).fill(429)],
  );
  assert.equal((await signIn(auth, ana, from("198.51.100.7"))).status, 200);
});

test("a try that finds no room to be hashed costs nothing, not even a statement", async () => {
  await using auth = await withAna({ RATE_LIMIT_TOKEN_REFRESH: "100" }, { hashesForReal: true });
  const { db } = auth.service.world;
  // One that waits too long for the client's row is sent again, and is the same statement.
  const statements = new Set<Sql>();
  db.observer = (statement) => statements.add(statement);
  const replies = await times(90, (index) => signIn(auth, { ...nobody, email: `u${index}@example.com` }));
  const evaluated = replies.filter(({ status }) => status === 400).length;
  assert.ok(evaluated < 90, "some must have been turned away");
  assert.deepEqual(tally(replies), { 400: evaluated, 429: 90 - evaluated });
  db.observer = undefined;
  assert.equal(statements.size, evaluated);
  const { left: remaining } = await db.one<{ left: number }>(sql`select count(*)::int as left from tries`);
  // Of each evaluated try: by client and account, by account; and one row for the client, and one of its sign-up before.
  assert.equal(remaining, 2 * evaluated + 2);
  const rest = await oneByOne(100 - evaluated + 1, (index) =>
    auth.post("/token?grant_type=refresh_token", { refresh_token: `x${index}` }),
  );
  assert.deepEqual(tally(rest), { 400: 100 - evaluated, 429: 1 });
});

test("an account is one whatever the case of its letters, and a phone number with or without a plus", async () => {
  await using auth = await withAna({ EXTERNAL_PHONE_ENABLED: "true" });
  const spellings = ["ana@example.com", "Ana@Example.com", "ANA@EXAMPLE.COM"];
  const replies = await oneByOne(12, (index) => signIn(auth, { ...wrong, email: spellings[index % 3] }));
  assert.deepEqual(tally(replies), { 400: 10, 429: 2 });
  const phones = ["5511999990000", "+5511999990000"];
  const calls = await oneByOne(12, (index) => signIn(auth, { phone: phones[index % 2], password: "wrong horse" }));
  assert.deepEqual(tally(calls), { 400: 10, 429: 2 });
});

test("POST /service/check_password counts for the account, and for the client that its caller names", async () => {
  await using auth = await withAna();
  const check = (body: object) => auth.post("/service/check_password", body, auth.admin);
  assert.deepEqual(tally(await oneByOne(12, () => check({ ...wrong, ip: "198.51.100.1" }))), { 400: 10, 429: 2 });
  assert.equal((await check({ ...ana, ip: "198.51.100.1" })).status, 429);
  assert.equal((await signIn(auth, ana, from("198.51.100.1"))).status, 429);
  assert.deepEqual(tally(await oneByOne(9, () => check({ ...wrong, ip: "198.51.100.2" }))), { 400: 9 });
  assert.equal((await check({ ...ana, ip: "198.51.100.2" })).status, 200);
  // Those who are not named are one client.
  assert.deepEqual(tally(await oneByOne(12, () => check(wrong))), { 400: 10, 429: 2 });
  assert.equal((await check({ ...ana, ip: "::ffff:198.51.100.3" })).status, 200);
  for (const ip of ["", "localhost", "198.51.100.1, 198.51.100.2", "198.51.100.1:80", 7, ["198.51.100.1"]])
    assert.deepEqual([(await check({ ...ana, ip })).status, codeOf(await check({ ...ana, ip }))], [400, "validation_failed"]);
});

const OPEN_VERIFY = { RATE_LIMIT_VERIFY: "0", RATE_LIMIT_OTP: "0", SMTP_MAX_FREQUENCY: "0", RATE_LIMIT_EMAIL_SENT: "1000" };

test("POST /verify: 30 wrong codes for an account in an hour, whoever it is, whatever the address; links go on", async () => {
  await using auth = await startTestAuth(OPEN_VERIFY);
  await auth.post("/signup", ana);
  const verify = (email: string, index: number) =>
    auth.post("/verify", { type: "signup", email, token: "000000" }, from(`198.51.100.${index}`));
  for (const email of [ana.email, "nobody@example.com"]) {
    assert.deepEqual(tally(await times(100, (index) => verify(email, index))), { 403: 30, 429: 70 });
    const refusal = await verify(email, 0);
    assert.deepEqual([codeOf(refusal), refusal.headers["retry-after"]], ["over_request_rate_limit", "120"]);
  }
  const link = (await auth.messages()).at(-1)?.variables.tokenHash;
  assert.equal((await auth.post("/verify", { type: "signup", token_hash: link })).status, 200);
  auth.clock.advance(120);
  assert.deepEqual(tally(await oneByOne(2, () => verify("nobody@example.com", 1))), { 403: 1, 429: 1 });
});

test("POST /verify: a right code gives its try back", async () => {
  await using auth = await startTestAuth(OPEN_VERIFY);
  await auth.post("/signup", ana);
  for (let round = 0; round < 35; round++) {
    await auth.post("/otp", { email: ana.email });
    auth.clock.advance(1);
    const code = (await auth.messages()).at(-1)?.variables.token;
    const reply = await auth.post("/verify", { type: "email", email: ana.email, token: code });
    assert.equal(reply.status, 200, `${round}: ${reply.text}`);
  }
});

test("POST /verify: a code that finds no room to hash the password beside it is not counted", async () => {
  await using auth = await startTestAuth(OPEN_VERIFY, undefined, { hashesForReal: true });
  const body = { type: "signup", token: "000000", password: "correct horse" };
  const replies = await times(90, (index) => auth.post("/verify", { ...body, email: `u${index}@example.com` }));
  const evaluated = replies.filter(({ status }) => status === 403).length;
  assert.ok(evaluated < 90, "some must have been turned away");
  const { left: remaining } = await auth.service.world.db.one<{ left: number }>(
    sql`select count(*)::int as left from tries where over_at > ${auth.clock.now()}`,
  );
  assert.equal(remaining, evaluated);
});

test("PUT /user: 30 codes of a reauthentication in an hour are tried, and a session that has ended tries none", async () => {
  await using auth = await withAna({ SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true", ...OPEN_VERIFY });
  const session = async () => ({
    authorization: `Bearer ${((await signIn(auth)).body as { access_token: string }).access_token}`,
  });
  const [headers, ended] = [await session(), await session()];
  await auth.post("/logout?scope=local", "", ended);
  const change = (nonce: string, by = headers) =>
    auth.call("/user", { method: "PUT", headers: by, body: { password: "another horse", nonce } });
  assert.deepEqual(tally(await oneByOne(35, () => change("000000", ended))), { 403: 35 });
  await auth.get("/reauthenticate", headers);
  assert.deepEqual(tally(await oneByOne(31, () => change("000000"))), { 422: 30, 429: 1 });
  auth.clock.advance(120);
  await auth.get("/reauthenticate", headers);
  const nonce = (await auth.messages()).at(-1)?.variables.token as string;
  assert.equal((await change(nonce)).status, 200);
});
