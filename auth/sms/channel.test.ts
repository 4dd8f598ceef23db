// The channel that callers ask for, at every endpoint that sends a code to a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bearer, put, signUp, verdict } from "../account/testing.ts";
import type { SmsProvider } from "../config/sms.ts";
import { startTestAuth } from "../testing.ts";
import { isDelivered, STAND_INS, startGateway, startSmsAuth, untilSms } from "./testing.ts";

const PHONE = "15551234567";
const password = "correct horse";
const whatsapp = { phone: PHONE, channel: "whatsapp" };

for (const provider of ["twilio", "twilio_verify"] as const) {
  test(`POST /signup, POST /otp and PUT /user with the channel whatsapp send by it through ${provider}, POST /resend by SMS`, async () => {
    await using gateway = await startGateway(provider);
    await using auth = await startSmsAuth(provider, gateway, { MAILER_AUTOCONFIRM: "true" });
    const sends = async (path: string, body: object) => {
      assert.equal((await auth.post(path, body)).status, 200);
      const { id } = await untilSms(auth, isDelivered);
      auth.clock.advance(60);
      return id;
    };
    await sends("/signup", { ...whatsapp, password });
    await sends("/otp", whatsapp);
    await sends("/otp", { phone: PHONE });
    await sends("/resend", { type: "sms", ...whatsapp });
    const session = await signUp(auth, { email: "ana@example.com", password });
    assert.equal((await put(auth, session, { phone: "15557654321", channel: "whatsapp" })).status, 200);
    await untilSms(auth, isDelivered);
    assert.deepEqual(
      gateway.received.map(({ to, channel }) => [to, channel]),
      [
        [PHONE, "whatsapp"],
        [PHONE, "whatsapp"],
        [PHONE, "sms"],
        [PHONE, "sms"],
        ["15557654321", "whatsapp"],
      ],
    );
  });
}

test("a code by WhatsApp is the same kind of code, as a template of the operator's where one is set", async () => {
  await using gateway = await startGateway("twilio");
  await using auth = await startSmsAuth("twilio", gateway, { SMS_TWILIO_CONTENT_SID: "HX1" });
  await auth.post("/otp", whatsapp);
  await untilSms(auth, isDelivered);
  const code = /^HX1 \{"1":"(\d{6})"\}$/.exec(gateway.received[0]?.text ?? "")?.[1];
  assert.equal((await auth.post("/verify", { type: "sms", phone: PHONE, token: code })).status, 200);
});

for (const provider of [undefined, "messagebird", "textlocal", "vonage", "twilio"] as const) {
  const [channels, name] =
    provider === "twilio" ? [["pigeon", "WhatsApp"], provider] : [["whatsapp", "pigeon"], provider ?? "none"];
  test(`a channel that is not there is a 400 that changes nothing, with the gateway ${name}`, async () => {
    const chosen = provider ? { SMS_PROVIDER: provider, ...STAND_INS[provider as SmsProvider].variables } : {};
    await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", MAILER_AUTOCONFIRM: "true", ...chosen });
    const { db } = auth.service.world;
    const session = await signUp(auth, { email: "ana@example.com", password });
    for (const channel of channels) {
      for (const reply of [
        await auth.post("/signup", { phone: PHONE, password, channel }),
        await auth.post("/otp", { phone: PHONE, channel }),
        await put(auth, session, { phone: PHONE, channel }),
      ])
        assert.deepEqual(verdict(reply), [400, "validation_failed"], reply.text);
    }
    const counts = await db.one(sql`
      select (select count(*) from users)::int as users, (select count(*) from outbox)::int as messages,
             (select count(*) from mail_pauses)::int as pauses, (select count(*) from send_counters)::int as counters`);
    assert.deepEqual(counts, { users: 1, messages: 0, pauses: 0, counters: 0 });
    assert.equal((await auth.get("/user", bearer(session))).status, 200);
  });
}
