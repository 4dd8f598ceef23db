// The mail about a new device: who gets it, how often, and what it costs the others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import { AUTOCONFIRM, ana, bob, signUp } from "../account/testing.ts";
import { PASSKEYS, register, signInBy } from "../passkeys/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { deviceName } from "./device.ts";

const TOLD = { ...AUTOCONFIRM, MAILER_NOTIFICATIONS_NEW_DEVICE_ENABLED: "true" };
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const NEWER = CHROME.replace("140", "141");
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1";

const signInWith = (auth: TestAuth, userAgent: string, who: object = ana) =>
  auth.post("/token?grant_type=password", who, { "user-agent": userAgent });

const devicesTold = async (auth: TestAuth) =>
  (await auth.messages()).filter(({ template }) => template === "new_device").map(({ to, variables }) => [to, variables.device]);

test("a device is told of once, however many sign-ins over two replicas begin it, and never at sign-up", async () => {
  await using auth = await startTestAuth(TOLD);
  await using replica = await startTestAuth(TOLD, () => auth.database.url);
  await signUp(auth);
  await signUp(auth, bob);
  assert.deepEqual(await devicesTold(auth), []);
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => signInWith(n % 2 ? auth : replica, CHROME)));
  for (const { status } of replies) assert.equal(status, 200);
  assert.deepEqual(await devicesTold(auth), [[ana.email, "Chrome on Windows"]]);
  await auth.service.world.db.run(sql`delete from sessions`);
  assert.equal((await signInWith(auth, NEWER)).status, 200);
  assert.equal((await devicesTold(auth)).length, 1, "neither a version nor the end of all sessions makes it new");
  assert.equal((await signInWith(auth, CHROME, bob)).status, 200);
  assert.deepEqual((await devicesTold(auth)).map(([to]) => to).sort(), [ana.email, bob.email], "it is new for each user");
});

test("a known device costs a sign-in no statement more than before, and where nobody is told none is remembered", async () => {
  for (const variables of [TOLD, AUTOCONFIRM]) {
    await using auth = await startTestAuth(variables);
    await signUp(auth);
    await signInWith(auth, SAFARI);
    const { db } = auth.service.world;
    const { roundTrips } = db;
    assert.equal((await signInWith(auth, SAFARI)).status, 200);
    assert.equal(db.roundTrips - roundTrips, 2);
    const { count } = await db.one<{ count: number }>(sql`select count(*) as count from devices`);
    assert.equal(count, variables === TOLD ? 2 : 0);
  }
});

test("every way in tells of a device, and none tells an address that is not confirmed", async () => {
  await using auth = await startTestAuth({ ...TOLD, ...PASSKEYS, EXTERNAL_PHONE_ENABLED: "true", SMS_AUTOCONFIRM: "true" });
  const session = await signUp(auth);
  const { device } = await register(auth, session);
  const { db } = auth.service.world;
  await db.run(sql`update devices set name = 'another one'`);
  assert.equal((await signInBy(auth, device)).status, 200);
  assert.equal((await devicesTold(auth)).length, 1);
  const phone = { phone: "15551234567", password: ana.password };
  assert.equal((await auth.post("/signup", phone)).status, 200);
  assert.equal((await signInWith(auth, SAFARI, phone)).status, 200);
  assert.equal((await devicesTold(auth)).length, 1);
});

test("the mail says which device and from where, and nothing of what a client calls itself", async () => {
  await using smtp = await startSmtpSink();
  const server = { SMTP_HOST: smtp.host, SMTP_PORT: String(smtp.port), SMTP_ADMIN_EMAIL: "cofre@example.com" };
  await using auth = await startTestAuth({ ...TOLD, ...server }, undefined, { delivers: true });
  auth.clock.set(new Date());
  await signUp(auth);
  assert.equal((await signInWith(auth, SAFARI)).status, 200);
  const mail = await until("the mail", () => smtp.messages[0]);
  assert.deepEqual([mail.to, mail.headers.subject], [[ana.email], "A new device has signed in to your account"]);
  for (const { text } of mail.parts) assert.match(text, /ana@example\.com on .* by Safari on iPhone, from 127\.0\.0\.1/);
  assert.equal(deviceName("evil.example/1.0 (Linux)"), "another program on Linux");
  assert.equal(deviceName(undefined), "another program");
});
