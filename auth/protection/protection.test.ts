// Whom limits hold back, as administrators see it, and letting them go.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { AUTOCONFIRM, ana, signUp, verdict } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { enroll, post, wrongCode } from "../factors/testing.ts";
import { from, signIn, tally, times, wrong } from "../limits/testing.ts";
import { shareTestAuth, startTestAuth, type TestAuth } from "../testing.ts";

interface LimitsReply {
  limits: { name: string; variable: string | null; most?: number; seconds?: number; held_back: number; until: string | null }[];
  messages: { name: string; used: number; most: number; until: string | null }[];
}

interface SubjectReply {
  user_id: string | null;
  limits: { name: string; used: number; most: number; clients?: number; until: string | null }[];
  pauses: { message: string; until: string }[];
}

const auth = shareTestAuth({ ...AUTOCONFIRM, RATE_LIMIT_OTP: "3", RATE_LIMIT_VERIFY: "0", RATE_LIMIT_EMAIL_SENT: "4" });

const limits = async () => (await auth.get("/admin/limits", auth.admin)).body as LimitsReply;
const limit = async (name: string) => (await limits()).limits.find((each) => each.name === name);
const subject = async (query: string) => (await auth.get(`/admin/limits/subject?${query}`, auth.admin)).body as SubjectReply;
const release = (body: object, headers: Record<string, string> = auth.admin) =>
  auth.call("/admin/limits/subject", { method: "DELETE", body, headers });
const inSeconds = (seconds: number) => new Date(auth.clock.now().getTime() + seconds * 1000).toISOString();

async function failOften(body: object, address: string, count = 11): Promise<void> {
  for (let index = 0; index < count; index++) await signIn(auth, body, from(address));
}

test("GET /admin/limits lists every limit with what sets it, those that are off too", async () => {
  const { limits: all } = await limits();
  const password = all.find(({ name }) => name === "password_by_client");
  assert.deepEqual(password, {
    ...{ name: "password_by_client", counts: "account_and_client", variable: null, shape: "window", most: 10, seconds: 300 },
    ...{ held_back: 0, until: null },
  });
  const recover = all.find(({ name }) => name === "recover");
  assert.deepEqual([recover?.variable, recover?.most, recover?.seconds], ["AUTHSVC_RATE_LIMIT_OTP", 3, 100]);
  const verify = all.find(({ name }) => name === "verify");
  assert.deepEqual([verify?.variable, verify?.most], ["AUTHSVC_RATE_LIMIT_VERIFY", undefined]);
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
});

test("an account that one client guessed at: how many are held back, of whom and until when; released, it may try again", async () => {
  const { user } = await signUp(auth);
  await failOften(wrong, "192.0.2.1");
  await failOften(wrong, "192.0.2.2", 3);
  const held = await limit("password_by_client");
  assert.deepEqual([held?.held_back, held?.until], [1, inSeconds(300)]);
  assert.deepEqual((await limit("password"))?.held_back, 0);

  const byAddress = await subject("email=Ana@example.com");
  assert.deepEqual(byAddress.limits, [
    { name: "password_by_client", used: 10, most: 10, clients: 2, until: inSeconds(300) },
    { name: "password", used: 13, most: 100, until: null },
  ]);
  assert.equal(byAddress.user_id, user.id);
  assert.deepEqual((await subject(`user_id=${user.id}`)).limits, byAddress.limits);
  const atOther = await subject("email=ana@example.com&ip_address=192.0.2.2");
  assert.deepEqual(atOther.limits, [
    { name: "password_by_client", used: 3, most: 10, until: null },
    { name: "token", used: 3, most: 150, until: null },
    { name: "password", used: 13, most: 100, until: null },
  ]);
  assert.deepEqual((await subject("email=nobody@example.com")).limits, []);

  assert.equal((await signIn(auth, ana, from("192.0.2.1"))).status, 429);
  assert.deepEqual((await release({ email: "ana@example.com" })).body, { released: 3 });
  assert.equal((await signIn(auth, ana, from("192.0.2.1"))).status, 200);
  assert.equal((await limit("password_by_client"))?.held_back, 0);
  const { acts } = (await auth.get(`/admin/acts?user_id=${user.id}&action=limit_released`, auth.admin)).body as {
    acts: { traits: object }[];
  };
  assert.deepEqual(
    acts.map(({ traits }) => traits),
    [{ user_id: user.id, user_email: "ana@example.com" }],
  );
});

