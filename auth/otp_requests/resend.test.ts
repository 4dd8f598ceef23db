import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { ANA, acts, BAD_TEXTS, counted, errorCode, linkOf, onlyMessage, PHONE, person, refusals, users } from "./testing.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const messageId = ({ body }: { body: unknown }) => (body as { message_id: string }).message_id;
const withPhones = () => startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });

/** Somebody who has asked to move to another address; `open` are the confirmations that have not come in. */
async function mover(auth: TestAuth, { email = ANA as string | null, to = "new@example.com", open = ["new", "current"] } = {}) {
  const { db } = auth.service.world;
  const id = await person(auth, { email: email ?? "passing@example.com" });
  await db.run(
    sql`update users set email = ${email}, email_change = ${to}, email_change_sent_at = created_at - interval '1 hour' where id = ${id}`,
  );
  for (const side of open) {
    await db.run(sql`
      insert into one_time_tokens (user_id, purpose, relates_to, token_hash, code_mac, created_at, expires_at)
      select id, ${`email_change_${side}`}, ${side === "new" ? to : email}, sha256(${id + side}::text::bytea), '', created_at, created_at
        from users where id = ${id}`);
  }
  return id;
}

const recipients = async (auth: TestAuth) => (await auth.messages()).map(({ to }) => to).sort();

test("POST /resend of type signup sends the confirmation again with a new link, and names the message", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA }, false);
  auth.clock.advance(5);
  const reply = await auth.post("/resend?redirect_to=https://app.example.com/in", { type: "signup", email: "Ana@example.com" });
  assert.deepEqual([reply.status, Object.keys(reply.body as object)], [200, ["message_id"]]);
  const message = await onlyMessage(auth);
  assert.equal(message.id, messageId(reply));
  assert.equal(message.template, "confirmation");
  const link = await linkOf(auth, message);
  assert.deepEqual([link.type, link.redirectTo], ["signup", "https://app.example.com/in"]);
  assert.deepEqual((await users(auth))[0]?.confirmation_sent_at, auth.clock.now());
  assert.deepEqual(await acts(auth), ["user_confirmation_requested"]);
});

test("POST /resend answers alike where nothing waits: an unknown address, a confirmed one, no change under way", async () => {
  await using auth = await withPhones();
  await person(auth, { email: ANA });
  await person(auth, { phone: PHONE });
  const before = await users(auth);
  const calls = [
    ...["signup", "email_change"].flatMap((type) => [ANA, "bob@example.com"].map((email) => ({ type, email }))),
    ...["sms", "phone_change"].flatMap((type, index) => [PHONE, "15550001111"].map((phone) => ({ type, phone, index }))),
  ];
  const ids = new Set<string>();
  const statements: number[] = [];
  for (const call of calls) {
    if ("phone" in call && call.index === 1) auth.clock.advance(60);
    const reply = await counted(auth, "/resend", call);
    statements.push(reply.statements);
    assert.deepEqual([reply.status, Object.keys(reply.body as object)], [200, ["message_id"]]);
    assert.match(messageId(reply), UUID);
    ids.add(messageId(reply));
    const again = await auth.post("/resend", call);
    assert.deepEqual(
      [again.status, errorCode(again)],
      [429, "phone" in call ? "over_sms_send_rate_limit" : "over_email_send_rate_limit"],
    );
  }
  assert.equal(ids.size, calls.length);
  assert.equal(new Set(statements).size, 1, String(statements));
  assert.deepEqual([await auth.messages(), await acts(auth), await users(auth)], [[], [], before]);
});

test("POST /resend keeps the pause of 900 s for confirmations that POST /signup began", async () => {
  await using auth = await startTestAuth();
  await auth.post("/signup", { email: ANA, password: "correct horse" });
  const resend = () => auth.post("/resend", { type: "signup", email: ANA });
  auth.clock.advance(899);
  assert.equal((await resend()).status, 429);
  auth.clock.advance(1);
  assert.equal((await resend()).status, 200);
  const [first, second] = await auth.messages();
  assert.ok(first && second);
  await linkOf(auth, second);
  await assert.rejects(linkOf(auth, first));
});

test("POST /resend of type email_change asks both addresses again, each with its own link", async () => {
  await using auth = await startTestAuth();
  await mover(auth);
  const reply = await auth.post("/resend", { type: "email_change", email: ANA });
  assert.equal(reply.status, 200);
  assert.deepEqual(await recipients(auth), [ANA, "new@example.com"]);
  for (const message of await auth.messages()) {
    assert.deepEqual(
      [message.template, message.variables.email, message.variables.newEmail],
      ["email_change", ANA, "new@example.com"],
    );
    assert.equal((await linkOf(auth, message)).type, "email_change");
    if (message.to === "new@example.com") assert.equal(message.id, messageId(reply));
  }
  const [user] = await users(auth);
  assert.deepEqual([user?.email, user?.email_change_sent_at], [ANA, auth.clock.now()]);
  assert.deepEqual(await acts(auth), ["user_confirmation_requested"]);
  const jobs = await auth.service.world.db.many(sql`select key from auth_jobs.jobs`);
  const keys = new Set(jobs.map((job) => (job as { key: string }).key));
  for (const { id } of await auth.messages()) assert.ok(keys.has(id));
});

