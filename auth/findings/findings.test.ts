import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { AUTOCONFIRM } from "../account/testing.ts";
import { administrator, headersOf } from "../administrators/testing.ts";
import { shareTestAuth } from "../testing.ts";

const auth = shareTestAuth({ ...AUTOCONFIRM, RATE_LIMIT_EMAIL_SENT: "1000", URI_ALLOW_LIST: "https://app.example.com/**" });

interface ShownFinding {
  id: string;
  rule: string;
  severity: string;
  title: string;
  text: string;
  remedy: string;
  copy: string | null;
  docs: string;
  dismissed: { by: string; at: string; reason: string } | null;
}

async function findings(headers: Record<string, string> = auth.admin): Promise<ShownFinding[]> {
  const reply = await auth.get("/admin/findings", headers);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { findings: ShownFinding[] }).findings;
}

const findingOf = async (rule: string) => (await findings()).find((each) => each.rule === rule);
const verdict = ({ status, body }: Reply) => [status, (body as { error_code?: string } | null)?.error_code];
const because = (reason: string) => ({ ...auth.admin, "audit-reason": encodeURIComponent(reason) });

test("GET /admin/findings lists what should be changed, the worst first, in the language of the reader", async () => {
  const shown = await findings();
  const captcha = shown.find(({ rule }) => rule === "captcha_missing") ?? assert.fail("no captcha");
  assert.deepEqual(
    { ...captcha, text: undefined, remedy: undefined },
    {
      ...{ id: "captcha_missing", rule: "captcha_missing", severity: "warning", title: "Anybody may sign up, and programs too" },
      ...{ copy: "AUTHSVC_SECURITY_CAPTCHA_ENABLED=true", docs: "docs/auth_config.md#captcha", dismissed: null },
      ...{ text: undefined, remedy: undefined },
    },
  );
  const severities = shown.map(({ severity }) => ["error", "warning", "info"].indexOf(severity));
  assert.deepEqual(severities, severities.toSorted());
  const inPortuguese = await findings({ ...auth.admin, "accept-language": "pt-BR,en;q=0.5" });
  assert.equal(inPortuguese.find(({ id }) => id === "captcha_missing")?.title, "Qualquer um pode criar conta, também programas");
  assert.doesNotMatch(JSON.stringify(shown), /a secret for tests/);
});

test("GET /admin/findings tells of an operator's token that is old, once it was used, and not of one for each call", async () => {
  const { db, keys, config } = auth.service.world;
  auth.clock.advance(3601);
  const seconds = Math.floor(auth.clock.now().getTime() / 1000);
  const use = async (claims: object) => {
    const token = keys.sign({ role: "service_role", aud: config.jwtAud, ...claims });
    assert.equal((await auth.get("/admin/api-keys", { authorization: `Bearer ${token}` })).status, 200);
  };
  await db.run(sql`delete from operator_tokens`);
  await use({ sub: "short", iat: seconds - 400 * 86_400, exp: seconds - 400 * 86_400 + 401 * 86_400 });
  await use({ sub: "hourly", iat: seconds, exp: seconds + 3600 });
  await use({ sub: "year", iat: seconds - 400 * 86_400, exp: seconds + 1e15 });
  await use({ sub: "ageless", exp: seconds + 400 * 86_400 });
  const noted = await db.many<{ holder: string }>(sql`select holder from operator_tokens order by holder`);
  assert.deepEqual(
    noted.map(({ holder }) => holder),
    ["ageless", "short", "year"],
  );
  await use({ sub: "\0\ud800 hostile".repeat(99), iat: -1e15, exp: 1e300 });
  const old = (await findings()).filter(({ rule }) => rule === "operator_token_old");
  assert.equal(old.length, 5, "with that of this test, which is of 1970");
  assert.equal(new Set(old.map(({ id }) => id)).size, 5);
  assert.ok(old.some(({ text }) => text.includes("400 days old")) && old.some(({ text }) => text.includes("of unknown age")));
  assert.ok(old.every(({ id }) => /^operator_token_old:[0-9a-f]{12}$/.test(id)));
});

test("an operator's token is noted once an hour", async () => {
  const { db } = auth.service.world;
  const last = async () =>
    (await db.one<{ at: Date }>(sql`select max(last_used_at) as at from operator_tokens where holder = ''`)).at.getTime();
  await findings();
  const before = await last();
  auth.clock.advance(1800);
  await findings();
  assert.equal(await last(), before);
  auth.clock.advance(1801);
  await findings();
  assert.equal(await last(), auth.clock.now().getTime());
});

