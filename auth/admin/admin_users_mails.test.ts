import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bearer, verdict } from "../account/testing.ts";
import { administrator, REASON } from "../administrators/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { asAdmin, stateOf, userOf } from "./testing.ts";

interface Mail {
  id: string;
  kind: string;
  template: string;
  created_at: string;
  state: string;
  attempts: number;
  error: string | null;
  sent_at: string | null;
}

async function mailsOf(auth: TestAuth, id: string): Promise<Mail[]> {
  const reply = await auth.get(`/admin/users/${id}/mails`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { mails: Mail[] }).mails;
}

const send = (auth: TestAuth, id: string, template: unknown, headers: Record<string, string> = auth.admin) =>
  auth.post(`/admin/users/${id}/mails`, { template }, headers);

const make = async (auth: TestAuth, fields: object = {}) =>
  userOf(await asAdmin(auth).post("/admin/users", { email: "ana@example.com", password: "correct horse", ...fields }));

test("GET /admin/users/:id/mails says of each message what became of it, and nothing of what is in it", async () => {
  await using auth = await startTestAuth();
  const { id } = await make(auth, { email_confirm: true });
  assert.deepEqual(await mailsOf(auth, id), []);
  const reply = await send(auth, id, "recovery");
  const [mail] = await mailsOf(auth, id);
  assert.deepEqual(reply.body, mail);
  assert.deepEqual(
    { ...mail, id: "" },
    {
      ...{ id: "", kind: "mail", template: "recovery", created_at: auth.clock.now().toISOString(), state: "waiting" },
      ...{ attempts: 0, error: null, sent_at: null },
    },
  );
  const [message] = await auth.messages();
  const { text } = await auth.get(`/admin/users/${id}/mails`, auth.admin);
  for (const secret of [message?.variables.token, message?.variables.tokenHash, "http", "example.com"])
    assert.ok(!text.includes(String(secret)), secret);

  const { db } = auth.service.world;
  const becomes = async (columns: ReturnType<typeof sql>) => {
    await db.run(sql`update outbox set ${columns}`);
    const [{ state, error, sent_at: sentAt, attempts } = {} as Mail] = await mailsOf(auth, id);
    return [state, error, sentAt, attempts];
  };
  const now = auth.clock.now();
  assert.deepEqual(await becomes(sql`attempts = 2, last_error = 'busy'`), ["waiting", "busy", null, 2]);
  assert.deepEqual(await becomes(sql`expires_at = ${now}`), ["expired", "busy", null, 2]);
  assert.deepEqual(await becomes(sql`failed_at = ${now}, last_error = 'expired'`), ["expired", "expired", null, 2]);
  assert.deepEqual(await becomes(sql`last_error = '550 no such user'`), ["failed", "550 no such user", null, 2]);
  const sent = sql`failed_at = null, last_error = null, delivered_at = ${now}`;
  assert.deepEqual(await becomes(sent), ["sent", null, now.toISOString(), 2]);
});

test("GET /admin/users/:id/mails lists the user's own, text messages too, newest first", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  const { id } = await make(auth, { email_confirm: true, phone: "5511988887777", phone_confirm: true });
  const other = await make(auth, { email: "bob@example.com" });
  await auth.post("/otp", { phone: "5511988887777" });
  auth.clock.advance(1);
  await auth.post("/recover", { email: "ana@example.com" });
  await auth.post("/resend", { type: "signup", email: "bob@example.com" });
  assert.deepEqual(
    (await mailsOf(auth, id)).map(({ kind, template }) => [kind, template]),
    [
      ["mail", "recovery"],
      ["sms", "code"],
    ],
  );
  assert.deepEqual(
    (await mailsOf(auth, other.id)).map(({ template }) => template),
    ["confirmation"],
  );
});

test("POST /admin/users/:id/mails sends each mail as its public endpoint would, and its link works", async () => {
  for (const [template, confirmed, sent, type, action] of [
    ["recovery", true, "recovery", "recovery", "user_recovery_requested"],
    ["recovery", false, "recovery", "recovery", "user_recovery_requested"],
    ["magic_link", true, "magic_link", "magiclink", "user_recovery_requested"],
    ["magic_link", false, "confirmation", "signup", "user_confirmation_requested"],
    ["confirmation", false, "confirmation", "signup", "user_confirmation_requested"],
    ["invite", false, "invite", "invite", "user_invited"],
  ] as const) {
    await using auth = await startTestAuth();
    const { id } = await make(auth, { email_confirm: confirmed, user_metadata: { locale: "pt" } });
    const reply = await auth.post(
      `/admin/users/${id}/mails?redirect_to=https://app.example.com/x`,
      { template },
      { ...auth.admin, "audit-reason": "asked", "accept-language": "de" },
    );
    assert.equal(reply.status, 200, reply.text);
    assert.equal((reply.body as Mail).template, sent);
    const [message] = await auth.messages();
    const { to, variables } = message as { to: string; variables: Record<string, unknown> };
    assert.deepEqual([to, variables.languages], ["ana@example.com", undefined], "the administrator's language says nothing");
    const link = new URL(String(variables.confirmationUrl)).searchParams;
    assert.deepEqual([link.get("type"), link.get("redirect_to")], [type, "https://app.example.com/x"]);
    const { acts } = (await auth.get("/admin/acts?limit=1", auth.admin)).body as { acts: Record<string, unknown>[] };
    assert.deepEqual([acts[0]?.action, acts[0]?.user_id, acts[0]?.reason], [action, id, "asked"]);
    const verified = await auth.post("/verify", { type, token_hash: variables.tokenHash });
    assert.equal(verified.status, 200, verified.text);
    const user = (await auth.get("/user", bearer(verified.body as never))).body as Record<string, unknown>;
    assert.deepEqual([user.id, typeof user.email_confirmed_at], [id, "string"]);
    // Whoever signed up may not own the address: their password outlives only what they asked for themselves.
    const again = await auth.post("/token?grant_type=password", { email: "ana@example.com", password: "correct horse" });
    assert.equal(again.status, confirmed || template === "confirmation" ? 200 : 400, template);
  }
});

