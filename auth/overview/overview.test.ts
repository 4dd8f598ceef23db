import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { AUTOCONFIRM, type TestSession, verdict } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { shareTestAuth, startTestAuth, type TestAuth } from "../testing.ts";
import { countFigures } from "./count_figures.ts";

interface ShownOverview {
  version: string;
  migrations: { count: number; last: string; at: string };
  users: { count: number; is_estimate: boolean };
  days: Record<string, number | string | null>[];
  refused: { code: string; count: number; before: number }[];
  messages: { waiting: number; oldest_at: string | null; failed: number };
  hooks: { name: string; calls: number; failures: number; mean_ms: number | null }[];
  webhooks: { id: string; host: string; enabled: boolean; behind: number; failures: number }[];
  keys: { signs_with: string; api_keys: number; next_api_key_end: string | null; oldest_operator_token_at: string | null };
  findings: { id: string; severity: string; title: string }[] | null;
}

async function overview(auth: TestAuth, query = "", headers: Record<string, string> = auth.admin): Promise<ShownOverview> {
  const reply = await auth.get(`/admin/overview${query}`, headers);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ShownOverview;
}

const today = ({ days }: ShownOverview) => days.at(-1) ?? assert.fail("no day");
const count = (auth: TestAuth) => countFigures(auth.service.world, auth.clock.now());
const password = "correct horse";
const signIn = async (auth: TestAuth, email: string, secret = password) =>
  auth.post("/token?grant_type=password", { email, password: secret });

const sink = await startHttpSink(() => ({ status: 200, body: {} }));
after(() => sink[Symbol.asyncDispose]());
const hook = {
  HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED: "true",
  HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI: sink.url.replace("127.0.0.1", "localhost"),
  HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS: `v1,whsec_${"a".repeat(32)}`,
};
const shared = shareTestAuth({ ...AUTOCONFIRM, ...hook, RATE_LIMIT_EMAIL_SENT: "1000" });

test("GET /admin/overview counts what happened, the same before and after the job has counted", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  await auth.post("/signup", { email: "ana@example.com", password });
  await auth.post("/signup", { email: "bia@example.com", password });
  const session = (await signIn(auth, "ana@example.com")).body as TestSession;
  await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  await auth.post("/recover", { email: "ana@example.com" });
  const expected = { sign_ins: 3, sign_ups: 2, refreshes: 1, mails: 1, sms: 0, refused: 0 };
  const shown = today(await overview(auth));
  assert.deepEqual({ ...shown, ...expected }, shown);
  assert.deepEqual([shown.date, shown.active_day, shown.active_month], ["2026-01-31", null, null]);
  await count(auth);
  assert.deepEqual(
    { ...today(await overview(auth)), ...expected, active_day: null, active_week: null, active_month: null },
    shown,
  );
  auth.clock.advance(180);
  await Promise.all([count(auth), count(auth)]);
  await count(auth);
  const counted = today(await overview(auth));
  assert.deepEqual({ ...counted, ...expected }, counted, "each was counted once");
  await signIn(auth, "bia@example.com");
  assert.equal(today(await overview(auth)).sign_ins, 4, "with what came since");
  const { n } = await auth.service.world.db.one<{ n: number }>(
    sql`select sum(count)::int as n from hourly_figures where name = 'sign_ins'`,
  );
  assert.equal(n, 3);
});

test("GET /admin/overview counts who was active, once an hour", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { db } = auth.service.world;
  for (const name of ["day", "week", "month", "gone"]) await auth.post("/signup", { email: `${name}@example.com`, password });
  const ago = (days: number) => new Date(auth.clock.now().getTime() - days * 86_400_000);
  for (const [name, days] of [
    ["week", 3],
    ["month", 20],
    ["gone", 40],
  ] as const) {
    await db.run(sql`update users set last_sign_in_at = ${ago(days)} where email = ${`${name}@example.com`}`);
    await db.run(sql`
      update sessions set refreshed_at = ${ago(days)} where user_id = (select id from users where email = ${`${name}@example.com`})`);
  }
  await count(auth);
  const active = (each: Record<string, unknown>) => [each.active_day, each.active_week, each.active_month];
  assert.deepEqual(active(today(await overview(auth))), [1, 2, 3]);
  await signIn(auth, "week@example.com");
  await count(auth);
  assert.deepEqual(active(today(await overview(auth))), [1, 2, 3]);
  auth.clock.advance(3600);
  await count(auth);
  assert.deepEqual(active(today(await overview(auth))), [2, 2, 3]);
});

test("GET /admin/overview counts days as the reader's calendar has them", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  auth.clock.set("2026-02-01T01:30:00Z");
  await auth.post("/signup", { email: "ana@example.com", password });
  for (const isCounted of [false, true]) {
    if (isCounted) {
      auth.clock.advance(180);
      await count(auth);
    }
    const inUtc = await overview(auth);
    assert.deepEqual([today(inUtc).date, today(inUtc).sign_ups, inUtc.days.length], ["2026-02-01", 1, 30]);
    const inBrazil = today(await overview(auth, "?time_zone=America%2FSao_Paulo"));
    assert.deepEqual([inBrazil.date, inBrazil.sign_ups], ["2026-01-31", 1]);
  }
  auth.clock.set("2026-02-01T12:00:00Z");
  const { days } = await overview(auth, "?time_zone=America%2FSao_Paulo");
  assert.deepEqual(
    days.slice(-2).map(({ date, sign_ups: signUps }) => [date, signUps]),
    [
      ["2026-01-31", 1],
      ["2026-02-01", 0],
    ],
  );
  for (const zone of ["Mars%2FOlympus", "x".repeat(61), "%00"])
    assert.deepEqual(verdict(await auth.get(`/admin/overview?time_zone=${zone}`, auth.admin)), [400, "validation_failed"], zone);
});

