// Where stored settings have this server send requests and secrets: never to a cloud's metadata, and secrets only where they were set for.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { AUTOCONFIRM, verdict } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { shareTestAuth } from "../testing.ts";
import { change, patch, readSettings } from "./testing.ts";

const auth = shareTestAuth(AUTOCONFIRM);

const problemOf = ({ body }: Reply) => (body as { msg: string }).msg;
const UNTRIED = { skip_trials: true };

test("PATCH /admin/settings refuses addresses of link-local and metadata services, tried or not", async () => {
  const { version } = await readSettings(auth);
  for (const host of [
    "169.254.169.254",
    "0xA9FEA9FE",
    "2852039166",
    "[::ffff:169.254.169.254]",
    "[fd00:ec2::254]",
    "100.100.100.200",
  ])
    for (const set of [
      { HOOK_SEND_SMS_URI: `http://${host}/latest/meta-data/` },
      { SECURITY_CAPTCHA_URL: `https://${host}:8443/siteverify` },
      { PASSWORD_HIBP_URL: `https://${host}` },
      { EXTERNAL_KEYCLOAK_URL: `https://${host}/realms/x` },
      { MAILER_TEMPLATES_RECOVERY: `http://${host}/recovery.html` },
      { SMS_GATEWAY_URL: `https://${host}` },
      { SMTP_HOST: host },
    ])
      assert.deepEqual(verdict(await patch(auth, set, auth.admin, UNTRIED)), [400, "setting_invalid"], JSON.stringify(set));
  assert.equal((await readSettings(auth)).version, version);
});

test("PATCH /admin/settings moves no secret to another address, unless it is given again", async () => {
  const owner = await administrator(auth, "owner");
  await using theirs = await startSmtpSink();
  await change(auth, { SMTP_HOST: "mail.example.com", SMTP_ADMIN_EMAIL: "a@example.com", SMTP_USER: "a" }, auth.admin, UNTRIED);
  await change(auth, { SMTP_PASS: "the password" }, auth.admin, UNTRIED);
  const away = { SMTP_HOST: theirs.host, SMTP_PORT: String(theirs.port) };
  for (const set of [away, { SMTP_PORT: "2525" }, { ...away, SMTP_USER: "b" }]) {
    const refused = await patch(auth, set, owner.headers);
    assert.deepEqual(verdict(refused), [422, "setting_secret_missing"], JSON.stringify(set));
    assert.match(problemOf(refused), /SMTP_PASS is sent to the address that SMTP_(HOST|PORT) names/);
  }
  assert.equal(theirs.connections, 0);
  await change(auth, { SMTP_HOST: "other.example.com", SMTP_PASS: "the password" }, owner.headers, UNTRIED);
  await change(auth, { SMTP_HOST: null, SMTP_PASS: null, SMTP_USER: null, SMTP_ADMIN_EMAIL: null }, owner.headers);
});

test("a provider's and a captcha's secret stay with their address as well", async () => {
  const owner = await administrator(auth, "owner", "second");
  await using sink = await startHttpSink();
  const keycloak = { EXTERNAL_KEYCLOAK_URL: "https://id.example.com", EXTERNAL_KEYCLOAK_SECRET: "s" };
  const captcha = { SECURITY_CAPTCHA_URL: "https://captcha.example.com", SECURITY_CAPTCHA_SECRET: "s" };
  const gateway = { SMS_GATEWAY_URL: "https://sms.example.com", SMS_TWILIO_AUTH_TOKEN: "s" };
  await change(auth, { ...keycloak, ...captcha, ...gateway }, auth.admin, UNTRIED);
  for (const name of ["EXTERNAL_KEYCLOAK_URL", "SECURITY_CAPTCHA_URL", "SMS_GATEWAY_URL"])
    assert.deepEqual(verdict(await patch(auth, { [name]: sink.url }, owner.headers)), [422, "setting_secret_missing"], name);
  assert.equal(sink.requests.length, 0);
  const all = Object.keys({ ...keycloak, ...captcha, ...gateway });
  await change(auth, Object.fromEntries(all.map((name) => [name, null])));
});

test("POST /admin/settings/versions/:version/undo gives no secret back to an address that was set meanwhile", async () => {
  const owner = await administrator(auth, "owner", "third");
  await change(auth, { SMTP_HOST: "mail.example.com", SMTP_PASS: "p", SMTP_ADMIN_EMAIL: "a@example.com" }, auth.admin, UNTRIED);
  const taken = await change(auth, { SMTP_PASS: null }, owner.headers, UNTRIED);
  await change(auth, { SMTP_HOST: "elsewhere.example.com" }, owner.headers, UNTRIED);
  const undone = await auth.post(`/admin/settings/versions/${taken.version}/undo`, {}, owner.headers);
  assert.deepEqual(verdict(undone), [422, "setting_secret_missing"]);
  await change(auth, { SMTP_HOST: null, SMTP_ADMIN_EMAIL: null });
});

test("PATCH /admin/settings with dry_run does not tell those who may not change a secret whether they have guessed it", async () => {
  const viewer = await administrator(auth, "viewer");
  await change(auth, { SMTP_PASS: "the password" });
  const guess = (text: string, headers: Record<string, string>) => change(auth, { SMTP_PASS: text }, headers, { dry_run: true });
  const wrong = await guess("another", viewer.headers);
  assert.deepEqual(wrong.changes, { SMTP_PASS: { before: "(hidden)", after: "(hidden)" } });
  assert.deepEqual((await guess("the password", viewer.headers)).changes, wrong.changes);
  assert.deepEqual((await guess("the password", auth.admin)).changes, {});
  await change(auth, { SMTP_PASS: null });
});