test("POST /resend of type email_change asks only who has not confirmed, and nobody twice for what is settled", async () => {
  for (const [open, variables, expected] of [
    [["new"], {}, ["new@example.com"]],
    [["current"], {}, [ANA]],
    [[], {}, [ANA, "new@example.com"]],
    [[], { MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" }, ["new@example.com"]],
  ] as const) {
    await using auth = await startTestAuth(variables);
    await mover(auth, { open: [...open] });
    assert.equal((await auth.post("/resend", { type: "email_change", email: ANA })).status, 200);
    assert.deepEqual(await recipients(auth), expected);
    const tokens = await auth.service.world.db.many<{ relates_to: string }>(sql`select relates_to from one_time_tokens`);
    assert.deepEqual(tokens.map((token) => token.relates_to).sort(), expected);
  }
});

test("POST /resend of type email_change also finds by the new address, but whose own address it is comes first", async () => {
  await using auth = await startTestAuth();
  await mover(auth, { email: null, to: "new@example.com", open: ["new"] });
  await auth.post("/resend", { type: "email_change", email: "new@example.com" });
  assert.equal((await onlyMessage(auth)).to, "new@example.com");
  await mover(auth, { email: "new@example.com", to: "third@example.com" });
  await auth.post("/resend", { type: "email_change", email: "new@example.com" });
  assert.deepEqual(await recipients(auth), ["new@example.com", "third@example.com"]);
});

test("POST /resend with PKCE keeps a challenge for each link", async () => {
  await using auth = await startTestAuth();
  await mover(auth);
  const challenge = { code_challenge: "c".repeat(43), code_challenge_method: "s256" };
  await auth.post("/resend", { type: "email_change", email: ANA, ...challenge });
  const flows = await auth.service.world.db.many(sql`
    select purpose, authentication_method from flow_states flow join one_time_tokens token on flow.id = token.flow_state_id
     order by purpose`);
  const method = { authentication_method: "email_change" };
  assert.deepEqual(flows, [
    { purpose: "email_change_current", ...method },
    { purpose: "email_change_new", ...method },
  ]);
});

test("POST /resend of type sms texts a new code to a number that waits for confirmation", async () => {
  await using auth = await withPhones();
  await person(auth, { phone: PHONE }, false);
  const reply = await auth.post("/resend", { type: "sms", phone: `+${PHONE}` });
  assert.equal(reply.status, 200);
  const message = await onlyMessage(auth);
  assert.deepEqual([message.id, message.kind, message.to], [messageId(reply), "sms", PHONE]);
  assert.deepEqual(await acts(auth), ["user_confirmation_requested"]);
});

test("POST /resend of type phone_change texts the new number, whichever of the two is named", async () => {
  for (const naming of [PHONE, "15550001111"]) {
    await using auth = await withPhones();
    await person(auth, { phone: PHONE });
    const { db } = auth.service.world;
    await db.run(sql`update users set phone_change = '15550001111', phone_change_sent_at = created_at - interval '1 hour'`);
    await db.run(sql`
      insert into one_time_tokens (user_id, purpose, relates_to, token_hash, code_mac, created_at, expires_at)
      select id, 'phone_change', phone_change, '', '', created_at, created_at from users`);
    const reply = await auth.post("/resend", { type: "phone_change", phone: naming });
    const message = await onlyMessage(auth);
    assert.deepEqual([message.id, message.kind, message.to], [messageId(reply), "sms", "15550001111"]);
    const tokens = await db.many(sql`select purpose, relates_to from one_time_tokens where expires_at > created_at`);
    assert.deepEqual(tokens, [{ purpose: "phone_change", relates_to: "15550001111" }]);
    const [user] = await users(auth);
    assert.deepEqual(user?.phone_change_sent_at, auth.clock.now());
  }
});

test("POST /resend keeps a user's pause for a change, whichever address is named, and says nothing of it", async () => {
  await using auth = await startTestAuth();
  await mover(auth);
  const { db } = auth.service.world;
  await db.run(sql`update users set email_change_sent_at = ${auth.clock.now()}`);
  auth.clock.advance(59);
  assert.equal((await auth.post("/resend", { type: "email_change", email: "new@example.com" })).status, 200);
  assert.deepEqual([await auth.messages(), await acts(auth)], [[], []]);
  auth.clock.advance(1);
  assert.equal((await auth.post("/resend", { type: "email_change", email: ANA })).status, 200);
  assert.deepEqual(await recipients(auth), [ANA, "new@example.com"]);
});

test("POST /resend of a change to an address that is taken shows no difference, and its owner gets no link", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: "taken@example.com" });
  const id = await mover(auth, { to: "taken@example.com" });
  const reply = await auth.post("/resend", { type: "email_change", email: ANA });
  assert.equal(reply.status, 200);
  const notice = (await auth.messages()).find(({ to }) => to === "taken@example.com");
  assert.deepEqual([notice?.template, notice?.variables], ["address_taken", { email: "taken@example.com" }]);
  assert.equal(notice?.id, messageId(reply));
  assert.deepEqual(await recipients(auth), [ANA, "taken@example.com"]);
  const owner = (await users(auth)).find((user) => user.id === id);
  assert.deepEqual(owner?.email_change_sent_at, auth.clock.now());
  const tokens = await auth.service.world.db.one(sql`select count(*) from one_time_tokens where expires_at > created_at`);
  assert.deepEqual(tokens, { count: 2 });
});