test("an address that is nobody's is held back alike, and the log of its release does not keep it", async () => {
  const nobody = { email: "nobody.here@example.com", password: "wrong horse" };
  await failOften(nobody, "192.0.2.3");
  const { user_id: owner, limits: held } = await subject("email=nobody.here@example.com");
  assert.deepEqual([owner, held[0]?.until], [null, inSeconds(300)]);
  assert.deepEqual((await release({ email: nobody.email, ip_address: "192.0.2.3" })).body, { released: 3 });
  assert.equal((await signIn(auth, nobody, from("192.0.2.3"))).status, 400);
  const stored = await auth.service.world.db.many(sql`select entry, details from admin_acts`);
  assert.ok(!JSON.stringify(stored).includes("nobody.here"));
});

test("a client that asked too often is found by its address, of IPv6 by its network, and released", async () => {
  const recover = (address: string) => auth.post("/recover", { email: "someone@example.com" }, from(address));
  for (const _ of [1, 2, 3]) await recover("2001:db8::1");
  assert.equal((await recover("2001:db8::2")).status, 429);
  const held = await limit("recover");
  assert.deepEqual([held?.held_back, held?.until], [1, inSeconds(100)]);
  assert.deepEqual((await subject("ip_address=2001:db8::77")).limits, [
    { name: "recover", used: 3, most: 3, until: inSeconds(100) },
  ]);
  assert.deepEqual((await release({ ip_address: "2001:db8::99" })).body, { released: 1 });
  assert.notEqual(codeOf(await recover("2001:db8::1")), "over_request_rate_limit");
});

const codeOf = ({ body }: { body: unknown }) => (body as { error_code?: string }).error_code;

test("pauses and budgets of messages are shown; a pause ends with the release", async () => {
  auth.clock.advance(3600);
  const client = from("192.0.2.5");
  const email = "paused@example.com";
  assert.equal((await auth.post("/recover", { email }, client)).status, 200);
  assert.deepEqual((await subject(`email=${email}`)).pauses, [{ message: "recovery", until: inSeconds(60) }]);
  const again = await auth.post("/recover", { email }, client);
  assert.deepEqual(verdict(again), [429, "over_email_send_rate_limit"]);
  await release({ email });
  assert.deepEqual((await subject(`email=${email}`)).pauses, []);
  assert.equal((await auth.post("/recover", { email }, client)).status, 200);
  await auth.service.world.db.run(sql`update send_counters set count = 4 where name = 'mail'`);
  const mail = (await limits()).messages.find(({ name }) => name === "mail");
  assert.deepEqual([mail?.used, mail?.most, mail?.until], [4, 4, inSeconds(3600)]);
});

test("codes of second factors are released with the user, but not of somebody who administrates above", async () => {
  const owner = await administrator(auth, "owner");
  const support = await administrator(auth, "support");
  const session = await signUp(auth, { email: "factor@example.com", password: "correct horse" });
  const factor = await enroll(auth, session);
  for (const _ of Array(10)) {
    const { id } = (await post(auth, session, `/factors/${factor.id}/challenge`)).body as { id: string };
    await post(auth, session, `/factors/${factor.id}/verify`, { challenge_id: id, code: wrongCode(auth, factor) });
    auth.clock.advance(4);
  }
  const { limits: held } = await subject(`user_id=${session.user.id}`);
  assert.deepEqual(held.find(({ name }) => name === "factor_by_client")?.clients, 1);
  assert.ok(
    held.some(({ name, until }) => name === "factor_by_client" && until !== null),
    JSON.stringify(held),
  );
  assert.equal((await release({ user_id: session.user.id }, support.headers)).status, 200);
  assert.deepEqual(
    (await subject(`user_id=${session.user.id}`)).limits.filter(({ until }) => until !== null),
    [],
  );
  assert.deepEqual(verdict(await release({ user_id: owner.id }, support.headers)), [403, "administrator_protected"]);
  assert.deepEqual(verdict(await release({ email: "owner@example.com" }, support.headers)), [403, "administrator_protected"]);
  const viewer = await administrator(auth, "viewer");
  assert.deepEqual(verdict(await release({ ip_address: "192.0.2.1" }, viewer.headers)), [403, "right_missing"]);
});

