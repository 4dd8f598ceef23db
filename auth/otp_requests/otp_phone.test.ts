import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { acts, counted, errorCode, observed, onlyMessage, PHONE, person, type Stored, users } from "./testing.ts";

const withPhones = (variables: Record<string, string> = {}) => startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", ...variables });

async function requireCode(auth: TestAuth): Promise<void> {
  const message = await onlyMessage(auth);
  assert.deepEqual([message.kind, message.to], ["sms", PHONE]);
  assert.match(message.variables.code as string, /^\d{6}$/);
  const tokens = await auth.service.world.db.many(sql`select purpose, relates_to from one_time_tokens`);
  assert.deepEqual(tokens, [{ purpose: "confirmation", relates_to: PHONE }]);
}

test("POST /otp texts a code to a known number, confirmed or not", async () => {
  for (const isConfirmed of [true, false]) {
    await using auth = await withPhones();
    await person(auth, { phone: PHONE }, isConfirmed);
    const [before] = await users(auth);
    auth.clock.advance(5);
    const reply = await auth.post("/otp", {
      phone: `+${PHONE}`,
      channel: "sms",
      create_user: isConfirmed,
      data: { name: "Eva" },
    });
    assert.deepEqual([reply.status, reply.body], [200, {}]);
    await requireCode(auth);
    const at = auth.clock.now();
    assert.deepEqual(await users(auth), [{ ...before, confirmation_sent_at: at, updated_at: at }]);
    assert.deepEqual(await acts(auth), [isConfirmed ? "user_recovery_requested" : "user_confirmation_requested"]);
  }
});

test("POST /otp creates a missing user for a number, with SMS_AUTOCONFIRM a confirmed one, and texts the code", async () => {
  for (const [autoconfirm, expected] of [
    ["false", ["user_confirmation_requested"]],
    ["true", ["user_signedup"]],
  ] as const) {
    await using auth = await withPhones({ SMS_AUTOCONFIRM: autoconfirm });
    const reply = await auth.post("/otp", { phone: PHONE, data: { name: "Ana" } });
    assert.deepEqual([reply.status, reply.body], [200, {}]);
    await requireCode(auth);
    const [user] = (await users(auth)) as [Stored];
    const at = auth.clock.now();
    assert.deepEqual([user.encrypted_password, user.confirmation_sent_at, user.last_sign_in_at], [null, at, null]);
    assert.deepEqual(user.phone_confirmed_at, autoconfirm === "true" ? at : null);
    assert.equal(user.raw_user_meta_data.name, "Ana");
    assert.deepEqual(await acts(auth), expected);
  }
});

test("POST /otp with create_user false tells an unknown number and a known one nothing apart", async () => {
  await using auth = await withPhones();
  await person(auth, { phone: PHONE });
  const existing = await counted(auth, "/otp", { phone: PHONE, create_user: false });
  const unknown = await counted(auth, "/otp", { phone: "15550001111", create_user: false });
  assert.deepEqual(
    { ...observed(unknown), statements: unknown.statements },
    { ...observed(existing), statements: existing.statements },
  );
  assert.equal((await users(auth)).length, 1);
  assert.equal((await onlyMessage(auth)).to, PHONE);
  for (const phone of [PHONE, "15550001111"]) {
    const early = await auth.post("/otp", { phone, create_user: false });
    assert.deepEqual([early.status, errorCode(early), early.headers["retry-after"]], [429, "over_sms_send_rate_limit", "60"]);
  }
  await using upstream = await withPhones({ UPSTREAM_ANSWERS: "true" });
  const refusal = await upstream.post("/otp", { phone: PHONE, create_user: false });
  assert.deepEqual([refusal.status, errorCode(refusal)], [422, "otp_disabled"]);
});

test("POST /otp is refused for numbers while phones are switched off", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "false" });
  const reply = await auth.post("/otp", { phone: PHONE });
  assert.deepEqual([reply.status, errorCode(reply)], [400, "phone_provider_disabled"]);
  assert.deepEqual(await users(auth), []);
});

test("POST /otp takes the channel whatsapp from Twilio's gateways only, and no other channel", async () => {
  const credentials = { SMS_TWILIO_ACCOUNT_SID: "AC1", SMS_TWILIO_AUTH_TOKEN: "t", SMS_TWILIO_MESSAGE_SERVICE_SID: "MG1" };
  await using twilio = await withPhones({ SMS_PROVIDER: "twilio", ...credentials });
  await using none = await withPhones();
  const statuses: number[] = [];
  for (const auth of [none, twilio]) {
    for (const channel of ["pigeon", "SMS", "whatsapp"])
      statuses.push((await auth.post("/otp", { phone: PHONE, channel })).status);
  }
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 200]);
  assert.deepEqual(await none.messages(), []);
});
