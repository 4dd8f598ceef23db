import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth } from "../testing.ts";
import { AUTOCONFIRM, ana, changed, messages, put, read, signUp, verdict } from "./testing.ts";

const NUMBER = "15551234567";
const OTHER = "15557654321";
const PHONE = { ...AUTOCONFIRM, EXTERNAL_PHONE_ENABLED: "true" };

test("PUT /user with a phone sends a code to the new number, and changes it when the code comes back", async () => {
  await using auth = await startTestAuth(PHONE);
  const session = await signUp(auth);
  const user = await changed(auth, session, { phone: `+${NUMBER}` });
  assert.deepEqual([user.phone, user.new_phone], ["", NUMBER]);
  assert.equal(user.phone_change_sent_at, auth.clock.now().toISOString());
  const smsMessages = await messages(auth);
  assert.deepEqual(
    smsMessages.map(({ kind, to, is_under_way: isUnderWay }) => [kind, to, isUnderWay]),
    [["sms", NUMBER, true]],
  );
  const reply = await auth.post("/verify", { type: "phone_change", phone: NUMBER, token: smsMessages[0]?.variables.code });
  assert.equal(reply.status, 200, reply.text);
  assert.equal((await read(auth, session)).phone, NUMBER);
});

test("PUT /user with a phone waits between two codes, for the user and for the number", async () => {
  await using auth = await startTestAuth(PHONE);
  const session = await signUp(auth);
  const other = await signUp(auth, { ...ana, email: "bob@example.com" });
  await changed(auth, session, { phone: NUMBER });
  auth.clock.advance(20);
  for (const [who, phone] of [
    [session, NUMBER],
    [session, OTHER],
    [other, NUMBER],
  ] as const) {
    const reply = await put(auth, who, { phone });
    assert.deepEqual([...verdict(reply), reply.headers["retry-after"]], [429, "over_sms_send_rate_limit", "40"]);
  }
  assert.equal((await messages(auth)).length, 1);
});

test("PUT /user takes a phone at once with SMS_AUTOCONFIRM, and the next one in its place", async () => {
  await using auth = await startTestAuth({ ...PHONE, SMS_AUTOCONFIRM: "true" });
  const session = await signUp(auth);
  for (const phone of [NUMBER, OTHER]) {
    auth.clock.advance(1);
    const user = await changed(auth, session, { phone });
    assert.deepEqual([user.phone, user.new_phone, user.phone_confirmed_at], [phone, undefined, auth.clock.now().toISOString()]);
    assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email", "phone"] });
    assert.deepEqual(
      user.identities.map(({ provider, identity_data: data }) => [provider, data.phone]),
      [
        ["email", undefined],
        ["phone", phone],
      ],
    );
    assert.deepEqual(await read(auth, session), user);
  }
  assert.deepEqual(await messages(auth), []);
  const other = await signUp(auth, { ...ana, email: "bob@example.com" });
  assert.deepEqual(verdict(await put(auth, other, { phone: OTHER })), [422, "phone_exists"]);
});

test("PUT /user makes an anonymous user somebody by a phone and an email at once where both count without confirmation", async () => {
  await using auth = await startTestAuth({ ...PHONE, SMS_AUTOCONFIRM: "true", EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const session = await signUp(auth, {});
  const user = await changed(auth, session, { phone: NUMBER, email: ana.email, password: ana.password });
  assert.deepEqual([user.phone, user.email, user.is_anonymous], [NUMBER, ana.email, false]);
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email", "phone"] });
  assert.deepEqual(user.identities.map(({ provider }) => provider).toSorted(), ["email", "phone"]);
  assert.equal((await auth.post("/token?grant_type=password", { phone: NUMBER, password: ana.password })).status, 200);
});

test("PUT /user with a phone that is taken looks as with any other, and nobody gets a message", async () => {
  await using auth = await startTestAuth(PHONE);
  const { db } = auth.service.world;
  const session = await signUp(auth);
  const owner = await signUp(auth, { ...ana, email: "bob@example.com" });
  const like = await signUp(auth, { ...ana, email: "carol@example.com" });
  await db.run(sql`update users set phone = ${NUMBER} where id = ${owner.user.id}`);
  const changedUser = await changed(auth, session, { phone: NUMBER });
  const free = await changed(auth, like, { phone: OTHER });
  assert.deepEqual(Object.keys(changedUser), Object.keys(free));
  assert.deepEqual([changedUser.new_phone, (await read(auth, session)).new_phone], [NUMBER, NUMBER]);
  assert.deepEqual(
    (await messages(auth)).map(({ to }) => to),
    [OTHER],
  );
  assert.deepEqual(verdict(await put(auth, session, { phone: NUMBER })), [429, "over_sms_send_rate_limit"]);
  assert.deepEqual(verdict(await put(auth, like, { phone: OTHER })), [429, "over_sms_send_rate_limit"]);
});

test("PUT /user with a phone that is taken is refused with UPSTREAM_ANSWERS", async () => {
  await using auth = await startTestAuth({ ...PHONE, UPSTREAM_ANSWERS: "true" });
  const owner = await signUp(auth, { ...ana, email: "bob@example.com" });
  await auth.service.world.db.run(sql`update users set phone = ${NUMBER} where id = ${owner.user.id}`);
  const session = await signUp(auth);
  const reply = await put(auth, session, { phone: NUMBER });
  assert.deepEqual(verdict(reply), [422, "phone_exists"]);
  assert.equal((reply.body as { msg: string }).msg, "A user with this phone number has already been registered");
});
