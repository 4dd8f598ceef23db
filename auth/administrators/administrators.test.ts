import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { AUTOCONFIRM, ana, bearer, signUp } from "../account/testing.ts";
import { answer, codeOf, signUpWithFactor } from "../factors/testing.ts";
import { insertGrant } from "../grants/queries.ts";
import { ALL_RIGHTS, RIGHTS, type Right, roleHas } from "../grants/rights.ts";
import { SERVER_ROLES, type ServerRole } from "../grants/role.ts";
import { routes } from "../routes.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { administrator, headersOf } from "./testing.ts";

const verdict = ({ status, body }: Reply) => [status, (body as { error_code?: string } | undefined)?.error_code];
const NOBODY = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

const ADMIN_ROUTES = routes.filter(({ access }) => access === "admin");

test("every endpoint for administrators names the right that it needs, and every right is needed by one", () => {
  for (const { method, path, right } of ADMIN_ROUTES) assert.ok(right, `${method} ${path}`);
  const needed = new Set(ADMIN_ROUTES.flatMap(({ right }) => (typeof right === "string" ? [right] : [])));
  const chosen: Right[] = [
    "finance:read",
    "audit:read",
    "audit:export",
    "users:export",
    "users:write",
    "users:unban",
    "users:delete",
    "users:erase",
  ];
  const ofSettings: Right[] = ["settings:write", "security_settings:write"];
  assert.deepEqual([...needed, ...chosen, ...ofSettings].toSorted(), ALL_RIGHTS.toSorted());
});

/** Calls that each need one right, with bodies that are well-formed. */
const CALLS: [Right, method: string, path: string, body?: object][] = [
  ["administrators:read", "GET", "/admin/administrators"],
  ["administrators:write", "PUT", `/admin/administrators/${NOBODY}`, { role: "viewer" }],
  ["administrators:write", "DELETE", `/admin/administrators/${NOBODY}`],
  ["api_keys:read", "GET", "/admin/api-keys"],
  ["api_keys:read", "GET", `/admin/api-keys/${NOBODY}`],
  ["api_keys:write", "DELETE", `/admin/api-keys/${NOBODY}`],
  ["api_keys:write", "POST", `/admin/api-keys/${NOBODY}/rotate`, {}],
  ["audit:export", "GET", "/admin/acts?format=csv"],
  ["audit:export", "GET", "/admin/audit?format=jsonl"],
  ["audit:read", "GET", "/admin/acts"],
  ["audit:read", "GET", "/admin/audit"],
  ["credentials:write", "PUT", `/admin/users/${NOBODY}`, { password: "another horse" }],
  ["credentials:write", "PUT", `/admin/users/${NOBODY}`, { email: "eve@example.com" }],
  ["factors:write", "DELETE", `/admin/users/${NOBODY}/factors/${NOBODY}`],
  ["factors:write", "PUT", `/admin/users/${NOBODY}/factors/${NOBODY}`, { friendly_name: "x" }],
  ["hooks:read", "GET", "/admin/hooks"],
  ["hooks:test", "POST", "/admin/hooks/send_sms/test"],
  ["findings:read", "GET", "/admin/findings"],
  ["findings:write", "POST", "/admin/findings/nothing/dismiss"],
  ["findings:write", "POST", "/admin/findings/nothing/restore"],
  ["overview:read", "GET", "/admin/overview"],
  ["jobs:write", "DELETE", "/admin/jobs/99999999"],
  ["jobs:write", "POST", "/admin/jobs/99999999/retry"],
  ["maintenance:read", "GET", "/admin/jobs"],
  ["jobs:write", "DELETE", "/admin/outbox/11111111-1111-4111-8111-111111111111"],
  ["jobs:write", "POST", "/admin/outbox/11111111-1111-4111-8111-111111111111/retry"],
  ["maintenance:read", "GET", "/admin/outbox"],
  ["maintenance:read", "GET", "/admin/maintenance"],
  ["maintenance:read", "GET", "/admin/retention"],
  ["limits:release", "DELETE", "/admin/limits/subject", { ip_address: "192.0.2.9" }],
  ["mail:test", "POST", "/admin/mail/test", { to: "nobody" }],
  ["links:read", "POST", "/admin/generate_link", { type: "recovery", email: "nobody@example.com" }],
  ["protection:read", "GET", "/admin/limits"],
  ["protection:read", "GET", "/admin/limits/subject?ip_address=192.0.2.9"],
  ["protection:read", "GET", "/admin/protection"],
  ["protection:read", "POST", "/admin/passwords/test", { password: "x" }],
  ["password_hashes:export", "POST", "/admin/users/export"],
  ["providers:read", "GET", "/admin/custom-providers"],
  ["providers:read", "GET", "/admin/sso/providers"],
  ["providers:read", "POST", `/admin/sso/providers/${NOBODY}/test`, { attributes: [] }],
  ["providers:read", "GET", "/admin/providers"],
  ["providers:test", "POST", "/admin/providers/nobody/test"],
  ["providers:test", "POST", "/admin/providers/nobody/tries"],
  ["providers:test", "GET", `/admin/providers/google/tries/${NOBODY}`],
  ["providers:write", "DELETE", "/admin/custom-providers/custom:nobody"],
  ["providers:write", "DELETE", `/admin/sso/providers/${NOBODY}`],
  ["service:use", "GET", "/service/deleted_users"],
  ["sessions:read", "GET", "/admin/sessions"],
  ["sessions:end", "DELETE", `/admin/sessions/${NOBODY}`],
  ["settings:read", "GET", "/admin/settings"],
  ["settings:write", "PATCH", "/admin/settings", { base: 99, set: { MAILER_BRAND_NAME: "Casa" } }],
  ["security_settings:write", "PATCH", "/admin/settings", { base: 99, set: { PASSWORD_MIN_LENGTH: "9" } }],
  ["owner_settings:write", "PATCH", "/admin/settings", { base: 99, set: { IMPERSONATION_ENABLED: "true" } }],
  ["signing_keys:read", "GET", "/admin/signing-keys"],
  ["owner_settings:write", "POST", `/admin/signing-keys/${NOBODY}/sign`],
  ["owner_settings:write", "DELETE", `/admin/signing-keys/${NOBODY}`],
  ["sms:test", "POST", "/admin/sms/test", { to: "nobody" }],
  ["users:create", "POST", "/admin/users", {}],
  ["users:delete", "DELETE", `/admin/users/${NOBODY}`, { should_soft_delete: true }],
  ["users:erase", "DELETE", `/admin/users/${NOBODY}`, {}],
  ["users:invite", "POST", "/invite", {}],
  ["users:read", "GET", `/admin/users/${NOBODY}`],
  ["users:export", "GET", "/admin/users/export?search=nobody@example.com"],
  ["users:read", "GET", "/admin/user-imports"],
  ["users:read", "GET", `/admin/user-imports/${NOBODY}`],
  ["users:read", "GET", `/admin/user-imports/${NOBODY}/results`],
  ["users:import", "POST", "/admin/user-imports", { source: "cofre" }],
  ["users:import", "PUT", `/admin/user-imports/${NOBODY}/parts/1`, { lines: "{}" }],
  ["users:import", "POST", `/admin/user-imports/${NOBODY}/check`, { parts: 1 }],
  ["users:import", "POST", `/admin/user-imports/${NOBODY}/start`],
  ["users:import", "POST", `/admin/user-imports/${NOBODY}/cancel`],
  ["users:unban", "PUT", `/admin/users/${NOBODY}`, { ban_duration: "none" }],
  ["users:write", "PUT", `/admin/users/${NOBODY}`, { ban_duration: "24h" }],
  ["webhooks:read", "GET", "/admin/webhooks"],
  ["webhooks:write", "DELETE", `/admin/webhooks/${NOBODY}`],
];

