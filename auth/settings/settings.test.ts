// Settings that are stored, and count while the service runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import { AUTOCONFIRM, verdict } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { shareTestAuth, startTestAuth, type TestAuth } from "../testing.ts";
import { change, patch, readSettings, setting, startReplica } from "./testing.ts";

const auth = shareTestAuth({ ...AUTOCONFIRM, JWT_EXP: "1800" });

const SHORT = { email: "short@example.com", password: "seven77" };
const signUp = (to: TestAuth, password = SHORT.password) =>
  to.post("/signup", { email: `${crypto.randomUUID()}@example.com`, password });
const problemOf = ({ body }: Reply) => (body as { msg: string }).msg;

test("GET /admin/settings says what counts and where it comes from", async () => {
  const { version, enabled, fits, pending } = await readSettings(auth);
  assert.deepEqual({ version, enabled, fits, pending }, { version: 0, enabled: true, fits: true, pending: null });
  const locked = await setting(auth, "JWT_EXP");
  assert.deepEqual(
    [locked.value, locked.source, locked.locked, locked.variable],
    ["1800", "environment", true, "AUTHSVC_JWT_EXP"],
  );
  const open = await setting(auth, "PASSWORD_MIN_LENGTH");
  assert.deepEqual([open.value, open.source, open.locked, open.default], [null, "default", false, "6"]);
});

test("GET /admin/settings leaves out what only the environment sets", async () => {
  const { settings } = await readSettings(auth);
  const names = settings.map(({ name }) => name);
  for (const name of ["DB_DATABASE_URL", "JWT_SECRET", "SECRET_KEY", "API_PORT", "SMS_TEST_OTP", "WEBHOOK_ALLOWED_HOSTS"])
    assert.ok(!names.includes(name), name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes("EXTERNAL_GOOGLE_SECRET") && names.includes("HOOK_SEND_EMAIL_URI"));
});

test("PATCH /admin/settings counts at once, and on another replica within a second", async () => {
  await using replica = await startReplica(auth);
  assert.equal((await signUp(auth)).status, 200);
  const { version, changes, confirm_before } = await change(auth, { PASSWORD_MIN_LENGTH: "10" });
  assert.deepEqual(changes, { PASSWORD_MIN_LENGTH: { before: null, after: "10" } });
  assert.equal(confirm_before, null);
  assert.equal((await signUp(auth)).status, 422);
  await until("the replica to follow", () => replica.world.settings.version === version, 1_000);
  assert.equal(replica.world.config.passwordMinLength, 10);
  const shown = await setting(auth, "PASSWORD_MIN_LENGTH");
  assert.deepEqual([shown.value, shown.source, shown.stored], ["10", "settings", true]);
  await change(auth, { PASSWORD_MIN_LENGTH: null });
  assert.equal((await signUp(auth)).status, 200);
});

test("PATCH /admin/settings counts at the next start too", async () => {
  await change(auth, { PASSWORD_MIN_LENGTH: "12" });
  await using replica = await startReplica(auth);
  assert.equal(replica.world.config.passwordMinLength, 12);
  await change(auth, { PASSWORD_MIN_LENGTH: null });
});

test("PATCH /admin/settings changes nothing where the environment has the variable", async () => {
  const reply = await patch(auth, { JWT_EXP: "60", PASSWORD_MIN_LENGTH: "20" });
  assert.deepEqual(verdict(reply), [422, "setting_locked"]);
  assert.equal((await setting(auth, "PASSWORD_MIN_LENGTH")).stored, false);
});

