import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { AUTOCONFIRM, acts, ana, bearer, messages, signUp, type TestSession, verdict } from "./testing.ts";

const ask = (auth: TestAuth, session: TestSession) => auth.get("/reauthenticate", bearer(session));

test("GET /reauthenticate mails a code without a link, and answers with nothing", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth, { ...ana, data: { name: "Ana" } });
  auth.clock.advance(1);
  const reply = await ask(auth, session);
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  const mails = await messages(auth);
  assert.deepEqual(
    mails.map(({ template, to, is_under_way: isUnderWay }) => [template, to, isUnderWay]),
    [["reauthentication", ana.email, true]],
  );
  assert.match(mails[0]?.variables.token ?? "", /^\d{6}$/);
  assert.deepEqual(Object.keys(mails[0]?.variables ?? {}), ["email", "token", "data"]);
  assert.deepEqual((await acts(auth)).slice(1), ["user_reauthenticate_requested"]);
  const user = (await auth.get("/user", bearer(session))).body as { reauthentication_sent_at: string };
  assert.equal(user.reauthentication_sent_at, auth.clock.now().toISOString());
});

test("GET /reauthenticate sends an SMS to users who have no email", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", SMS_AUTOCONFIRM: "true" });
  const session = await signUp(auth, { phone: "15551234567", password: ana.password });
  assert.equal((await ask(auth, session)).status, 200);
  assert.deepEqual(
    (await messages(auth)).map(({ kind, to }) => [kind, to]),
    [["sms", "15551234567"]],
  );
  auth.clock.advance(59);
  assert.deepEqual(verdict(await ask(auth, session)), [429, "over_sms_send_rate_limit"]);
  await auth.service.world.db.run(sql`update users set phone_confirmed_at = null`);
  assert.deepEqual(verdict(await ask(auth, session)), [422, "phone_not_confirmed"]);
});

test("GET /reauthenticate waits between two mails", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  await ask(auth, session);
  auth.clock.advance(59);
  const reply = await ask(auth, session);
  assert.deepEqual([...verdict(reply), reply.headers["retry-after"]], [429, "over_email_send_rate_limit", "1"]);
  auth.clock.advance(1);
  assert.equal((await ask(auth, session)).status, 200);
  assert.equal((await messages(auth)).length, 2);
});

test("GET /reauthenticate needs a confirmed address", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  assert.deepEqual(verdict(await ask(auth, await signUp(auth, {}))), [400, "validation_failed"]);
  const session = await signUp(auth);
  await auth.service.world.db.run(sql`update users set email_confirmed_at = null`);
  assert.deepEqual(verdict(await ask(auth, session)), [422, "email_not_confirmed"]);
  assert.deepEqual(await messages(auth), []);
});
