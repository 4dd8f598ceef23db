import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { sql } from "../../kernel/sql/sql.ts";
import { administrator } from "../administrators/testing.ts";
import { insertCalls, listCalls, trimCalls } from "../hooks/queries_calls.ts";
import { startHooks } from "../hooks/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

interface ListedHook {
  name: string;
  enabled: boolean;
  kind: string | null;
  target: string | null;
  secrets: number;
  calls: { outcome: string; error: string | null; milliseconds: number }[];
}

interface Trial {
  outcome: string;
  milliseconds: number;
  sent: { metadata: { name: string; test: boolean; uuid: string } } & Record<string, unknown>;
  answer?: string;
  problem?: string;
}

const { answers, auth, code, hookVariables, json, newSecret, operator, refuses, requestsOf, signIn, signUp } = await startHooks();

async function list(from: TestAuth = auth): Promise<ListedHook[]> {
  const reply = await from.get("/admin/hooks", from.admin);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { hooks: ListedHook[] }).hooks;
}

async function attempt(name: string, from: TestAuth = auth): Promise<Trial> {
  const reply = await from.post(`/admin/hooks/${name}/test`, {}, from.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Trial;
}

test("GET /admin/hooks says where each hook is and how its last calls went, newest first, without a secret", async () => {
  const person = await signUp();
  answers["customize-access-token"] = refuses(403, "not today");
  assert.equal((await signIn(person)).status, 403);
  answers["customize-access-token"] = () => ({ status: 500, body: "" });
  assert.equal((await signIn(person)).status, 500);
  const hooks = await list();
  assert.deepEqual(
    hooks.map(({ name, enabled }) => [name, enabled]),
    [
      ["before_user_created", true],
      ["after_user_created", false],
      ["custom_access_token", true],
      ["password_verification_attempt", true],
      ["mfa_verification_attempt", true],
      ["send_email", false],
      ["send_sms", false],
    ],
  );
  const tokens = hooks.find(({ name }) => name === "custom_access_token");
  assert.deepEqual([tokens?.kind, tokens?.target, tokens?.secrets], ["http", `${operator.url}/custom_access_token`, 2]);
  assert.deepEqual(
    tokens?.calls.map(({ outcome, error }) => [outcome, error]),
    [
      ["failed", "unexpected_failure"],
      ["refused", "unknown"],
      ["answered", null],
    ],
  );
  assert.ok(tokens?.calls.every(({ milliseconds }) => milliseconds >= 0 && milliseconds < 60_000));
  assert.deepEqual(
    hooks.filter(({ enabled }) => !enabled).map(({ kind, target, calls }) => [kind, target, calls]),
    Array(3).fill([null, null, []]),
  );
  assert.ok(!JSON.stringify(hooks).includes(newSecret.slice(6)));
});

test("GET /admin/hooks leaves out the query of an address, which may have a key in it", async () => {
  await using other = await startTestAuth(hookVariables("SEND_SMS", "https://sms.example.com/send?key=very-secret"));
  const reply = await other.get("/admin/hooks", other.admin);
  assert.ok(reply.text.includes("https://sms.example.com/send") && !reply.text.includes("very-secret"));
});

test("of each hook the last 50 calls are kept", async () => {
  const { db } = auth.service.world;
  await db.run(sql`delete from hook_calls`);
  const call = (hook: "sendSms" | "sendEmail", milliseconds: number) =>
    ({ hook, at: auth.clock.now(), milliseconds, outcome: "answered", error: null }) as const;
  await insertCalls(db, [call("sendEmail", 7), ...Array.from({ length: 70 }, (_, index) => call("sendSms", index))]);
  await trimCalls(db);
  const calls = await listCalls(db);
  assert.deepEqual(
    [calls.length, calls[0]?.milliseconds, calls.at(-2)?.milliseconds, calls.at(-1)?.hook],
    [51, 69, 20, "sendEmail"],
  );
});

test("POST /admin/hooks/:name/test sends a signed sample about nobody, shows the answer, and changes nothing", async () => {
  const before = (await list()).find(({ name }) => name === "custom_access_token")?.calls.length;
  const trial = await attempt("custom_access_token");
  assert.deepEqual([trial.outcome, trial.problem, trial.sent.metadata.test], ["answered", undefined, true]);
  const [request] = operator.requests;
  const real = Date.now;
  Date.now = () => auth.clock.now().getTime();
  try {
    const verified = new Webhook(newSecret).verify(request?.body ?? "", request?.headers as Record<string, string>);
    assert.deepEqual(verified, trial.sent);
  } finally {
    Date.now = real;
  }
  const { claims } = JSON.parse(trial.answer ?? "") as { claims: { sub: string; email: string } };
  assert.deepEqual([claims.sub, claims.email], ["00000000-0000-0000-0000-000000000000", "sample@example.com"]);
  assert.equal((await list()).find(({ name }) => name === "custom_access_token")?.calls.length, before, "no call of a user");

  for (const name of ["before_user_created", "password_verification_attempt", "mfa_verification_attempt"])
    assert.equal((await attempt(name)).outcome, "answered", name);
  assert.equal(requestsOf("before-user-created")[0]?.user.email, "sample@example.com");
  assert.equal((await auth.get("/admin/users?search=sample@example.com", auth.admin)).text.includes("sample@"), false);
});

test("POST /admin/hooks/:name/test shows what is wrong with a hook, and never what signs its requests", async () => {
  answers["customize-access-token"] = refuses(403, "not today");
  const refused = await attempt("custom_access_token");
  assert.deepEqual([refused.outcome, refused.problem], ["refused", "not today"]);
  answers["customize-access-token"] = ({ claims }) => json({ claims: { ...claims, role: "service_role" }, echo: newSecret });
  const raised = await attempt("custom_access_token");
  assert.equal(raised.outcome, "failed");
  assert.match(raised.problem ?? "", /role was raised/);
  assert.ok(raised.answer?.includes('"echo": "(hidden)"'), raised.answer);
  answers["customize-access-token"] = () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<p>" });
  const broken = await attempt("custom_access_token");
  assert.deepEqual([broken.outcome, broken.answer], ["failed", undefined]);
  answers["password-verification"] = () => json({ long: "x".repeat(30_000) });
  assert.ok((await attempt("password_verification_attempt")).answer?.endsWith("x…"));
});

test("POST /admin/hooks/:name/test undoes what a function of the database writes", async () => {
  await using other = await startTestAuth({
    HOOK_BEFORE_USER_CREATED_ENABLED: "true",
    HOOK_BEFORE_USER_CREATED_URI: "pg-functions://postgres/public/note_user",
    HOOK_SEND_SMS_ENABLED: "true",
    HOOK_SEND_SMS_URI: "pg-functions://postgres/public/fails",
    ...hookVariables("SEND_EMAIL", "http://localhost:1/nobody"),
  });
  const { db } = other.service.world;
  await db.run(sql`create table public.noted (email text)`);
  await db.run(sql`
    create function public.note_user(event jsonb) returns jsonb language sql as $$
      insert into public.noted values (event -> 'user' ->> 'email');
      select jsonb_build_object('noted', (select count(*) from public.noted)) $$`);
  await db.run(sql`create function public.fails(event jsonb) returns jsonb language plpgsql as $$ begin raise 'no'; end $$`);
  const trial = await attempt("before_user_created", other);
  assert.deepEqual([trial.outcome, JSON.parse(trial.answer ?? "")], ["answered", { noted: 1 }]);
  assert.equal((await db.one<{ count: number }>(sql`select count(*) as count from public.noted`)).count, 0);
  const failing = await attempt("send_sms", other);
  assert.deepEqual([failing.outcome, failing.problem], ["failed", "The hook send-sms failed: its function failed with P0001"]);
  assert.deepEqual([(await attempt("send_email", other)).problem], ["The hook send-email could not be reached"]);
  const [hook] = await list(other);
  assert.deepEqual([hook?.kind, hook?.target, hook?.secrets], ["postgres", "public.note_user", 0]);
});

test("POST /admin/hooks/:name/test is for who may, and for hooks that are on", async () => {
  assert.deepEqual(code(await auth.post("/admin/hooks/send_sms/test", {}, auth.admin)), [422, "hook_disabled"]);
  for (const name of ["nobody", "sendSms", "__proto__"])
    assert.deepEqual(code(await auth.post(`/admin/hooks/${name}/test`, {}, auth.admin)), [404, "hook_not_found"], name);
  await using other = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const support = await administrator(other, "support");
  assert.equal((await other.get("/admin/hooks", support.headers)).status, 200);
  assert.deepEqual(code(await other.post("/admin/hooks/send_sms/test", {}, support.headers)), [403, "right_missing"]);
  const security = await administrator(other, "security");
  assert.deepEqual(code(await other.post("/admin/hooks/send_sms/test", {}, security.headers)), [422, "hook_disabled"]);
});
