// No statement of the service may read a large table whole. Every statement that a walk through the endpoints sends is explained.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Sql, Sql as Statement, sql } from "../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "./testing.ts";

const USERS = 100_000;
const LARGE = ["users", "identities", "sessions", "one_time_tokens", "audit_log_entries", "mail_pauses", "outbox"];

let auth: TestAuth;
const statements = new Map<string, Sql>();

before(async () => {
  auth = await startTestAuth({
    MAILER_AUTOCONFIRM: "false",
    EXTERNAL_PHONE_ENABLED: "true",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    RATE_LIMIT_EMAIL_SENT: "1000",
  });
  await fill(auth);
});

after(() => auth[Symbol.asyncDispose]());

async function fill({ service: { world } }: TestAuth): Promise<void> {
  const steps = [
    sql`insert into users (id, aud, role, email, phone, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
        select gen_random_uuid(), 'authenticated', 'authenticated', 'user' || n || '@example.com', '55119' || lpad(n::text, 8, '0'), now(),
               jsonb_build_object('full_name', 'User ' || n), now() - n * interval '1 second', now()
          from generate_series(1, ${USERS}::int) n`,
    sql`insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
        select gen_random_uuid(), 'email', id, id, jsonb_build_object('sub', id, 'email', email), created_at, created_at from users`,
    sql`insert into sessions (id, user_id, amr, refreshed_at, ip, created_at, revoked_at)
        select gen_random_uuid(), id, '[]', created_at, '', created_at, case when random() < 0.01 then created_at end from users`,
    sql`insert into one_time_tokens (user_id, purpose, relates_to, token_hash, code_mac, created_at, expires_at)
        select id, 'recovery', email, id::text::bytea, '', created_at, created_at from users`,
    sql`insert into audit_log_entries (id, payload, created_at)
        select gen_random_uuid(), json_build_object('action', 'login', 'actor_username', email), created_at from users`,
    sql`insert into mail_pauses (key, sent_at) select id::text::bytea, created_at from users`,
    sql`insert into outbox (id, kind, template, address_key, created_at, delivered_at)
        select id, 'mail', 'recovery', id::text::bytea, created_at, created_at from users`,
    sql`analyze`,
  ];
  for (const step of steps) {
    await world.db.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = 0`);
      await tx.run(step);
    });
  }
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

function wholeReads(plan: Plan): string[] {
  const here =
    plan["Node Type"].includes("Seq Scan") && LARGE.includes(plan["Relation Name"] ?? "")
      ? [plan["Relation Name"] as string]
      : [];
  return [...here, ...(plan.Plans ?? []).flatMap(wholeReads)];
}

test("no statement reads a large table whole", async () => {
  const { db, config } = auth.service.world;
  db.observer = (statement) => statements.set(statement.text, statement);
  await walk(auth, config.jwtSecret);
  db.observer = undefined;
  assert.ok(statements.size >= 10, `only ${statements.size} statements were seen`);
  const explain = async ({ parts, values }: Sql) => {
    const explained = new Statement([`explain (format json) ${parts[0]}`, ...parts.slice(1)], values);
    const [row] = await db.many<{ "QUERY PLAN": { Plan: Plan }[] }>(explained);
    return wholeReads(row?.["QUERY PLAN"][0]?.Plan as Plan);
  };
  assert.deepEqual(
    await explain(sql`select id from users where role = ${"x"}`),
    ["users"],
    "the check itself must be able to fail",
  );
  const offences: string[] = [];
  for (const [text, statement] of statements) {
    if (/^\s*(begin|commit|rollback)/i.test(text)) continue;
    const tables = await explain(statement);
    if (tables.length > 0) offences.push(`${[...new Set(tables)].join(", ")}: ${text.replace(/\s+/g, " ").trim()}`);
  }
  assert.deepEqual(offences, []);
});

/** Calls each endpoint in a way that reaches its statements; what it answers is for other tests. */
async function walk(service: TestAuth, secret: string): Promise<void> {
  const { createSigner } = await import("fast-jwt");
  const admin = { authorization: `Bearer ${createSigner({ key: secret })({ role: "service_role" })}` };
  const ana = { email: "ana@example.com", password: "correct horse" };
  await service.post("/signup", ana);
  await service.post("/signup", { email: "user1@example.com", password: ana.password });
  await service.post("/signup", { phone: "5511988887777", password: ana.password });
  const anonymous = (await service.post("/signup", {})).body as { access_token: string; refresh_token: string };
  await service.service.world.db.run(sql`update users set email_confirmed_at = now() where email = ${ana.email}`);
  const session = (await service.post("/token?grant_type=password", ana)).body as {
    access_token: string;
    refresh_token: string;
    user: { id: string };
  };
  assert.ok(session.access_token);
  await service.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  const me = { authorization: `Bearer ${session.access_token}` };
  await service.get("/user", me);
  await service.get("/ready");
  for (const path of ["/recover", "/magiclink", "/otp", "/resend"]) {
    for (const email of [ana.email, "nobody@example.com", "user2@example.com"])
      await service.post(path, { email, type: "signup" });
  }
  await service.post("/verify", { type: "recovery", email: ana.email, token: "000000" });
  await service.post("/verify", { type: "email", token_hash: "00" });
  await service.get("/verify?type=signup&token=00");
  await service.post("/token?grant_type=pkce", { auth_code: "0", code_verifier: "0" });
  await service.get("/reauthenticate", me);
  const put = (path: string, body: unknown, headers: Record<string, string>) =>
    service.call(path, { method: "PUT", body, headers });
  for (const body of [
    { data: { a: 1 } },
    { password: "another horse" },
    { email: "new@example.com" },
    { phone: "5511977776666" },
  ]) {
    await put("/user", body, me);
  }
  await put("/user", { email: "user3@example.com" }, { authorization: `Bearer ${anonymous.access_token}` });
  for (const query of ["", "?page=3&per_page=20", "?filter=user77", "?email=user5@example.com", "?sort=created_at%20desc"]) {
    await service.get(`/admin/users${query}`, admin);
  }
  await service.get(`/admin/users/${session.user.id}`, admin);
  await service.post("/admin/users", { email: "made@example.com", password: "by the admin" }, admin);
  await put(
    `/admin/users/${session.user.id}`,
    { ban_duration: "1h", password: "changed by admin", email: "moved@example.com" },
    admin,
  );
  await service.post("/invite", { email: "invited@example.com" }, admin);
  for (const type of ["magiclink", "recovery", "signup", "invite"]) {
    await service.post("/admin/generate_link", { type, email: "user9@example.com", password: "correct horse" }, admin);
  }
  for (const query of ["", "?query=action:login", "?query=author:user7@example.com"])
    await service.get(`/admin/audit${query}`, admin);
  await service.call(`/admin/users/${session.user.id}`, { method: "DELETE", body: { should_soft_delete: true }, headers: admin });
  await service.post("/service/check_password", { email: "user11@example.com", password: "x" }, admin);
  await service.get("/service/user_changes?after=0&wait=0", admin);
  for (const scope of ["local", "others", "global"]) await service.post(`/logout?scope=${scope}`, "", me);
}