test("PATCH /admin/settings refuses what is no setting, or has no such value", async () => {
  const refused: [Record<string, string | null>, number, string][] = [
    [{ NO_SUCH_THING: "1" }, 400, "setting_unknown"],
    [{ __proto__x: "1" }, 400, "setting_unknown"],
    [{ constructor: "1" }, 400, "validation_failed"],
    [{ DB_DATABASE_URL: "postgres://elsewhere/db" }, 422, "setting_locked"],
    [{ JWT_ADMIN_ROLES: "authenticated" }, 422, "setting_locked"],
    [{ WEBHOOK_ALLOWED_HOSTS: "10.0.0.1" }, 422, "setting_locked"],
    [{ PASSWORD_MIN_LENGTH: "many" }, 400, "setting_invalid"],
    [{ PASSWORD_MIN_LENGTH: "" }, 400, "setting_invalid"],
    [{ MAILER_SUBJECTS_RECOVERY: "a\nb" }, 400, "setting_invalid"],
    [{ MAILER_SUBJECTS_RECOVERY: "a\0b" }, 400, "validation_failed"],
    [{ MAILER_SUBJECTS_RECOVERY: "a\ud800b" }, 400, "validation_failed"],
    [{ MAILER_SUBJECTS_RECOVERY_QQ: "a" }, 400, "setting_unknown"],
    [{ SECURITY_CAPTCHA_ENABLED: "true" }, 400, "setting_invalid"],
    [{ EXTERNAL_GOOGLE_ENABLED: "true" }, 400, "setting_invalid"],
    [{ URI_ALLOW_LIST: "https://[" }, 400, "setting_invalid"],
    [{ JWT_KEYS: '[{"kty":"EC","kid":"a","key_ops":["sign"],"crv":"P-256","x":"a","y":"b","d":"c"}]' }, 400, "setting_invalid"],
  ];
  const { version } = await readSettings(auth);
  for (const [set, status, code] of refused)
    assert.deepEqual(verdict(await patch(auth, set)), [status, code], JSON.stringify(set));
  assert.equal((await readSettings(auth)).version, version);
});

test("PATCH /admin/settings refuses bodies of another form", async () => {
  for (const body of [{}, { base: -1, set: {} }, { base: 0, set: [] }, { base: 0, set: { A: 1 } }, { base: "0", set: {} }])
    assert.equal((await auth.call("/admin/settings", { method: "PATCH", headers: auth.admin, body })).status, 400);
});

test("PATCH /admin/settings tells the later of two administrators that the settings were changed", async () => {
  const { version: base } = await readSettings(auth);
  const send = (length: string) =>
    auth.call("/admin/settings", { method: "PATCH", headers: auth.admin, body: { base, set: { PASSWORD_MIN_LENGTH: length } } });
  const replies = await Promise.all(["8", "9", "10", "11"].map(send));
  const statuses = replies.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 409, 409, 409]);
  const later = replies.find(({ status }) => status === 409) as Reply;
  assert.deepEqual(verdict(later), [409, "settings_changed"]);
  assert.match(problemOf(later), new RegExp(`version ${base + 1} counts now`));
  await change(auth, { PASSWORD_MIN_LENGTH: null });
});

test("PATCH /admin/settings with dry_run stores nothing, and says what would change", async () => {
  const { version } = await readSettings(auth);
  const preview = await change(auth, { PASSWORD_MIN_LENGTH: "9" }, auth.admin, { dry_run: true });
  assert.deepEqual([preview.version, preview.changes], [version, { PASSWORD_MIN_LENGTH: { before: null, after: "9" } }]);
  assert.equal((await readSettings(auth)).version, version);
});

test("PATCH /admin/settings makes no version where nothing changes", async () => {
  const { version } = await readSettings(auth);
  const same = await change(auth, { PASSWORD_MIN_LENGTH: null });
  assert.deepEqual([same.version, same.changes], [version, {}]);
});

const SECRET = "a secret that nobody reads again";

test("PATCH /admin/settings keeps secrets sealed, and no answer and no log has them", async () => {
  const set = { SMTP_PASS: SECRET, SMTP_USER: "mailer" };
  const changed = await change(auth, set);
  assert.deepEqual(changed.changes.SMTP_PASS, { before: null, after: "(hidden)" });
  assert.equal(auth.service.world.config.smtpPass, SECRET);
  const paths = [
    "/admin/settings",
    "/admin/settings/versions",
    `/admin/settings/versions/${changed.version}`,
    "/admin/acts",
    "/admin/audit",
  ];
  for (const path of paths) assert.ok(!(await auth.get(path, auth.admin)).text.includes(SECRET), path);
  const { row } = await auth.service.world.db.one<{ row: string }>(
    sql`select to_json(settings_versions)::text as row from settings_versions where version = ${changed.version}`,
  );
  assert.ok(!row.includes(SECRET));
  assert.ok(!JSON.stringify(auth.logged).includes(SECRET));
  await change(auth, { SMTP_PASS: null, SMTP_USER: null });
});