for (const role of SERVER_ROLES)
  test(`a user with the role ${role} may do what it has the right to, and nothing else`, async () => {
    await using auth = await startTestAuth(AUTOCONFIRM);
    const { headers } = await administrator(auth, role);
    for (const [right, method, path, body] of CALLS) {
      const reply = await auth.call(path, { method, headers, ...(body && { body }) });
      const [status, code] = verdict(reply);
      const what = `${role} ${right} ${method} ${path}: ${reply.status} ${reply.text.slice(0, 200)}`;
      if (roleHas(role, right)) assert.ok(status !== 401 && status !== 403 && (status as number) < 500, what);
      else assert.deepEqual([status, code], [403, "right_missing"], what);
    }
  });

test("the roles are as documented: who may read, help, protect, administrate", () => {
  const holders = (right: Right) => SERVER_ROLES.filter((role) => roleHas(role, right));
  const everyone: ServerRole[] = ["viewer", "support", "security", "admin", "owner"];
  for (const right of ALL_RIGHTS.filter((each) => each.endsWith(":read") && each !== "links:read"))
    assert.deepEqual(holders(right), everyone, right);
  assert.deepEqual(holders("administrators:write"), ["owner"]);
  assert.deepEqual(holders("users:erase"), ["owner"]);
  assert.deepEqual(holders("password_hashes:export"), ["owner"]);
  assert.deepEqual(holders("users:export"), ["security", "admin", "owner"]);
  assert.deepEqual(holders("users:import"), ["admin", "owner"]);
  assert.deepEqual(holders("links:read"), ["admin", "owner"]);
  assert.deepEqual(holders("credentials:write"), ["admin", "owner"]);
  assert.deepEqual(holders("factors:write"), ["support", "admin", "owner"]);
  assert.deepEqual(holders("api_keys:write"), ["security", "admin", "owner"]);
  assert.ok("isGrave" in RIGHTS["administrators:write"] && "isGrave" in RIGHTS["credentials:write"]);
});

