// AK: settings that change while the service runs: where they lead, what they write, whom they lock out, and who changes them.
import assert from "node:assert/strict";
import { sql } from "../../../kernel/sql/sql.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type SinkAnswer, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { until } from "../../../kernel/testing/until.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, inParallel, mailsTo, tally } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { HOOK_SECRET } from "../sinks.ts";
import { administrator } from "./administrators.ts";

type Headers = Record<string, string>;
type Values = Record<string, string | null>;

/** What the environment does not set can be stored. */
export const OPEN = {
  auth: {
    ...{ SMTP_HOST: undefined, SMTP_PORT: undefined, SMTP_MAX_FREQUENCY: undefined, SMS_GATEWAY_URL: undefined },
    ...{ SMS_PROVIDER: undefined, SMS_TWILIO_ACCOUNT_SID: undefined, SMS_TWILIO_AUTH_TOKEN: undefined },
    ...{ SMS_TWILIO_MESSAGE_SERVICE_SID: undefined },
    ...{ SECURITY_CAPTCHA_URL: undefined, SECURITY_CAPTCHA_SECRET: undefined },
    ...{ EXTERNAL_GITLAB_ENABLED: undefined, EXTERNAL_GITLAB_URL: undefined, EXTERNAL_GITLAB_SECRET: undefined },
  },
};

const METADATA = ["169.254.169.254", "0xA9FEA9FE", "2852039166", "[::ffff:a9fe:a9fe]", "[fd00:ec2::254]", "100.100.100.200"];
const WORD = "canary-of-an-internal-server";
const PENDING = "SESSIONS_TIMEBOX";

async function versionOf(pair: Pair, replica = 0): Promise<number> {
  const reply = await pair.auth.send("/admin/settings", { headers: pair.admin, replica });
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { version: number }).version;
}

interface Patch {
  base?: number;
  [key: string]: unknown;
}

export async function patch(
  pair: Pair,
  set: Values,
  headers: Headers = pair.admin,
  { base, ...more }: Patch = {},
): Promise<Reply> {
  const body = { base: base ?? (await versionOf(pair)), set, ...more };
  return pair.auth.send("/admin/settings", { method: "PATCH", headers, body });
}

async function store(pair: Pair, set: Values, headers: Headers = pair.admin): Promise<number> {
  const reply = await patch(pair, set, headers, { skip_trials: true });
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { version: number }).version;
}

export const takeAway = (pair: Pair, names: readonly string[]) =>
  store(pair, Object.fromEntries(names.map((name) => [name, null])));

const decide = (pair: Pair, method: string, version: number, headers: Headers) =>
  pair.auth.send("/admin/settings/confirm", { method, headers, body: { version } });

const undo = (pair: Pair, version: number, headers: Headers) =>
  pair.auth.post(`/admin/settings/versions/${version}/undo`, {}, headers);

const ANSWERS: readonly SinkAnswer[] = [
  { status: 200, headers: { "content-type": "text/html", "x-word": WORD }, body: WORD },
  { status: 500, body: { error: WORD, error_description: WORD, message: WORD } },
  { status: 400, body: { error: WORD.replaceAll("-", "_"), error_description: WORD, "error-codes": [`secret ${WORD}`] } },
  { status: 200, body: { success: true, [WORD]: WORD } },
];