test("PATCH /admin/settings signs in at the mail server before it counts", async () => {
  await using sink = await startSmtpSink({ auth: { user: "cofre", pass: "right" } });
  const smtp = { SMTP_HOST: sink.host, SMTP_PORT: String(sink.port), SMTP_ADMIN_EMAIL: "cofre@example.com", SMTP_USER: "cofre" };
  const refused = await patch(auth, { ...smtp, SMTP_PASS: "wrong" });
  assert.deepEqual(verdict(refused), [422, "setting_trial_failed"]);
  assert.match(problemOf(refused), /smtp: the mail server said 535/);
  assert.equal((await setting(auth, "SMTP_HOST")).stored, false);
  const { trials } = await change(auth, { ...smtp, SMTP_PASS: "right" });
  assert.deepEqual(trials, [{ name: "smtp", outcome: "ok", detail: "the mail server lets us in" }]);
  assert.equal(sink.messages.length, 0);
  const all = Object.fromEntries([...Object.keys(smtp), "SMTP_PASS"].map((name) => [name, null]));
  await change(auth, all);
});

test("PATCH /admin/settings takes what cannot be tried with skip_trials", async () => {
  const smtp = { SMTP_HOST: "127.0.0.1", SMTP_PORT: "1", SMTP_ADMIN_EMAIL: "cofre@example.com" };
  assert.deepEqual(verdict(await patch(auth, smtp)), [422, "setting_trial_failed"]);
  const { trials } = await change(auth, smtp, auth.admin, { skip_trials: true });
  assert.deepEqual(trials, []);
  await change(auth, { SMTP_HOST: null, SMTP_PORT: null, SMTP_ADMIN_EMAIL: null });
});

test("PATCH /admin/settings looks whether a hook is there", async () => {
  const uri = (name: string) => ({ HOOK_CUSTOM_ACCESS_TOKEN_ENABLED: "true", HOOK_CUSTOM_ACCESS_TOKEN_URI: name });
  const missing = await patch(auth, uri("pg-functions://postgres/auth/nothing_here"));
  assert.match(problemOf(missing), /no function of this name takes one argument of type jsonb/);
  await auth.service.world.db.run(sql`create function auth.claims_hook(jsonb) returns jsonb language sql as 'select $1'`);
  await change(auth, uri("pg-functions://postgres/auth/claims_hook"));
  assert.ok(auth.service.world.hooks.customAccessToken);
  await change(auth, { HOOK_CUSTOM_ACCESS_TOKEN_ENABLED: null, HOOK_CUSTOM_ACCESS_TOKEN_URI: null });
  assert.equal(auth.service.world.hooks.customAccessToken, undefined);
});

test("PATCH /admin/settings names what counts after a restart alone", async () => {
  const changed = await change(auth, { JWT_AUD: "people" });
  assert.deepEqual(changed.awaiting_restart, ["JWT_AUD"]);
  assert.equal(auth.service.world.config.jwtAud, "authenticated");
  assert.deepEqual((await readSettings(auth)).awaiting_restart, ["JWT_AUD"]);
  await using replica = await startReplica(auth);
  assert.equal(replica.world.config.jwtAud, "people");
  await change(auth, { JWT_AUD: null });
  assert.deepEqual((await readSettings(auth)).awaiting_restart, []);
});

test("a mail's template may be stored as HTML", async () => {
  const changed = await change(auth, { MAILER_TEMPLATES_RECOVERY_PT: "<p>Oi {{ .Email }}</p>" });
  assert.equal(changed.changes.MAILER_TEMPLATES_RECOVERY_PT?.after, "<p>Oi {{ .Email }}</p>");
  assert.equal((await setting(auth, "MAILER_TEMPLATES_RECOVERY_PT")).source, "settings");
  assert.deepEqual(auth.service.world.config.mailerTexts.pt, { mailerTemplatesRecovery: "<p>Oi {{ .Email }}</p>" });
  await change(auth, { MAILER_TEMPLATES_RECOVERY_PT: null });
});

interface ListedVersion {
  version: number;
  changes: object;
  reason: string;
  author: { id: string };
  lapsed: boolean;
}

