// No statement of the service may read a large table whole. Every statement that a walk through the endpoints sends is explained.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Sql, sql } from "../kernel/sql/sql.ts";
import { type HttpSink, startHttpSink } from "../kernel/testing/http_sink.ts";
import { ONLY_SENDS } from "../kernel/testing/only_sends.ts";
import { type OidcStandIn, startOidcStandIn } from "./external/testing/oidc_stand_in.ts";
import { OAUTH } from "./oauth_server/testing.ts";
import { routes } from "./routes.ts";
import { STAND_INS, startGateway, type TestGateway } from "./sms/testing.ts";
import { makeKeys, variableOf } from "./sso/testing.ts";
import { walkAdministration } from "./testing/walk_administration.ts";
import { walkApps, walkFactors, walkPasskeys, walkServer, walkSessions, walkSso } from "./testing/walks.ts";
import { startTestAuth, type TestAuth } from "./testing.ts";
import { deliverWebhooks } from "./webhooks/testing.ts";

const USERS = ONLY_SENDS ? 100 : 30_000;
const LARGE = [
  ...["users", "identities", "sessions", "one_time_tokens", "flow_states", "audit_log_entries", "mail_pauses", "outbox", "tries"],
  ...["factors", "factor_challenges", "recovery_codes", "passkeys", "passkey_challenges", "own_deletions", "devices"],
  ...["oauth_clients", "oauth_authorizations", "oauth_consents", "user_changes", "bulk_jobs", "bulk_job_users", "last_sign_ins"],
  ...["user_import_parts", "user_import_results"],
];

let auth: TestAuth;
let oidc: OidcStandIn;
/** The same database behind a service with a captcha, and with a gateway that makes the codes of text messages. */
let guarded: TestAuth;
let gateway: TestGateway;
let captcha: HttpSink;
const statements = new Map<string, Sql>();

before(async () => {
  const ways = { EXTERNAL_PHONE_ENABLED: "true", EXTERNAL_ANONYMOUS_USERS_ENABLED: "true", RATE_LIMIT_EMAIL_SENT: "1000" };
  oidc = await startOidcStandIn(() => auth.clock.now());
  const more = {
    MAILER_NOTIFICATIONS_NEW_DEVICE_ENABLED: "true",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    PASSKEY_ENABLED: "true",
    IMPERSONATION_ENABLED: "true",
    RATE_LIMIT_PASSKEY: "1000",
    ...OAUTH,
    MAILER_AUTOCONFIRM: "false",
  };
  const saml = { SAML_ENABLED: "true", SAML_PRIVATE_KEY: variableOf(makeKeys()) };
  auth = await startTestAuth({ ...ways, ...oidc.variables, ...more, ...saml });
  gateway = await startGateway("twilio_verify");
  captcha = await startHttpSink(() => ({ status: 200, body: { success: true } }));
  const guards = {
    SMS_PROVIDER: "twilio_verify",
    SMS_GATEWAY_URL: gateway.url,
    ...STAND_INS.twilio_verify.variables,
    SECURITY_CAPTCHA_ENABLED: "true",
    SECURITY_CAPTCHA_SECRET: "secret",
    SECURITY_CAPTCHA_URL: captcha.url,
    SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
    SMS_MAX_FREQUENCY: "0",
  };
  guarded = await startTestAuth({ ...ways, ...guards }, () => auth.database.url);
  await fill(auth);
});