export const settings: AttackCase[] = [
  attack("AK-30", "settings lead to no metadata service, show no answer, and move no secret", OPEN, async (pair) => {
    const owner = await administrator(pair, "owner");
    const before = await versionOf(pair);
    for (const host of METADATA)
      for (const set of [
        { HOOK_SEND_SMS_ENABLED: "true", HOOK_SEND_SMS_URI: `http://${host}/latest/` },
        { SECURITY_CAPTCHA_URL: `https://${host}/siteverify` },
        { EXTERNAL_GITLAB_URL: `https://${host}` },
        { PASSWORD_HIBP_URL: `https://${host}` },
        { MAILER_TEMPLATES_RECOVERY: `http://${host}/x.html` },
        { SMTP_HOST: host },
      ])
        for (const skips of [true, false])
          expectVerdict(
            await patch(pair, set, owner.headers, { skip_trials: skips }),
            "400 setting_invalid",
            JSON.stringify(set),
          );
    assert.equal(await versionOf(pair), before, "nothing is stored");

    let answer = ANSWERS[0] as SinkAnswer;
    await using inside = await startHttpSink(() => answer);
    const { port } = new URL(inside.url);
    const hook = {
      HOOK_MFA_VERIFICATION_ATTEMPT_ENABLED: "true",
      HOOK_MFA_VERIFICATION_ATTEMPT_URI: inside.url,
      HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS: `v1,${HOOK_SECRET}`,
    };
    const provider = { EXTERNAL_GITLAB_ENABLED: "true", EXTERNAL_GITLAB_URL: inside.url, EXTERNAL_GITLAB_SECRET: "s" };
    const captcha = { SECURITY_CAPTCHA_ENABLED: "true", SECURITY_CAPTCHA_URL: inside.url, SECURITY_CAPTCHA_SECRET: "s" };
    // It waits ten seconds for a greeting, so it is tried once.
    const mailServer = { SMTP_HOST: "127.0.0.1", SMTP_PORT: port };
    const aways = [...ANSWERS, { status: 302, headers: { location: pair.inside.sinks.trap.url } }];
    for (const each of aways)
      for (const set of [hook, provider, captcha, ...(each === ANSWERS[0] ? [mailServer] : [])]) {
        answer = each;
        const reply = await patch(pair, set, owner.headers);
        assert.ok(reply.status < 500 && !reply.text.includes(WORD), `${JSON.stringify(set)}: ${reply.text}`);
        if (reply.status === 200) {
          const { version, confirm_before: until } = reply.body as { version: number; confirm_before: string | null };
          if (until) expectVerdict(await decide(pair, "DELETE", version, owner.headers), "200");
          else await takeAway(pair, Object.keys(set));
        }
      }
    assert.ok(inside.requests.length > 0, "it was called");

    const callsBefore = inside.requests.length;
    const stored = { EXTERNAL_GITLAB_SECRET: pair.people.password(), SECURITY_CAPTCHA_SECRET: pair.people.password() };
    await store(pair, stored);
    for (const set of [{ EXTERNAL_GITLAB_URL: inside.url }, { SECURITY_CAPTCHA_URL: inside.url }])
      expectVerdict(await patch(pair, set, owner.headers), "422 setting_secret_missing", JSON.stringify(set));
    assert.equal(inside.requests.length, callsBefore, "no secret went there");
    await takeAway(pair, Object.keys(stored));
    return `${inside.requests.length} requests`;
  }),

  attack("AK-31", "templates in settings fill in what is documented, and evaluate nothing", OPEN, async (pair) => {
    const { smtp } = pair.inside.sinks;
    const hostile = `{{ 7*7 }}{{7*7}}\${7*7}<%= 7*7 %>#{7*7}{% print 7*7 %}{{ printf "%d" 49 }}{{ .constructor.name }}{{ .Nobody }}`;
    const set = {
      SMTP_HOST: smtp.host,
      SMTP_PORT: String(smtp.port),
      MAILER_BRAND_NAME: `<script>brand</script>${hostile}`,
      MAILER_SUBJECTS_RECOVERY: `${hostile}|{{ .Data.name }}`,
      MAILER_TEMPLATES_RECOVERY: `<p>${hostile}|{{ .Data.name }}|{{ .Email }}|{{ .Data.constructor }}|{{ .__proto__ }}|end</p>`,
    };
    for (const text of ["a\nBcc: x@evil.test", "a\r\nb", "a\u0000b"])
      assert.equal((await patch(pair, { MAILER_SUBJECTS_RECOVERY: text })).status, 400, JSON.stringify(text));
    await store(pair, set);
    const name = "<img src=x onerror=alert(1)>{{ .TokenHash }}";
    const user = await pair.people.user({ user_metadata: { name } });
    assert.equal((await pair.auth.post("/recover", { email: user.email })).status, 200);
    const [mail] = await mailsTo(pair, user.email);
    const html = mail?.parts.find(({ type }) => type === "text/html")?.text ?? assert.fail("no HTML");
    const subject = mail?.headers.subject ?? "";
    for (const text of [subject, html]) assert.ok(!/49|Object|Function/.test(text.replace(user.email, "")), text);
    assert.ok(html.includes("|&lt;img src=x onerror=alert(1)&gt;{{ .TokenHash }}|"), html);
    assert.ok(html.endsWith(`|${user.email}|||end</p>`), html);
    assert.ok(subject.endsWith(`|${name}`), subject);
    await takeAway(pair, ["MAILER_TEMPLATES_RECOVERY", "MAILER_SUBJECTS_RECOVERY"]);
    const other = await pair.people.user();
    assert.equal((await pair.auth.post("/recover", { email: other.email })).status, 200);
    const [own] = await mailsTo(pair, other.email);
    const text = own?.parts.find(({ type }) => type === "text/html")?.text ?? "";
    assert.ok(text.includes("&lt;script&gt;brand") && !text.includes("<script>"), text);
    await takeAway(pair, Object.keys(set));
  }),

  attack("AK-32", "settings lock nobody out, and of several administrators each later one is told", OPEN, async (pair) => {
    const [owner, admin] = [await administrator(pair, "owner"), await administrator(pair, "admin")];
    const before = await versionOf(pair);
    for (const set of [{ MFA_TOTP_VERIFY_ENABLED: "false" }, { EXTERNAL_EMAIL_ENABLED: "false" }])
      for (const headers of [owner.headers, admin.headers, pair.admin])
        expectVerdict(await patch(pair, set, headers), "422 settings_lock_out", JSON.stringify(set));
    const both = [owner, admin, owner, admin, owner, admin, owner, admin];
    const changed = await inParallel(8, (index) =>
      patch(pair, { PASSWORD_MIN_LENGTH: String(7 + index) }, both[index]?.headers, { base: before }),
    );
    assert.deepEqual(tally(changed), { 200: 1, "409 settings_changed": 7 });
    assert.equal(await versionOf(pair), before + 1);
    const undone = await inParallel(8, (index) => undo(pair, before + 1, both[index]?.headers as Headers));
    assert.equal(undone.filter(({ status }) => status === 200).length, 1, JSON.stringify(tally(undone)));
    assert.ok(
      undone.every(({ status }) => [200, 409, 422].includes(status)),
      JSON.stringify(tally(undone)),
    );

    const pending = await store(pair, { [PENDING]: "24h" }, owner.headers);
    expectVerdict(await patch(pair, { PASSWORD_MIN_LENGTH: "9" }, admin.headers), "409 settings_unconfirmed");
    const decided = await inParallel(8, (index) =>
      decide(pair, index % 2 === 0 ? "POST" : "DELETE", pending, both[index]?.headers as Headers),
    );
    assert.deepEqual(tally(decided), { 200: 1, "409 settings_not_pending": 7 });
    const isKept = decided.findIndex(({ status }) => status === 200) % 2 === 0;
    for (const replica of [0, 1]) assert.equal(await versionOf(pair, replica), isKept ? pending : pending - 1);
    await takeAway(pair, [PENDING]);

    const again = await store(pair, { [PENDING]: "48h" }, owner.headers);
    const settled = await versionOf(pair);
    assert.equal(settled, again, "it counts until then");
    await pair.inside.db.run(sql`
      update settings_versions set confirm_before = clock_timestamp() + interval '300 ms' where version = ${again}`);
    for (const replica of [0, 1]) await until("the change to lapse", async () => (await versionOf(pair, replica)) < again);
    expectVerdict(await decide(pair, "POST", again, owner.headers), "409 settings_not_pending");
    expectVerdict(await undo(pair, again, owner.headers), "422 settings_unchanged");
  }),

  attack("AK-33", "no role reaches settings that are not its own, by any way", OPEN, async (pair) => {
    const owner = await administrator(pair, "owner");
    const below = {
      viewer: await administrator(pair, "viewer"),
      support: await administrator(pair, "support"),
      security: await administrator(pair, "security"),
    };
    const secret = pair.people.password();
    const mixed = await store(pair, { MAILER_BRAND_NAME: "Casa", PASSWORD_MIN_LENGTH: "9", SMTP_PASS: secret }, owner.headers);
    const pending = await store(pair, { API_EXTERNAL_URL: "https://elsewhere.example.com" }, owner.headers).catch(
      () => undefined,
    );
    assert.equal(pending, undefined, "the environment has it");
    for (const [role, { headers }] of Object.entries(below)) {
      for (const set of [
        { MAILER_BRAND_NAME: "x" },
        { MAILER_BRAND_NAME: null, PASSWORD_MIN_LENGTH: "10" },
        { IMPERSONATION_ENABLED: "true" },
      ])
        expectVerdict(await patch(pair, set, headers), "403 right_missing", `${role} ${JSON.stringify(set)}`);
      expectVerdict(await undo(pair, mixed, headers), "403 right_missing", role);
      const guesses = await Promise.all(
        [secret, "another", secret.slice(1)].map((text) => patch(pair, { SMTP_PASS: text }, headers, { dry_run: true })),
      );
      assert.equal(new Set(guesses.map(({ text }) => text)).size, 1, `${role}: a right guess is answered alike`);
      for (const path of ["/admin/settings", "/admin/settings/versions", `/admin/settings/versions/${mixed}`]) {
        const { status, text } = await pair.auth.get(path, headers);
        assert.ok(status === 200 && !text.includes(secret), `${role} ${path}`);
      }
    }
    const waits = await store(pair, { EXTERNAL_GITLAB_ENABLED: "false", EXTERNAL_GITLAB_SECRET: "s" }, owner.headers);
    for (const [role, { headers }] of Object.entries(below))
      for (const method of ["POST", "DELETE"])
        expectVerdict(await decide(pair, method, waits, headers), "403 right_missing", `${role} ${method}`);
    expectVerdict(await decide(pair, "DELETE", waits, owner.headers), "200");
    await takeAway(pair, ["MAILER_BRAND_NAME", "PASSWORD_MIN_LENGTH", "SMTP_PASS"]);
  }),
];
