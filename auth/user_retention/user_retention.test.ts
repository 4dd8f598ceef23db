// The rules about accounts that nobody uses: whom they mean, whom never, and what is told before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, ana, signIn, signUp, verdict } from "../account/testing.ts";
import { administrator, grantRole } from "../administrators/testing.ts";
import { readAuthConfig } from "../config.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { applyRetention } from "./apply.ts";

const DAY = 86_400;

const apply = ({ service: { world }, clock }: TestAuth) => applyRetention(world, world.log, clock.now());
const bans = async (auth: TestAuth) =>
  (
    await auth.service.world.db.many<{ email: string | null }>(
      sql`select email from users where banned_until > ${auth.clock.now()} order by email`,
    )
  ).map(({ email }) => email);
const emails = async (auth: TestAuth) =>
  (await auth.service.world.db.many<{ email: string | null }>(sql`select email from users order by email`)).map(
    ({ email }) => email,
  );
const create = async (auth: TestAuth, name: string, more: object = {}) => {
  const reply = await auth.post("/admin/users", { email: `${name}@example.com`, password: "correct horse", ...more }, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { id: string }).id;
};
const preview = async (auth: TestAuth, query = "") => {
  const reply = await auth.get(`/admin/retention${query}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  const { unconfirmed, dormant } = reply.body as Record<
    "unconfirmed" | "dormant",
    { count: number; sample: { email: string }[] }
  >;
  return { unconfirmed, dormant };
};

test("without the rules nothing happens; the preview counts whom others values would mean, and changes nothing", async () => {
  await using auth = await startTestAuth();
  await create(auth, "never");
  await create(auth, "used", { email_confirm: true });
  auth.clock.advance(400 * DAY);
  await apply(auth);
  assert.deepEqual(await emails(auth), ["never@example.com", "used@example.com"]);
  assert.deepEqual((await preview(auth)).unconfirmed.count, 0);
  const { unconfirmed, dormant } = await preview(auth, "?unconfirmed_days=30&dormant_days=365");
  assert.deepEqual([unconfirmed.count, unconfirmed.sample[0]?.email], [1, "never@example.com"]);
  assert.deepEqual([dormant.count, dormant.sample[0]?.email], [1, "used@example.com"]);
  assert.deepEqual(await bans(auth), []);
  for (const query of ["?dormant_days=29", "?dormant_days=-1", "?unconfirmed_days=4000", "?sso=yes"])
    assert.deepEqual(verdict(await auth.get(`/admin/retention${query}`, auth.admin)), [400, "validation_failed"], query);
});

test("who never confirmed is deleted after so many days, and is named in the log; nobody who has a way in, a role or a later invitation", async () => {
  await using auth = await startTestAuth({ RETENTION_UNCONFIRMED_DAYS: "30", EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const { db } = auth.service.world;
  await create(auth, "never");
  await create(auth, "confirmed", { email_confirm: true });
  await create(auth, "banned", { ban_duration: "90000h" });
  await create(auth, "operator", { role: "service_role" });
  await grantRole(auth, await create(auth, "viewer"), "viewer");
  const linked = await create(auth, "linked");
  await db.run(sql`insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
                   values (gen_random_uuid(), 'google', '1', ${linked}, '{}', now(), now())`);
  assert.equal((await auth.post("/signup", {})).status, 200);
  const invited = await create(auth, "invited");
  auth.clock.advance(29 * DAY);
  await db.run(sql`update users set invited_at = ${auth.clock.now()} where id = ${invited}`);
  await apply(auth);
  assert.equal((await emails(auth)).length, 8);
  auth.clock.advance(2 * DAY);
  await apply(auth);
  const left = ["banned", "confirmed", "invited", "linked", "operator", "viewer"].map((name) => `${name}@example.com`);
  assert.deepEqual(await emails(auth), [...left, null]);
  const audit = (await auth.get("/admin/audit?action=user_deleted", auth.admin)).body as { payload: Record<string, unknown> }[];
  assert.equal(audit.length, 1);
  const entry = audit[0]?.payload as { actor_username: string; traits: Record<string, unknown> };
  assert.deepEqual(
    [entry.actor_username, entry.traits.user_email, entry.traits.rule, entry.traits.days],
    ["housekeeping", "never@example.com", "unconfirmed", 30],
  );
  const { runs } = (await auth.get("/admin/maintenance", auth.admin)).body as { runs: { removed: object }[] };
  assert.deepEqual(runs[0]?.removed, { unconfirmed_users: 1 });
});

test("anonymous users whom nobody uses are deleted only where that is said", async () => {
  const rule = {
    RETENTION_UNCONFIRMED_DAYS: "30",
    RETENTION_ANONYMOUS_ENABLED: "true",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  };
  await using auth = await startTestAuth(rule);
  await auth.post("/signup", {});
  const other = (await auth.post("/signup", {})).body as { refresh_token: string };
  auth.clock.advance(20 * DAY);
  assert.equal((await auth.post("/token?grant_type=refresh_token", { refresh_token: other.refresh_token })).status, 200);
  auth.clock.advance(11 * DAY);
  await apply(auth);
  assert.equal((await emails(auth)).length, 1, "who renewed a session is in use");
});

test("dormant users are told by mail, and banned when it is due unless they come back; administrators and single sign-on never", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, RETENTION_DORMANT_DAYS: "90", JWT_EXP: "1h" });
  const { db } = auth.service.world;
  const boss = await administrator(auth, "viewer", "boss");
  assert.ok(boss.id);
  await signUp(auth, ana);
  await create(auth, "back", { email_confirm: true });
  await create(auth, "gone", { email_confirm: true });
  await db.run(sql`insert into users (id, aud, role, sso_email, created_at, updated_at, email_confirmed_at)
                   values (gen_random_uuid(), 'a', 'authenticated', 'sso@example.com', ${auth.clock.now()}, now(), now())`);
  auth.clock.advance(70 * DAY);
  await signIn(auth, ana);
  auth.clock.advance(7 * DAY);
  await apply(auth);
  const mails = (await auth.messages()).filter(({ template }) => template === "account_dormant");
  const due = new Date(auth.clock.now().getTime() + 14 * DAY * 1000).toISOString().slice(0, 10);
  assert.deepEqual(mails.map(({ to, variables }) => [to, variables.day]).sort(), [
    ["back@example.com", due],
    ["gone@example.com", due],
  ]);
  await apply(auth);
  assert.equal((await auth.messages()).filter(({ template }) => template === "account_dormant").length, 2, "once");
  auth.clock.advance(10 * DAY);
  await signIn(auth, { email: "back@example.com", password: "correct horse" });
  auth.clock.advance(3 * DAY);
  await apply(auth);
  assert.deepEqual(await bans(auth), [], "a day before it is due");
  auth.clock.advance(2 * DAY);
  await apply(auth);
  assert.deepEqual(await bans(auth), ["gone@example.com"]);
  assert.deepEqual(
    verdict(await auth.post("/token?grant_type=password", { email: "gone@example.com", password: "correct horse" })),
    [400, "user_banned"],
  );
  const audit = (await auth.get("/admin/audit?action=user_banned", auth.admin)).body as { payload: { traits: object } }[];
  assert.equal(audit.length, 1);
  const notices = await db.one<{ count: number }>(sql`select count(*)::int as count from retention_notices`);
  assert.equal(notices.count, 0);
});

test("who signs in by a company is dormant too where that is said; the notice is as long as set, and not mailed where that is off", async () => {
  await using auth = await startTestAuth({
    ...AUTOCONFIRM,
    RETENTION_DORMANT_DAYS: "90",
    RETENTION_NOTICE_DAYS: "5",
    RETENTION_SSO_ENABLED: "true",
    MAILER_NOTIFICATIONS_ACCOUNT_DORMANT_ENABLED: "false",
  });
  await create(auth, "gone", { email_confirm: true });
  await auth.service.world.db.run(sql`
    insert into users (id, aud, role, sso_email, created_at, updated_at, email_confirmed_at)
    values (gen_random_uuid(), 'a', 'authenticated', 'sso@example.com', ${auth.clock.now()}, now(), now())`);
  auth.clock.advance(86 * DAY);
  await apply(auth);
  auth.clock.advance(4 * DAY);
  await apply(auth);
  assert.deepEqual(await bans(auth), [], "the notice is not over");
  auth.clock.advance(2 * DAY);
  await apply(auth);
  assert.deepEqual(await bans(auth), ["gone@example.com", null]);
  assert.deepEqual(
    (await auth.messages()).filter(({ template }) => template === "account_dormant"),
    [],
  );
});

test("a rule of less than 30 dormant days is refused at start", () => {
  const { faults } = readAuthConfig({ AUTHSVC_RETENTION_DORMANT_DAYS: "7" });
  assert.ok(
    faults.some((line) => line.includes("AUTHSVC_RETENTION_DORMANT_DAYS") && line.includes("30")),
    faults.join("\n"),
  );
});
