// Messages on their way from an endpoint through the outbox to a gateway.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { Undeliverable } from "../mail/transport.ts";
import { writeMessage } from "../outbox/queries.ts";
import { sealMessage } from "../outbox/seal.ts";
import { testConfig } from "../outbox/testing.ts";
import { startTestAuthBy } from "../testing.ts";
import { smsSender } from "./sms_sender.ts";
import {
  everythingKept,
  isDelivered,
  isGivenUp,
  logText,
  PROVIDERS_OF_SMS,
  STAND_INS,
  sentMessages,
  startGateway,
  startSmsAuth,
  untilSms,
} from "./testing.ts";

const PHONE = "15551234567";

for (const provider of PROVIDERS_OF_SMS) {
  test(`POST /otp sends a code through ${provider}, whose id of it is in the audit log, and POST /verify takes the code`, async () => {
    await using gateway = await startGateway(provider);
    // Ten digits, which are not found by chance in what is kept.
    const variables = { SMS_TEMPLATE: "Olá ✓ {{ .Code }}", SMS_OTP_LENGTH: "10" };
    await using auth = await startSmsAuth(provider, gateway, variables);
    const reply = await auth.post("/otp", { phone: `+${PHONE}` });
    assert.deepEqual([reply.status, reply.body], [200, {}]);
    const row = await untilSms(auth, isDelivered);
    assert.deepEqual([row.sealed, row.attempts, row.last_error], [null, 1, null]);
    const [sms, ...more] = gateway.received;
    assert.deepEqual([sms?.to, sms?.channel, more.length], [PHONE, "sms", 0]);
    if (provider !== "twilio_verify") assert.match(sms?.text ?? "", /^Olá ✓ \d{10}$/);
    assert.deepEqual(
      (await sentMessages(auth)).map(({ actor_username: actor, traits }) => [actor, traits]),
      [[provider, { outbox_id: row.id, gateway: provider, gateway_message_id: `${provider}-1` }]],
    );
    const code = /\d{10}/.exec(sms?.text ?? "")?.[0] as string;
    assert.equal((await auth.post("/verify", { type: "sms", phone: PHONE, token: code })).status, 200);
    const rowsText = await everythingKept(auth);
    assert.ok(rowsText.includes(row.id), "the search looks where it should");
    for (const secret of ["canary", code]) assert.ok(!rowsText.includes(secret), `${secret} is kept`);
  });

  test(`a message that ${provider} refuses is given up, and neither log nor database has more of it than a number`, async () => {
    await using gateway = await startGateway(provider);
    await using auth = await startSmsAuth(provider, gateway);
    const { refusal, reason } = STAND_INS[provider];
    gateway.instead = refusal;
    assert.equal((await auth.post("/otp", { phone: PHONE })).status, 200);
    const row = await untilSms(auth, isGivenUp);
    assert.deepEqual([row.sealed, row.attempts, row.last_error], [null, 1, reason]);
    assert.deepEqual(await sentMessages(auth), []);
    assert.ok(auth.logged.some(({ fields, level }) => level === "error" && fields.reason === reason));
    assert.ok(!logText(auth).includes(PHONE) && !logText(auth).includes("canary"));
  });

  test(`${provider} that fails is asked again until it takes the message, once`, async () => {
    await using gateway = await startGateway(provider);
    await using auth = await startSmsAuth(provider, gateway);
    gateway.instead = { status: 500, body: "oops" };
    assert.equal((await auth.post("/signup", { phone: PHONE, password: "correct horse" })).status, 200);
    const waiting = await untilSms(auth, ({ last_error: error }) => error !== null);
    assert.deepEqual([waiting.last_error, waiting.delivered_at], ["the SMS gateway said 500", null]);
    gateway.instead = undefined;
    const { id, attempts } = await untilSms(auth, isDelivered);
    assert.ok(id === waiting.id && attempts > 1, String(attempts));
    assert.deepEqual([gateway.received.length, (await sentMessages(auth)).length], [1, 1]);
  });
}

test("a gateway that hangs keeps no request waiting, and is asked again", async () => {
  await using gateway = await startGateway("vonage");
  await using auth = await startSmsAuth("vonage", gateway);
  gateway.instead = { status: 200, hang: true };
  const began = performance.now();
  assert.equal((await auth.post("/otp", { phone: PHONE })).status, 200);
  assert.ok(performance.now() - began < 3_000);
  await gateway.waitFor(1, 20_000);
  gateway.instead = undefined;
  const row = await untilSms(auth, isDelivered);
  assert.deepEqual([row.attempts, gateway.received.length], [2, 1]);
  assert.ok(auth.logged.some(({ fields }) => fields.reason === "the SMS gateway: it took longer than 10000 ms"));
});