test("GET /admin/overview counts refusals by their reason, beside those of the day before, and keeps them through a failure", async () => {
  const wrong = async (times: number, email: string) => {
    for (let n = 0; n < times; n++) assert.equal((await signIn(shared, email, "wrong horse")).status, 400);
  };
  await shared.post("/signup", { email: "eva@example.com", password });
  await wrong(2, "eva@example.com");
  shared.clock.advance(86_400);
  await wrong(3, "nobody@example.com");
  assert.equal((await shared.post("/token?grant_type=refresh_token", { refresh_token: "nothing" })).status, 400);
  const { db } = shared.service.world;
  await db.run(sql`alter table hourly_figures rename to away`);
  assert.equal((await shared.get("/admin/overview", shared.admin)).status, 500);
  await db.run(sql`alter table away rename to hourly_figures`);
  const shown = await overview(shared);
  assert.deepEqual(shown.refused.slice(0, 1), [{ code: "invalid_credentials", count: 3, before: 2 }]);
  assert.equal(shown.refused.length, 2);
  assert.equal(today(shown).refused, 4);
  assert.equal((await overview(shared)).refused[0]?.count, 3, "each is written down once");
});

test("GET /admin/overview counts what limits refuse, before anything else is looked at", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, RATE_LIMIT_OTP: "1" });
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await auth.post("/signup", { email: `a${n}@example.com`, password })).status);
  assert.deepEqual(statuses, [200, 429, 429]);
  assert.deepEqual((await overview(auth)).refused, [{ code: "over_request_rate_limit", count: 2, before: 0 }]);
});

test("GET /admin/overview shows hooks, messages, webhooks, keys, version and what needs somebody", async () => {
  await shared.post("/signup", { email: "hooked@example.com", password });
  await signIn(shared, "hooked@example.com");
  const webhook = await shared.post("/admin/webhooks", { url: "https://hooks.example.com/secret?x" }, shared.admin);
  await shared.post("/recover", { email: "hooked@example.com" });
  await shared.post("/admin/api-keys", { name: "k", rights: ["users:read"], expires_in_days: 30 }, shared.admin);
  const shown = await overview(shared, "", { ...shared.admin, "accept-language": "pt-BR" });
  const [verification] = shown.hooks;
  assert.equal(verification?.name, "password-verification");
  assert.ok((verification?.calls ?? 0) >= 1 && typeof verification?.mean_ms === "number" && verification.failures === 0);
  assert.deepEqual(shown.messages, { waiting: 1, oldest_at: shared.clock.now().toISOString(), failed: 0 });
  const { id } = webhook.body as { id: string };
  assert.deepEqual(
    shown.webhooks.map((each) => ({ ...each, behind: each.behind > 0 })),
    [{ id, host: "hooks.example.com", enabled: true, behind: true, failures: 0 }],
  );
  assert.doesNotMatch(JSON.stringify(shown), /secret\?x/);
  assert.deepEqual(
    [shown.keys.signs_with, shown.keys.api_keys, shown.keys.oldest_operator_token_at],
    ["HS256", 1, "1970-01-01T00:00:01.000Z"],
  );
  assert.equal(shown.keys.next_api_key_end, new Date(shared.clock.now().getTime() + 30 * 86_400_000).toISOString());
  assert.match(shown.version, /^\d+\.\d+\.\d+/);
  assert.ok(shown.migrations.count >= 35 && /^\d{3}_/.test(shown.migrations.last));
  assert.deepEqual(shown.users, { count: 2, is_estimate: false });
  assert.ok(shown.findings?.some(({ title }) => title === "Qualquer um pode criar conta, também programas"));
  await shared.post("/admin/findings/captcha_missing/dismiss", undefined, { ...shared.admin, "audit-reason": "x" });
  assert.ok(!(await overview(shared)).findings?.some((each) => each.id === "captcha_missing"));
});

test("a hook that fails is counted as one that failed", async () => {
  const before = (await overview(shared)).hooks[0]?.failures ?? 0;
  await using broken = await startTestAuth({
    ...AUTOCONFIRM,
    ...hook,
    HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI: "http://localhost:9/",
  });
  await broken.post("/signup", { email: "ana@example.com", password });
  assert.equal((await signIn(broken, "ana@example.com")).status, 422);
  const shown = await overview(broken);
  assert.deepEqual([before, shown.hooks[0]?.calls, shown.hooks[0]?.failures], [0, 1, 1]);
  assert.equal(shown.refused[0]?.count, 1);
});

test("GET /admin/overview says nothing of findings to a key that may not read them, and nothing at all without the right", async () => {
  const create = async (name: string, rights: string[]) => {
    const { key } = (await shared.post("/admin/api-keys", { name, rights }, shared.admin)).body as { key: string };
    return { authorization: `Bearer ${key}` };
  };
  assert.equal((await overview(shared, "", await create("figures", ["overview:read"]))).findings, null);
  assert.deepEqual(verdict(await shared.get("/admin/overview", await create("users", ["users:read"]))), [403, "right_missing"]);
  const viewer = await administrator(shared, "viewer");
  assert.notEqual((await overview(shared, "", viewer.headers)).findings, null);
});