test("GET /admin/findings looks at administrators, keys, webhooks, messages and jobs", async () => {
  const { db, config } = auth.service.world;
  const now = auth.clock.now();
  const created = await auth.post("/admin/users", { email: "weak@example.com", email_confirm: true }, auth.admin);
  const { id } = created.body as { id: string };
  await db.run(sql`insert into server_grants (user_id, role, created_at) values (${id}, 'viewer', ${now})`);
  const key = await auth.post("/admin/api-keys", { name: "forgotten", rights: ["users:read"], expires_in_days: 90 }, auth.admin);
  const { id: keyId } = key.body as { id: string };
  await db.run(sql`update api_keys set created_at = ${new Date(now.getTime() - 40 * 86_400_000)} where id = ${keyId}`);
  const webhook = await auth.post("/admin/webhooks", { url: "https://hooks.example.com/x" }, auth.admin);
  const { id: webhookId } = webhook.body as { id: string };
  await db.run(sql`update webhooks set enabled = false, off_reason = 'gone', off_at = ${now} where id = ${webhookId}`);
  await db.run(sql`
    insert into outbox (id, kind, template, address_key, created_at, failed_at)
    values (gen_random_uuid(), 'mail', 'recovery', '', ${now}, ${now})`);
  await db.run(sql`select auth_jobs.add_job('housekeeping', '{}'::json, max_attempts => 1)`).catch(() => {});
  await db.run(sql`
    with job as (select from auth_jobs.add_job(identifier => 'deliver', payload => '{}', max_attempts => 1)) select from job`);
  await db.run(sql`update auth_jobs._private_jobs set attempts = max_attempts`);
  assert.equal(config.jobSchema, "auth_jobs");
  const ids = (await findings()).map((each) => each.id);
  for (const expected of [
    "administrators_without_factor",
    `api_key_unused:${keyId}`,
    `webhook_off:${webhookId}`,
    "messages_failed",
    "jobs_failed:deliver",
  ])
    assert.ok(ids.includes(expected), `${expected} of ${ids}`);
});

test("POST /admin/findings/:id/dismiss hides a finding with a reason, and /restore shows it again; both are in the log", async () => {
  const security = await administrator(auth, "security");
  const path = "/admin/findings/captcha_missing";
  const dismissed = await auth.post(`${path}/dismiss`, undefined, security.headers);
  assert.equal(dismissed.status, 200, dismissed.text);
  const { by, reason, at } = (dismissed.body as ShownFinding).dismissed ?? assert.fail("not dismissed");
  assert.deepEqual([by, reason, at], ["security@example.com", "asked for by phone, ticket 4711", auth.clock.now().toISOString()]);
  assert.deepEqual((await findingOf("captcha_missing"))?.dismissed, { by, reason, at });
  const again = await auth.post(`${path}/dismiss`, undefined, because("por trás de uma VPN"));
  assert.deepEqual((again.body as ShownFinding).dismissed?.reason, "por trás de uma VPN");
  const restored = await auth.post(`${path}/restore`, undefined, security.headers);
  assert.equal(restored.status, 200, restored.text);
  assert.equal((restored.body as ShownFinding).dismissed, null);
  assert.equal((await findingOf("captcha_missing"))?.dismissed, null);
  assert.deepEqual(verdict(await auth.post(`${path}/restore`, undefined, auth.admin)), [422, "finding_not_dismissed"]);
  const { acts } = (await auth.get("/admin/acts?limit=3", auth.admin)).body as {
    acts: { action: string; reason: string; traits: { finding: string } }[];
  };
  assert.deepEqual(
    acts.map((act) => [act.action, act.traits.finding]),
    [
      ["finding_restored", "captcha_missing"],
      ["finding_dismissed", "captcha_missing"],
      ["finding_dismissed", "captcha_missing"],
    ],
  );
});

test("a finding that is worse than when it was dismissed is shown again", async () => {
  const { db } = auth.service.world;
  await auth.post("/admin/findings/captcha_missing/dismiss", undefined, because("later"));
  await db.run(sql`update dismissed_findings set severity = 'info' where id = 'captcha_missing'`);
  assert.equal((await findingOf("captcha_missing"))?.dismissed, null);
  await auth.post("/admin/findings/captcha_missing/dismiss", undefined, because("now too"));
  assert.equal((await findingOf("captcha_missing"))?.dismissed?.reason, "now too");
});

test("what is no finding is not dismissed, nor is one without a reason, nor by somebody without the right", async () => {
  const dismiss = (id: string, headers: Record<string, string>) => auth.post(`/admin/findings/${id}/dismiss`, undefined, headers);
  for (const id of ["nothing", "mail_nowhere", "captcha_missing:x", "a%2Fb", "x".repeat(190)])
    assert.deepEqual(verdict(await dismiss(id, because("x"))), [404, "finding_not_found"], id);
  assert.deepEqual(verdict(await dismiss("captcha_missing", auth.admin)), [422, "reason_missing"]);
  const viewer = await administrator(auth, "viewer");
  assert.equal((await auth.get("/admin/findings", viewer.headers)).status, 200);
  for (const act of ["dismiss", "restore"])
    assert.deepEqual(verdict(await auth.post(`/admin/findings/captcha_missing/${act}`, undefined, viewer.headers)), [
      403,
      "right_missing",
    ]);
  const security = await administrator(auth, "security", "security2");
  assert.deepEqual(verdict(await dismiss("captcha_missing", headersOf(security.session, ""))), [422, "reason_missing"]);
  assert.deepEqual(verdict(await auth.get("/admin/findings")), [401, "no_authorization"]);
});