test("POST /admin/users/:id/mails keeps the pauses and budgets of the public endpoints", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_EMAIL_SENT: "3" });
  const { id } = await make(auth, { email_confirm: true });
  assert.equal((await send(auth, id, "recovery")).status, 200);
  for (const template of ["recovery", "magic_link"]) {
    const reply = await send(auth, id, template);
    assert.deepEqual(verdict(reply), [429, "over_email_send_rate_limit"], template);
    assert.equal(reply.headers["retry-after"], "60");
  }
  assert.deepEqual(verdict(await auth.post("/recover", { email: "ana@example.com" })), [429, "over_email_send_rate_limit"]);
  auth.clock.advance(60);
  assert.equal((await send(auth, id, "magic_link")).status, 200);
  const bob = await make(auth, { email: "bob@example.com" });
  assert.equal((await send(auth, bob.id, "invite")).status, 200);
  assert.deepEqual(verdict(await send(auth, bob.id, "invite")), [429, "over_email_send_rate_limit"], "the pause");
  assert.deepEqual(verdict(await send(auth, bob.id, "recovery")), [429, "over_email_send_rate_limit"], "the budget");
});

test("POST /admin/users/:id/mails refuses whom no mail would help, and changes nothing", async () => {
  await using auth = await startTestAuth({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const admin = asAdmin(auth);
  const confirmed = await make(auth, { email_confirm: true });
  const phoned = await make(auth, { email: undefined, phone: "5511988887777" });
  const banned = await make(auth, { email: "banned@example.com", ban_duration: "1h" });
  const deleted = await make(auth, { email: "deleted@example.com" });
  await admin.delete(`/admin/users/${deleted.id}`, { should_soft_delete: true });
  const managed = await make(auth, { email: "sso@example.com" });
  await auth.service.world.db.run(sql`update users set email = null, sso_email = 'sso@example.com' where id = ${managed.id}`);
  const before = await stateOf(auth);
  for (const [user, template, expected] of [
    [confirmed, "confirmation", [422, "email_already_confirmed"]],
    [confirmed, "invite", [422, "email_already_confirmed"]],
    [phoned, "recovery", [422, "email_missing"]],
    [banned, "recovery", [422, "user_banned"]],
    [deleted, "recovery", [422, "user_deleted"]],
    [managed, "recovery", [422, "user_sso_managed"]],
    [confirmed, "email_change", [400, "validation_failed"]],
    [confirmed, undefined, [400, "validation_failed"]],
    [confirmed, 7, [400, "validation_failed"]],
  ] as const)
    assert.deepEqual(verdict(await send(auth, user.id, template)), expected, `${user.email} ${template}`);
  assert.equal(await stateOf(auth), before);
});

test("POST /admin/users/:id/mails sends nothing where that way in is switched off", async () => {
  await using auth = await startTestAuth({ EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: "false" });
  const { id } = await make(auth, { email_confirm: true });
  assert.deepEqual(verdict(await send(auth, id, "magic_link")), [422, "email_provider_disabled"]);
  assert.equal((await send(auth, id, "recovery")).status, 200);
  await using closed = await startTestAuth({ EXTERNAL_EMAIL_ENABLED: "false" });
  const other = await make(closed, { email_confirm: true });
  assert.deepEqual(verdict(await send(closed, other.id, "recovery")), [422, "email_provider_disabled"]);
});

test("support may send mails, and viewers may not", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const [support, viewer] = [await administrator(auth, "support"), await administrator(auth, "viewer")];
  const { id } = await make(auth, { email_confirm: true });
  assert.deepEqual(verdict(await send(auth, id, "recovery", viewer.headers)), [403, "right_missing"]);
  assert.equal((await send(auth, id, "recovery", support.headers)).status, 200);
  const { acts } = (await auth.get("/admin/acts?limit=1", auth.admin)).body as { acts: { reason: string }[] };
  assert.equal(acts[0]?.reason, REASON);
});