test("GET /admin/settings/versions names author, reason and what changed", async () => {
  const owner = await administrator(auth, "owner", "versions");
  const { version } = await change(auth, { PASSWORD_MIN_LENGTH: "9" }, owner.headers);
  const listed = (await auth.get("/admin/settings/versions", owner.headers)).body as { versions: ListedVersion[] };
  const newest = listed.versions[0] as ListedVersion;
  assert.deepEqual(
    [newest.version, newest.changes, newest.reason, newest.author.id, newest.lapsed],
    [version, { PASSWORD_MIN_LENGTH: { before: null, after: "9" } }, "asked for by phone, ticket 4711", owner.id, false],
  );
  const one = await auth.get(`/admin/settings/versions/${version}`, owner.headers);
  assert.deepEqual(one.body, newest);
  for (const unknown of ["0", "999999", "x", "99999999999"])
    assert.deepEqual(verdict(await auth.get(`/admin/settings/versions/${unknown}`, owner.headers)), [
      404,
      "settings_version_not_found",
    ]);
  const { acts } = (await auth.get("/admin/acts?action=settings_changed", auth.admin)).body as { acts: { changes: object }[] };
  assert.deepEqual(acts[0]?.changes, { PASSWORD_MIN_LENGTH: { before: null, after: "9" } });
  await change(auth, { PASSWORD_MIN_LENGTH: null });
});

test("POST /admin/settings/versions/:version/undo takes a version back, unless it was changed again", async () => {
  await change(auth, { PASSWORD_MIN_LENGTH: "9", SMTP_PASS: "first" });
  const { version } = await change(auth, { PASSWORD_MIN_LENGTH: "10", SMTP_PASS: "second" });
  const undo = (number: number) => auth.post(`/admin/settings/versions/${number}/undo`, {}, auth.admin);
  assert.equal((await undo(version)).status, 200);
  const { passwordMinLength, smtpPass } = auth.service.world.config;
  assert.deepEqual([passwordMinLength, smtpPass], [9, "first"]);
  assert.deepEqual(verdict(await undo(version)), [422, "settings_unchanged"]);
  const again = await change(auth, { PASSWORD_MIN_LENGTH: "11" });
  await change(auth, { PASSWORD_MIN_LENGTH: "12" });
  assert.deepEqual(verdict(await undo(again.version)), [409, "settings_changed"]);
  assert.deepEqual(verdict(await undo(9_999)), [404, "settings_version_not_found"]);
  await change(auth, { PASSWORD_MIN_LENGTH: null, SMTP_PASS: null });
});

test("a change needs the right for each of its settings, a fresh proof and a reason", async () => {
  const security = await administrator(auth, "security");
  const viewer = await administrator(auth, "viewer");
  const set = { MAILER_BRAND_NAME: "Casa" };
  assert.equal((await auth.get("/admin/settings", viewer.headers)).status, 200);
  assert.deepEqual(verdict(await patch(auth, { PASSWORD_MIN_LENGTH: "9" }, viewer.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await patch(auth, set, security.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await patch(auth, { ...set, PASSWORD_MIN_LENGTH: "9" }, security.headers)), [403, "right_missing"]);
  const admin = await administrator(auth, "admin");
  assert.deepEqual(verdict(await patch(auth, { IMPERSONATION_ENABLED: "true" }, admin.headers)), [403, "right_missing"]);
  const { "audit-reason": _reason, ...silent } = admin.headers;
  assert.deepEqual(verdict(await patch(auth, set, silent)), [422, "reason_missing"]);
  assert.equal((await patch(auth, set, silent, { dry_run: true })).status, 200);
  auth.clock.advance(11 * 60);
  assert.deepEqual(verdict(await patch(auth, set, admin.headers)), [403, "reauthentication_needed"]);
});

test("SETTINGS_ENABLED=false ignores what is stored", async () => {
  await change(auth, { PASSWORD_MIN_LENGTH: "14" });
  await using replica = await startReplica(auth, { settingsEnabled: false });
  assert.equal(replica.world.config.passwordMinLength, 6);
  await change(auth, { PASSWORD_MIN_LENGTH: null });
});

test("a start with settings that do not fit is refused, and names what helps", async () => {
  await using broken = await startTestAuth();
  await change(broken, { SMTP_PASS: "sealed" });
  await broken.service.world.db.run(
    sql`update settings_versions set document = '{"SMTP_PASS": {"sealed": "AAAA"}, "PASSWORD_MIN_LENGTH": {"value": "x"}}'`,
  );
  await assert.rejects(
    startReplica(broken),
    /AUTHSVC_PASSWORD_MIN_LENGTH: found "x".*SMTP_PASS: the stored secret cannot be opened.*AUTHSVC_SETTINGS_ENABLED=false/s,
  );
});