after(async () => {
  for (const each of [guarded, auth, oidc, gateway, captcha]) await each[Symbol.asyncDispose]();
});

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
    sql`insert into flow_states (id, user_id, linking_user_id, authentication_method, provider, state_hash, code_challenge,
                                 code_challenge_method, created_at)
        select gen_random_uuid(), id, id, 'oauth', 'google', id::text::bytea, repeat('a', 43), 's256', created_at from users`,
    sql`insert into audit_log_entries (id, payload, created_at)
        select gen_random_uuid(), json_build_object('action', 'login', 'actor_username', email), created_at from users`,
    sql`insert into mail_pauses (key, sent_at) select id::text::bytea, created_at from users`,
    sql`insert into tries (key, count, over_at) select id::text::bytea, 1, created_at from users`,
    sql`insert into outbox (id, kind, template, address_key, created_at, delivered_at, user_id)
        select id, 'mail', 'recovery', id::text::bytea, created_at, created_at, id from users`,
    sql`insert into user_changes (user_id, change, created_at) select id, 'password_changed', created_at from users`,
    sql`insert into factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
        select id, id, 'totp', 'verified', '', created_at, created_at from users`,
    sql`update users set has_factor = true, shown_factors = show_factors(id)`,
    sql`insert into factor_challenges (id, factor_id, ip, created_at, expires_at) select id, id, '', created_at, created_at from users`,
    sql`insert into recovery_codes (factor_id, code_mac) select id, id::text::bytea from users`,
    sql`insert into passkeys (id, user_id, credential_id, public_key, sign_count, aaguid, transports, device_type, backed_up, friendly_name,
                              created_at, updated_at)
        select id, id, id::text, '', 0, id, '{}', 'singleDevice', false, '', created_at, created_at from users`,
    sql`insert into passkey_challenges (id, user_id, ceremony, challenge, created_at, expires_at)
        select id, id, 'registration', '', created_at, created_at from users`,
    sql`insert into devices (user_id, name, created_at) select id, 'Firefox on Linux', created_at from users`,
    sql`insert into oauth_clients (id, client_type, auth_method, redirect_uris, post_logout_redirect_uris, grant_types, registration_type, created_at,
                                   updated_at)
        select id, 'public', 'none', '{}', '{}', '{}', 'manual', created_at, created_at from users`,
    sql`insert into oauth_authorizations (id, client_id, user_id, redirect_uri, scopes, resources, code_challenge, asks_again, created_at, expires_at,
                                          code_hash)
        select id, id, id, '', '{}', '{}', '', false, created_at, created_at, id::text::bytea from users`,
    sql`insert into oauth_consents (user_id, client_id, scopes, resources, is_remembered, granted_at)
        select id, id, '{}', '{}', true, created_at from users`,
    sql`insert into bulk_jobs (id, act, parameters, selection, actor_kind, request, state, total, created_at, ended_at)
        select id, 'sign_out', '{}', '{}', 'token', '{"administrator": {"kind": "token", "id": null, "name": "", "reason": null}}', 'done', 1, created_at, created_at from users`,
    sql`insert into bulk_job_users (job_id, position, user_id, outcome) select id, 1, id, 'done' from users`,
    sql`insert into user_imports (id, source, file_name, actor_kind, request, state, created_at, changed_at, ended_at)
        select id, 'cofre', '', 'token', '{"administrator": {"kind": "token", "id": null, "name": "", "reason": null}}', 'done',
               created_at, created_at, created_at from users order by id limit 300`,
    sql`insert into user_import_parts (import_id, number, first_line, lines, settled)
        select user_imports.id, n, n, 1, true from user_imports, generate_series(1, 100) n`,
    sql`insert into user_import_results (import_id, line, outcome, notes)
        select user_imports.id, n, 'refused', '[]' from user_imports, generate_series(1, 100) n`,
    sql`insert into own_deletions (user_id, deleted_at) select gen_random_uuid(), created_at from users`,
    sql`analyze`,
  ];
  for (const step of steps) {
    await world.db.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = 0`);
      // The trigger of factors writes users one by one, which takes longer than all the rest.
      if (step.text.includes("into factors")) await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(step);
    });
  }
  // As it is in a table that has been there for a while: they are counted by an index alone.
  await world.db.run(sql`vacuum users`);
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
  const { db } = auth.service.world;
  for (const { service } of [auth, guarded]) service.world.db.observer = (statement) => statements.set(statement.text, statement);
  await walk(auth);
  await walkFactors(auth);
  await walkPasskeys(auth);
  await walkSessions(auth);
  await walkApps(auth);
  await walkProviders();
  await walkGuards();
  await walkSso(auth);
  await walkServer(auth);
  await walkAdministration(auth);
  for (const { service } of [auth, guarded]) service.world.db.observer = undefined;
  assert.ok(statements.size >= 65, `only ${statements.size} statements were seen`);
  assert.deepEqual(leftOut(), [], "these routes are not on the walk");
  if (ONLY_SENDS) return;
  const explain = async (statement: Sql) => {
    const [row] = await db.many<{ "QUERY PLAN": { Plan: Plan }[] }>(sql`explain (format json) ${statement}`);
    return wholeReads(row?.["QUERY PLAN"][0]?.Plan as Plan);
  };
  assert.deepEqual(
    await explain(sql`select id from users where role = ${"x"}`),
    ["users"],
    "the check itself must be able to fail",
  );
  const offences: string[] = [];
  for (const [text, statement] of statements) {
    if (/^\s*(begin|commit|rollback|lock|set|explain)/i.test(text)) continue;
    const tables = await explain(statement);
    if (tables.length > 0) offences.push(`${[...new Set(tables)].join(", ")}: ${text.replace(/\s+/g, " ").trim()}`);
  }
  assert.deepEqual(offences, []);
});

function leftOut(): string[] {
  const requests = [...auth.logged, ...guarded.logged].filter(({ message }) => message === "request");
  const questions = new Set(requests.map(({ fields }) => `${fields.method} ${fields.route}`));
  return routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !questions.has(route));
}

/** Calls each endpoint in a way that reaches its statements; what it answers is for other tests. */
async function walk(service: TestAuth): Promise<void> {
  const { admin } = service;
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
  for (const path of ["/ready", "/health", "/settings", "/.well-known/jwks.json"]) await service.get(path);
  for (const name of ["ServiceProviderConfig", "ResourceTypes", "Schemas"]) await service.get(`/scim/v2/${name}`);
  for (const path of ["/recover", "/magiclink", "/otp", "/resend"]) {
    for (const email of [ana.email, "nobody@example.com", "user2@example.com"])
      await service.post(path, { email, type: "signup" });
  }
  await service.post("/verify", { type: "recovery", email: ana.email, token: "000000" });
  await service.post("/verify", { type: "email", token_hash: "00" });
  await service.get("/verify?type=signup&token=00");
  await service.post("/token?grant_type=pkce", { auth_code: "0", code_verifier: "0" });
  await service.get("/reauthenticate", me);
  const urls = ["authorization_url", "token_url", "userinfo_url"].map((name) => [name, "https://provider.example.com/x"]);
  const naming = { identifier: "custom:work", name: "Work", client_id: "x", client_secret: "x", provider_type: "oauth2" };
  await service.post("/admin/custom-providers", { ...naming, ...Object.fromEntries(urls) }, admin);
  for (const path of ["/admin/custom-providers", "/admin/custom-providers/custom:work"]) await service.get(path, admin);
  await service.get("/authorize?provider=custom:work");
  for (const method of ["PUT", "DELETE"] as const)
    await service.call("/admin/custom-providers/custom:work", {
      method,
      headers: admin,
      ...(method === "PUT" && { body: { name: "Works" } }),
    });
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
  await walkAdmin(service, session.user.id);
  for (const scope of ["local", "others", "global"]) await service.post(`/logout?scope=${scope}`, "", me);
}

/** By cursor: each filter, each order, and some at once. */
const LISTS = [
  ...["state=banned", "state=confirmed", "provider=google", "factor=true", "factor=false", "created_from=2026-01-01"],
  ...["last_sign_in_from=2026-01-01", "last_sign_in_to=2026-01-01", "never_signed_in=true", "server_role=any"],
  ...["metadata=user.full_name:User%2077", "search=user77@example.com", "search=user%2077", "search=5511988887777"],
  ...["search=7c9e6679", "sort=email", "sort=last_sign_in_at", "sort=email%20desc&provider=email&state=sso"],
].map((query) => `?limit=50&total=true&${query}`);

async function walkAdmin(service: TestAuth, userId: string): Promise<void> {
  const { admin } = service;
  const put = (path: string, body: unknown) => service.call(path, { method: "PUT", body, headers: admin });
  for (const query of [
    "",
    "?page=3&per_page=20",
    "?filter=user77",
    "?email=user5@example.com",
    "?sort=created_at%20desc",
    ...LISTS,
  ]) {
    await service.get(`/admin/users${query}`, admin);
  }
  await service.get(`/admin/users/${userId}`, admin);
  await service.post("/admin/users", { email: "made@example.com", password: "by the admin" }, admin);
  await service.post(`/admin/users/${randomUUID()}`, { email: "named@example.com", password: "by the admin" }, admin);
  await put(`/admin/users/${userId}`, { ban_duration: "1h", password: "changed by admin", email: "moved@example.com" });
  await service.post("/invite", { email: "invited@example.com" }, admin);
  for (const type of ["magiclink", "recovery", "signup", "invite"]) {
    await service.post("/admin/generate_link", { type, email: "user9@example.com", password: "correct horse" }, admin);
  }
  // Its address is looked up when something is sent, and refused then.
  const hook = (await service.post("/admin/webhooks", { url: "https://localhost/" }, admin)).body as { id: string };
  await service.post(`/admin/webhooks/${hook.id}/ping`, {}, admin);
  for (const path of ["", `/${hook.id}`, `/${hook.id}/deliveries`]) await service.get(`/admin/webhooks${path}`, admin);
  await service.post(`/admin/webhooks/${hook.id}/rotate_secret`, {}, admin);
  await service.post("/admin/users", { email: "told@example.com" }, admin);
  await deliverWebhooks(auth);
  const listed = await service.get(`/admin/webhooks/${hook.id}/deliveries`, admin);
  assert.equal(listed.status, 200, listed.text);
  const [sent] = (listed.body as { deliveries: { id: number }[] }).deliveries;
  await service.post(`/admin/webhooks/${hook.id}/deliveries/${sent?.id}/resend`, {}, admin);
  await put(`/admin/webhooks/${hook.id}`, { skip_missed: true });
  await deliverWebhooks(auth);
  await service.call(`/admin/webhooks/${hook.id}`, { method: "DELETE", headers: service.admin });
  const filters = [`?user_id=${userId}`, "?action=logout&ip_address=::1", "?from=2020-01-01T00:00:00Z&query=author:user7"];
  for (const query of ["", "?query=action:login", "?query=author:user7@example.com", ...filters])
    await service.get(`/admin/audit${query}`, admin);
  await service.call(`/admin/users/${userId}`, { method: "DELETE", body: { should_soft_delete: true }, headers: admin });
  await service.post("/service/check_password", { email: "user11@example.com", password: "x" }, admin);
  await service.get("/service/user_changes?after=0&wait=0", admin);
  const invitation = { email: "shared@example.com", inviter: "user9@example.com", token: "a-token-of-another-service", days: 7 };
  await service.post("/service/invitations", invitation, admin);
}

const tokenOf = ({ hash }: URL) => new URLSearchParams(hash.slice(1)).get("access_token");
const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });

/** The ways by a provider: every one of them must end where it should, or its statements were not seen. */
async function walkProviders(): Promise<void> {
  const cookieOf = (cookies: readonly string[] = []) => ({ cookie: cookies.map((each) => each.split(";")[0]).join("; ") });
  const callback = async (location: string | undefined, cookies: readonly string[] = []) => {
    const { searchParams } = await oidc.visit(location ?? "");
    return auth.get(`/callback?${searchParams}`, cookieOf(cookies));
  };
  const back = async (location: string | undefined, cookies: readonly string[] = []) =>
    new URL((await callback(location, cookies)).headers.location ?? "");
  const visit = async (email: string, query: Record<string, string> = {}, verified = true) => {
    Object.assign(oidc.person, { email, verified, subject: `of ${email}` });
    const { headers } = await auth.get(`/authorize?${new URLSearchParams({ provider: "google", ...query })}`);
    return back(headers.location, headers["set-cookie"]);
  };
  const first = tokenOf(await visit("provided@example.com"));
  assert.ok(first && tokenOf(await visit("provided@example.com")), "a new person, and again");
  assert.ok(tokenOf(await visit("user21@example.com")), "linked by a verified address");
  await auth.post("/signup", { email: "nobodys@example.com", password: "correct horse" });
  assert.ok(tokenOf(await visit("nobodys@example.com")), "an account that nobody had confirmed");
  const doubted = await visit("doubted@example.com", {}, false);
  assert.equal(doubted.searchParams.get("error_code"), "provider_email_needs_verification");
  const { url } = (await auth.post("/admin/providers/google/tries", {}, auth.admin)).body as { url: string };
  const { pathname, search } = new URL(url);
  const tried = await auth.get(pathname + search);
  assert.equal((await callback(tried.headers.location, tried.headers["set-cookie"])).status, 200);
  const stranger = await auth.get("/callback?state=unknown&code=x");
  assert.match(stranger.headers.location ?? "", /bad_oauth_state/);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  await auth.post("/callback", "state=unknown&code=x", form);

  const verifier = "a".repeat(43);
  const { searchParams } = await visit("coded@example.com", { code_challenge: verifier, code_challenge_method: "plain" });
  const exchange = { auth_code: searchParams.get("code"), code_verifier: verifier };
  assert.equal((await auth.post("/token?grant_type=pkce", exchange)).status, 200);

  const link = await auth.post("/admin/generate_link", { type: "invite", email: "guest@example.com" }, auth.admin);
  const { hashed_token: invitation } = link.body as { hashed_token: string };
  assert.ok(tokenOf(await visit("guest@example.com", { invite_token: invitation })), "an invitation");

  Object.assign(oidc.person, { email: "other@example.com", subject: "other" });
  const opened = await auth.get("/user/identities/authorize?provider=keycloak", bearer(first));
  const page = await callback(opened.headers.location, opened.headers["set-cookie"]);
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const pressed = await auth.post("/callback/confirm", new URLSearchParams({ token, answer: "join" }).toString(), {
    ...form,
    ...cookieOf(page.headers["set-cookie"]),
  });
  const linked = bearer(tokenOf(new URL(pressed.headers.location ?? "")));
  const user = (await auth.get("/user", linked)).body as { identities: { identity_id: string; provider: string }[] };
  const added = user.identities.find(({ provider }) => provider === "keycloak")?.identity_id;
  assert.equal((await auth.call(`/user/identities/${added}`, { method: "DELETE", headers: linked })).status, 200);
  const challenge = new URLSearchParams({ provider: "keycloak", code_challenge: verifier, code_challenge_method: "plain" });
  const again = await auth.get(`/user/identities/authorize?${challenge}`, linked);
  const code = (await back(again.headers.location, again.headers["set-cookie"])).searchParams.get("code");
  assert.equal((await auth.post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier })).status, 200, "a link");

  Object.assign(oidc.person, { email: "app@example.com", verified: true, subject: "app" });
  const grant = async (body: object, headers = {}) =>
    auth.post("/token?grant_type=id_token", { provider: "google", id_token: await oidc.idToken("google"), ...body }, headers);
  for (let time = 0; time < 2; time++) assert.equal((await grant({})).status, 200, "an identity token");
  oidc.person.subject = "linked by token";
  assert.equal((await grant({ link_identity: true }, linked)).status, 200, "an identity token that links");
}

/** What stands before an endpoint, and the codes that a gateway makes and judges. */
async function walkGuards(): Promise<void> {
  let tokens = 0;
  const pass = () => ({ captcha_token: `token ${++tokens}` });
  const phone = "5511966665555";
  assert.equal((await guarded.post("/recover", { email: "user31@example.com", ...pass() })).status, 200);
  assert.equal((await guarded.post("/otp", { email: "user32@example.com", ...pass() })).status, 200);
  const signIn = await guarded.post("/token?grant_type=password", { email: "user31@example.com", password: "x", ...pass() });
  assert.equal(signIn.status, 400);
  assert.equal((await guarded.post("/otp", { phone, ...pass() })).status, 200);
  assert.equal((await guarded.post("/resend", { type: "sms", phone, ...pass() })).status, 200);
  gateway.codes.set(phone, "1234567890");
  assert.equal((await guarded.post("/verify", { type: "sms", phone, token: "0000000000" })).status, 403);
  gateway.instead = { status: 500 };
  assert.equal((await guarded.post("/verify", { type: "sms", phone, token: "0000000000" })).status, 503);
  gateway.instead = undefined;
  const verified = await guarded.post("/verify", { type: "sms", phone, token: "1234567890" });
  assert.equal(verified.status, 200, verified.text);
  const me = { authorization: `Bearer ${(verified.body as { access_token: string }).access_token}` };
  assert.equal((await guarded.get("/reauthenticate", me)).status, 200);
  const change = { password: "another horse", nonce: "000000" };
  assert.equal((await guarded.call("/user", { method: "PUT", body: change, headers: me })).status, 422);
  const next = { phone: "5511966664444" };
  assert.equal((await guarded.call("/user", { method: "PUT", body: next, headers: me })).status, 200);
  assert.equal((await guarded.post("/resend", { type: "phone_change", ...next, ...pass() })).status, 200);
  await guarded.post("/verify", { type: "phone_change", ...next, token: "0000000000" });
}