test("who may not read users does not learn from limits whose an address is", async () => {
  const created = await auth.post("/admin/api-keys", { name: "limits", rights: ["protection:read"] }, auth.admin);
  const { key } = created.body as { key: string };
  const reply = await auth.get("/admin/limits/subject?email=ana@example.com", { authorization: `Bearer ${key}` });
  assert.deepEqual([reply.status, (reply.body as SubjectReply).user_id], [200, null]);
});

for (const [query, status, code] of [
  ["", 422, "validation_failed"],
  ["email=ana@example.com&phone=5511999990000", 422, "validation_failed"],
  ["email=ana@example.com&user_id=7c9e6679-7425-40de-944b-e07fc1f90ae7", 422, "validation_failed"],
  ["email=ana", 400, "validation_failed"],
  ["phone=abc", 400, "validation_failed"],
  ["ip_address=300.1.1.1", 400, "validation_failed"],
  ["user_id=1", 400, "validation_failed"],
  ["user_id=7c9e6679-7425-40de-944b-e07fc1f90ae7", 404, "user_not_found"],
] as const)
  test(`a subject is named clearly: "${query}" is ${status}`, async () => {
    assert.deepEqual(verdict(await auth.get(`/admin/limits/subject?${query}`, auth.admin)), [status, code]);
    assert.deepEqual(verdict(await release(Object.fromEntries(new URLSearchParams(query)))), [status, code]);
  });

test("twenty releases beside forty sign-ins at once: nobody is answered with an error of ours", async () => {
  const body = { email: "ana@example.com", password: "wrong horse" };
  const [tries, releases] = await Promise.all([
    times(40, (index) => signIn(auth, body, from(`198.51.100.${index % 4}`))),
    times(20, (index) => release({ ...(index % 2 ? { email: body.email } : { ip_address: "198.51.100.1" }) })),
  ]);
  assert.deepEqual(tally(releases), { 200: 20 });
  for (const status of Object.keys(tally(tries))) assert.ok(["400", "429"].includes(status), status);
});

test("POST /admin/passwords/test says which rules a password breaks, and leaves no trace of it", async () => {
  const leaked = "password1 leaked";
  const hash = createHash("sha1").update(leaked).digest("hex").toUpperCase();
  let isAway = false;
  await using service = await startHttpSink(() => (isAway ? { status: 500 } : { status: 200, body: `${hash.slice(5)}:42` }));
  const rules = { PASSWORD_MIN_LENGTH: "10", PASSWORD_REQUIRED_CHARACTERS: "abcdefgh:0123456789" };
  const leaks = { PASSWORD_HIBP_ENABLED: "true", PASSWORD_HIBP_URL: service.url };
  await using strict = await startTestAuth({ ...rules, ...leaks });
  const tryOn = async (at: TestAuth, password: string) =>
    (await at.post("/admin/passwords/test", { password }, at.admin)).body as { accepted: boolean; reasons: string[] };
  assert.deepEqual(await tryOn(strict, "correct horse 1"), { accepted: true, reasons: [] });
  assert.deepEqual(await tryOn(strict, "XYZ"), { accepted: false, reasons: ["length", "characters"] });
  assert.deepEqual(await tryOn(strict, leaked), { accepted: false, reasons: ["pwned"] });
  assert.deepEqual(await tryOn(strict, "x".repeat(257)), { accepted: false, reasons: ["too_long"] });
  isAway = true;
  assert.deepEqual(await tryOn(strict, "correct horse 1"), { accepted: true, reasons: ["unchecked"] });
  await using closed = await startTestAuth({ ...leaks, PASSWORD_HIBP_FAIL_CLOSED: "true" });
  assert.deepEqual(await tryOn(closed, "correct horse 1"), { accepted: false, reasons: ["unchecked"] });
  assert.ok(!JSON.stringify([strict.logged, closed.logged]).includes("correct horse 1"));
  assert.deepEqual(verdict(await strict.post("/admin/passwords/test", { password: 1 }, strict.admin)), [
    400,
    "validation_failed",
  ]);

  const shown = (await strict.get("/admin/protection", strict.admin)).body as Record<string, unknown>;
  assert.deepEqual(
    [shown.captcha, shown.least_characters, shown.required_characters, shown.leaked_passwords, shown.leaked_fail_closed],
    [null, 10, ["abcdefgh", "0123456789"], "service", false],
  );
  assert.equal((shown.variables as Record<string, string>).least_characters, "AUTHSVC_PASSWORD_MIN_LENGTH");
});