test("POST /resend of a change to a number that is taken texts nobody, and notes the time as for any other", async () => {
  await using auth = await withPhones();
  await person(auth, { phone: "15550001111" });
  const id = await person(auth, { phone: PHONE });
  await auth.service.world.db.run(sql`update users set phone_change = '15550001111' where id = ${id}`);
  const reply = await auth.post("/resend", { type: "phone_change", phone: PHONE });
  assert.equal(reply.status, 200);
  assert.match(messageId(reply), UUID);
  assert.deepEqual(await auth.messages(), []);
  const mover = (await users(auth)).find((user) => user.id === id);
  assert.deepEqual(mover?.phone_change_sent_at, auth.clock.now());
  assert.deepEqual(await acts(auth), ["user_confirmation_requested"]);
});

test("of 50 calls of POST /resend at once one gets through", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_OTP: "0" });
  await person(auth, { email: ANA }, false);
  const replies = await Promise.all(Array.from({ length: 50 }, () => auth.post("/resend", { type: "signup", email: ANA })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(49).fill(429)]);
  await onlyMessage(auth);
});

test("POST /resend refuses what is no call, and nothing changes", async () => {
  await using auth = await withPhones();
  await person(auth, { email: ANA }, false);
  await refusals(auth, "/resend", [
    ...["", "{", {}, { type: "signup" }, { email: "" }, { type: null, email: "ana" }, { type: "signup", email: null }],
    ...[...BAD_TEXTS, "", "SIGNUP", "recovery", "magiclink", "toString"].map((type) => ({ type, email: ANA })),
    ...BAD_TEXTS.flatMap((bad) => [
      { type: "signup", email: bad },
      { type: "sms", phone: bad },
    ]),
    { type: "signup", email: ANA, phone: PHONE },
    { type: "signup", email: "ana" },
    { type: "phone_change", phone: "0123" },
    { type: "signup", email: ANA, code_challenge: "c".repeat(43) },
  ]);
  const answer = async (body: object) => ((await auth.post("/resend", body)).body as { msg: string }).msg;
  const types = "Missing one of these types: signup, email_change, sms, phone_change";
  assert.deepEqual([await answer({}), await answer({ type: "invite", email: ANA })], [types, types]);
  for (const type of ["signup", "email_change"])
    assert.equal(await answer({ type, phone: PHONE }), "Type provided requires an email address");
  for (const type of ["sms", "phone_change"])
    assert.equal(await answer({ type, email: ANA }), "Type provided requires a phone number");
  assert.equal(await answer({ type: "sms" }), "Missing email address or phone number");
});

test("POST /resend without a type sends what confirms the address, as gotrue-go asks for it", async () => {
  await using auth = await withPhones();
  await person(auth, { email: ANA }, false);
  await person(auth, { phone: PHONE }, false);
  assert.deepEqual(
    [(await auth.post("/resend", { email: ANA })).status, (await auth.post("/resend", { phone: PHONE })).status],
    [200, 200],
  );
  assert.deepEqual(
    (await auth.messages()).map(({ kind, to }) => [kind, to]),
    [
      ["mail", ANA],
      ["sms", PHONE],
    ],
  );
});

test("POST /resend is refused for a kind of address that is switched off", async () => {
  await using auth = await startTestAuth({ EXTERNAL_EMAIL_ENABLED: "false", EXTERNAL_PHONE_ENABLED: "false" });
  const mail = await auth.post("/resend", { type: "signup", email: ANA });
  const text = await auth.post("/resend", { type: "sms", phone: PHONE });
  assert.deepEqual([mail.status, errorCode(mail)], [400, "email_provider_disabled"]);
  assert.deepEqual([text.status, errorCode(text)], [400, "phone_provider_disabled"]);
});