test("POST /resend answers with the id of the outbox, which the audit log puts beside that of the gateway", async () => {
  await using gateway = await startGateway("messagebird");
  await using auth = await startSmsAuth("messagebird", gateway);
  await auth.post("/signup", { phone: PHONE, password: "correct horse" });
  await untilSms(auth, isDelivered);
  auth.clock.advance(60);
  const reply = await auth.post("/resend", { type: "sms", phone: PHONE });
  const { message_id: id } = reply.body as { message_id: string };
  await untilSms(auth, (row) => row.id === id && isDelivered(row));
  assert.deepEqual((await sentMessages(auth))[1]?.traits, {
    outbox_id: id,
    gateway: "messagebird",
    gateway_message_id: "messagebird-2",
  });
  const listed = (await auth.get("/admin/audit?query=action:message_sent", auth.admin)).body as { payload: unknown }[];
  assert.equal(listed.length, 2);
});

test("a code that expired before the gateway was back is not sent", async () => {
  await using gateway = await startGateway("twilio");
  await using auth = await startSmsAuth("twilio", gateway, { SMS_OTP_EXP: "90" });
  gateway.instead = { status: 503 };
  await auth.post("/otp", { phone: PHONE });
  await untilSms(auth, ({ last_error: error }) => error !== null);
  auth.clock.advance(90);
  gateway.instead = undefined;
  assert.equal((await untilSms(auth, isGivenUp)).last_error, "expired");
  assert.equal(gateway.received.length, 0);
});

test("GET /ready tells of text messages that have waited for more than five minutes", async () => {
  await using gateway = await startGateway("twilio");
  await using auth = await startSmsAuth("twilio", gateway, { SMS_OTP_EXP: "3600" });
  gateway.instead = { status: 503 };
  await auth.post("/otp", { phone: PHONE });
  await untilSms(auth, ({ last_error: error }) => error !== null);
  const degraded = async () => ((await auth.get("/ready")).body as { degraded: string[] }).degraded;
  auth.clock.advance(299);
  assert.deepEqual(await degraded(), []);
  auth.clock.advance(2);
  assert.deepEqual(await degraded(), ["outbox"]);
  gateway.instead = undefined;
  await untilSms(auth, isDelivered);
  assert.deepEqual(await degraded(), []);
});

test("a text message that waited while its gateway was taken away is given up with words", async () => {
  await using auth = await startTestAuthBy(
    (url) => ({
      AUTHSVC_SITE_URL: "https://app.example.com",
      AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
      AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
      AUTHSVC_API_PORT: "0",
      AUTHSVC_EXTERNAL_PHONE_ENABLED: "true",
      AUTHSVC_DB_DATABASE_URL: url,
    }),
    { delivers: true },
  );
  const { db, config, serverKeys } = auth.service.world;
  const now = auth.clock.now();
  const expiresAt = new Date(now.getTime() + 60_000);
  const sealed = sealMessage(serverKeys, { kind: "sms", template: "code", to: PHONE, variables: { code: "1" }, expiresAt, now });
  await writeMessage(db, config.jobSchema, sealed);
  assert.equal((await untilSms(auth, isGivenUp)).last_error, "no way to send sms is set");
});

test("what was written for another gateway than the one that is now set is given up where it cannot be sent", async () => {
  const send = smsSender(testConfig({ SMS_PROVIDER: "vonage", ...STAND_INS.vonage.variables }));
  const message = { id: "1", template: "code", to: PHONE };
  await assert.rejects(async () => send?.({ ...message, variables: { channel: "sms" } }), Undeliverable);
  await assert.rejects(async () => send?.({ ...message, variables: { code: "1", channel: "whatsapp" } }), Undeliverable);
  assert.equal(smsSender(testConfig()), undefined);
});

test("the audit entry is written with the delivery or not at all", async () => {
  await using gateway = await startGateway("twilio");
  await using auth = await startSmsAuth("twilio", gateway);
  const { db } = auth.service.world;
  await db.run(sql`alter table audit_log_entries add constraint no_more check (payload ->> 'action' <> 'message_sent')`);
  await auth.post("/otp", { phone: PHONE });
  await untilSms(auth, () => logText(auth).includes("no_more"));
  const { delivered_at: deliveredAt, sealed } = await untilSms(auth, ({ attempts }) => attempts > 0);
  assert.ok(deliveredAt === null && sealed !== null && gateway.received.length > 0);
});