test("no role helps without a second factor, after ten minutes without a fresh proof, or once it is taken away", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, JWT_EXP: "12h" });
  const weak = await signUp(auth);
  assert.deepEqual(verdict(await auth.get("/admin/users", bearer(weak))), [403, "not_admin"]);
  await insertGrant(auth.service.world.db, { userId: weak.user.id, role: "owner", grantedBy: null, now: auth.clock.now() });
  assert.deepEqual(verdict(await auth.get("/admin/users", bearer(weak))), [403, "insufficient_aal"]);

  const { session, factor, id, headers } = await administrator(auth, "owner");
  assert.equal((await auth.get("/admin/users", headers)).status, 200);
  const grant = (reason?: string) =>
    auth.call(`/admin/administrators/${weak.user.id}`, {
      method: "PUT",
      body: { role: "viewer" },
      headers: headersOf(session, reason),
    });
  assert.deepEqual(verdict(await grant("")), [422, "reason_missing"]);
  auth.clock.advance(601);
  assert.deepEqual(verdict(await grant("why not")), [403, "reauthentication_needed"]);
  assert.equal((await auth.get("/admin/users", headers)).status, 200, "to look needs no fresh proof");
  const proved = await answer(auth, session, factor.id, codeOf(auth, factor));
  assert.equal(proved.status, 200, proved.text);
  assert.deepEqual(verdict(await grant("why not")), [204, undefined]);

  await auth.service.world.db.run(sql`delete from server_grants where user_id = ${id}`);
  assert.deepEqual(verdict(await auth.get("/admin/users", headers)), [403, "not_admin"]);
});

test("a reason is text of any language, of at most 500 characters, and is needed for what is grave alone", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session } = await administrator(auth, "admin");
  const someone = await signUp(auth);
  const change = (body: object, headers: Record<string, string>) =>
    auth.call(`/admin/users/${someone.user.id}`, { method: "PUT", body, headers: { ...headersOf(session, ""), ...headers } });
  assert.equal((await change({ user_metadata: { a: 1 } }, {})).status, 200);
  assert.deepEqual(verdict(await change({ password: "another horse" }, {})), [422, "reason_missing"]);
  assert.deepEqual(verdict(await change({ password: "another horse" }, { "audit-reason": "%20" })), [422, "reason_missing"]);
  assert.deepEqual(verdict(await change({ password: "another horse" }, { "audit-reason": "x".repeat(501) })), [
    400,
    "validation_failed",
  ]);
  const said = "José pediu – 100 % sure";
  assert.equal((await change({ password: "another horse" }, { "audit-reason": encodeURIComponent(said) })).status, 200);
  assert.equal((await change({ password: "another horse" }, { "audit-reason": "100 % sure" })).status, 200, "not encoded");
  const { acts } = (await auth.get(`/admin/acts?user_id=${someone.user.id}`, headersOf(session))).body as {
    acts: { reason: string }[];
  };
  assert.deepEqual(
    acts.map(({ reason }) => reason),
    ["100 % sure", said, null],
  );
});

test("owners name and dismiss administrators; the last of them stays, of two who dismiss each other at once too", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const [one, two] = [await administrator(auth, "owner", "one"), await administrator(auth, "owner", "two")];
  const someone = await signUp(auth);
  const name = (id: string, role: string, headers = one.headers) =>
    auth.call(`/admin/administrators/${id}`, { method: "PUT", body: { role }, headers });
  const dismiss = (id: string, headers = one.headers) => auth.call(`/admin/administrators/${id}`, { method: "DELETE", headers });

  assert.equal((await name(someone.user.id, "viewer")).status, 204);
  assert.equal((await name(someone.user.id, "support")).status, 204);
  const { administrators } = (await auth.get("/admin/administrators", one.headers)).body as {
    administrators: Record<string, unknown>[];
  };
  const listed = administrators.find(({ user_id: id }) => id === someone.user.id);
  assert.deepEqual(
    [listed?.email, listed?.role, listed?.granted_by, listed?.has_second_factor],
    [ana.email, "support", one.id, false],
  );
  assert.equal(administrators.length, 3);
  assert.equal((await dismiss(someone.user.id)).status, 204);
  assert.deepEqual(verdict(await dismiss(someone.user.id)), [404, "administrator_not_found"]);
  assert.deepEqual(verdict(await name(NOBODY, "viewer")), [404, "user_not_found"]);
  assert.deepEqual(verdict(await name(someone.user.id, "root")), [400, "validation_failed"]);

  const replies = await Promise.all([dismiss(two.id, one.headers), dismiss(one.id, two.headers)]);
  const owners = await auth.service.world.db.many<{ user_id: string }>(
    sql`select user_id from server_grants where role = 'owner'`,
  );
  assert.equal(owners.length, 1, "one is left");
  assert.equal(replies.filter(({ status }) => status === 204).length, 1);
  const left = owners.map(({ user_id: id }) => id)[0] === one.id ? one : two;
  assert.deepEqual(verdict(await dismiss(left.id, left.headers)), [422, "last_owner"]);
  assert.deepEqual(verdict(await name(left.id, "admin", left.headers)), [422, "last_owner"]);
});

test("nobody gets hold of the account of an administrator who may do more, nor makes an operator of anybody", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const owner = await administrator(auth, "owner");
  const admin = await administrator(auth, "admin");
  const support = await administrator(auth, "support");
  const upon = ({ id, factor, session }: typeof owner) => ({ id, factor: factor.id, email: session.user.email });
  const attacks = ({ id, factor, email }: ReturnType<typeof upon>): [method: string, path: string, body?: object][] => [
    ["POST", "/admin/generate_link", { type: "recovery", email }],
    ["DELETE", `/admin/users/${id}/factors/${factor}`],
    ["PUT", `/admin/users/${id}`, { password: "another horse" }],
    ["PUT", `/admin/users/${id}`, { email: "eve@example.com" }],
    ["PUT", `/admin/users/${id}`, { ban_duration: "24h" }],
    ["PUT", `/admin/users/${id}`, { app_metadata: { role: "x" } }],
    ["DELETE", `/admin/users/${id}`, { should_soft_delete: true }],
  ];
  const tryAll = async (by: typeof owner, whom: typeof owner) => {
    const codes = [];
    for (const [method, path, body] of attacks(upon(whom)))
      codes.push(verdict(await auth.call(path, { method, headers: by.headers, ...(body && { body }) }))[1]);
    return codes;
  };
  assert.deepEqual(await tryAll(admin, owner), Array(7).fill("administrator_protected"));
  for (const code of await tryAll(support, admin))
    assert.ok(["administrator_protected", "right_missing"].includes(String(code)), String(code));

  for (const role of auth.service.world.config.jwtAdminRoles) {
    const self = auth.call(`/admin/users/${admin.id}`, { method: "PUT", body: { role }, headers: admin.headers });
    assert.deepEqual(verdict(await self), [403, "right_missing"]);
    const other = auth.post("/admin/users", { email: "eve@example.com", password: "another horse", role }, admin.headers);
    assert.deepEqual(verdict(await other), [403, "right_missing"]);
  }
  assert.deepEqual(await tryAll(owner, admin), Array(7).fill(undefined), "an owner may");
});

test("metadata, a hook's claims and a token for an app give no role", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session } = await signUpWithFactor(auth);
  const { keys } = auth.service.world;
  await auth.call(`/admin/users/${session.user.id}`, {
    method: "PUT",
    body: { app_metadata: { role: "owner", roles: ["owner"], server_role: "owner" }, user_metadata: { role: "owner" } },
    headers: auth.admin,
  });
  assert.deepEqual(verdict(await auth.get("/admin/users", bearer(session))), [403, "not_admin"]);
  const claims = JSON.parse(Buffer.from(session.access_token.split(".")[1] as string, "base64url").toString()) as object;
  const claiming = keys.sign({ ...claims, roles: ["owner"], administrator: { kind: "token" } });
  assert.deepEqual(verdict(await auth.get("/admin/users", { authorization: `Bearer ${claiming}` })), [403, "not_admin"]);
  await insertGrant(auth.service.world.db, { userId: session.user.id, role: "owner", grantedBy: null, now: auth.clock.now() });
  const ofApp = keys.sign({ ...claims, client_id: NOBODY });
  assert.deepEqual(verdict(await auth.get("/admin/users", { authorization: `Bearer ${ofApp}` })), [403, "no_authorization"]);
  assert.equal((await auth.get("/admin/users", bearer(session))).status, 200);
});

test("who is banned, deleted or signed out is no administrator any more", async () => {
  for (const end of [
    (auth: TestAuth, id: string) =>
      auth.call(`/admin/users/${id}`, { method: "PUT", body: { ban_duration: "1h" }, headers: auth.admin }),
    (auth: TestAuth, id: string) =>
      auth.call(`/admin/users/${id}`, { method: "DELETE", body: { should_soft_delete: true }, headers: auth.admin }),
    (auth: TestAuth, id: string) => auth.call(`/admin/users/${id}/sessions`, { method: "DELETE", headers: auth.admin }),
  ]) {
    await using auth = await startTestAuth(AUTOCONFIRM);
    const { id, headers } = await administrator(auth, "owner");
    assert.ok((await end(auth, id)).status < 300);
    assert.equal((await auth.get("/admin/users", headers)).status, 403);
  }
});
