// Impersonation: who may, whom, for how long, what such a session may do, and who hears of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AUTOCONFIRM, bearer, messages, signIn, signUp, type TestSession, verdict } from "../account/testing.ts";
import { administrator, grantRole, headersOf, REASON } from "../administrators/testing.ts";
import type { Hook } from "../hooks/hooks.ts";
import { routes } from "../routes.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const ON = { ...AUTOCONFIRM, IMPERSONATION_ENABLED: "true" };
const ana = { email: "ana@example.com", password: "correct horse" };

interface Impersonation {
  access_token: string;
  expires_in: number;
  user: { id: string };
  refresh_token?: string;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

async function see(auth: TestAuth, headers: Record<string, string>, id: string, body: object = {}) {
  return auth.post(`/admin/users/${id}/impersonations`, body, headers);
}

async function opened(auth: TestAuth, headers: Record<string, string>, id: string, body: object = {}): Promise<Impersonation> {
  const reply = await see(auth, headers, id, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Impersonation;
}

test("POST /admin/users/:id/impersonations opens a session of 30 minutes without a refresh token, which says who acts", async () => {
  await using auth = await startTestAuth(ON);
  const admin = await administrator(auth, "admin");
  const own = await signUp(auth, ana);
  const { id } = own.user;
  const session = await opened(auth, admin.headers, id);
  assert.equal(session.refresh_token, undefined);
  assert.equal(session.expires_in, 1800);
  const { sub, act, aal, amr, session_id: sessionId } = claimsOf(session.access_token);
  assert.deepEqual([sub, act, aal], [id, { sub: admin.id }, "aal1"]);
  assert.deepEqual(
    (amr as { method: string }[]).map(({ method }) => method),
    ["impersonation"],
  );
  assert.equal((await auth.get("/user", bearer(session as never))).status, 200);
  const list = await auth.get("/sessions", bearer(own));
  assert.equal(list.status, 200, list.text);
  const sessions = list.body as { id: string; amr: string[] }[];
  assert.deepEqual(sessions.find((each) => each.id === sessionId)?.amr, ["impersonation"], "its user sees it");
  const mail = (await messages(auth)).find(({ template }) => template === "impersonated");
  assert.equal(mail?.to, ana.email);
  const { acts } = (await auth.get(`/admin/acts?user_id=${id}`, admin.headers)).body as { acts: Record<string, unknown>[] };
  assert.deepEqual([acts[0]?.action, acts[0]?.reason], ["user_impersonated", REASON]);
  auth.clock.advance(1801);
  assert.equal((await auth.get("/user", bearer(session as never))).status, 403);
});

test("such a session reads, signs itself out, and does nothing else: every endpoint for users was tried", async () => {
  await using auth = await startTestAuth({ ...ON, PASSKEY_ENABLED: "true", OAUTH_SERVER_ENABLED: "true" });
  const admin = await administrator(auth, "admin");
  const { user } = await signUp(auth, ana);
  const session = await opened(auth, admin.headers, user.id);
  const allowed: string[] = [];
  for (const { method, path, access } of routes) {
    if (access === "public") continue;
    const url = path.replace(/:\w+/g, "11111111-1111-4111-8111-111111111111");
    const reply = await auth.call(url, { method, headers: bearer(session as never), ...(method !== "GET" && { body: {} }) });
    const [, code] = verdict(reply);
    if (access === "admin") assert.equal(code, "not_admin", `${method} ${path}: ${reply.text}`);
    else if (code !== "impersonated") allowed.push(`${method} ${path}`);
  }
  assert.deepEqual(allowed, [
    "GET /factors/recovery-codes",
    "GET /passkeys",
    "GET /server",
    "GET /sessions",
    "GET /user",
    "GET /user/oauth/grants",
  ]);
  const own = await signIn(auth, ana);
  for (const scope of ["global", "others"])
    assert.deepEqual(verdict(await auth.post(`/logout?scope=${scope}`, {}, bearer(session as never))), [403, "impersonated"]);
  assert.equal((await auth.post("/logout?scope=local", {}, bearer(session as never))).status, 204);
  assert.equal((await auth.get("/sessions", bearer(own))).status, 200);
});

test("who loses the role, or is banned, sees nothing more at once", async () => {
  await using auth = await startTestAuth(ON);
  const [admin, other] = [await administrator(auth, "admin"), await administrator(auth, "admin", "other")];
  const { user } = await signUp(auth, ana);
  const [one, two] = [await opened(auth, admin.headers, user.id), await opened(auth, other.headers, user.id)];
  await auth.call(`/admin/administrators/${admin.id}`, { method: "DELETE", headers: auth.admin });
  assert.deepEqual(verdict(await auth.get("/user", bearer(one as never))), [403, "impersonated"]);
  await auth.call(`/admin/users/${other.id}`, { method: "PUT", body: { ban_duration: "1h" }, headers: auth.admin });
  assert.deepEqual(verdict(await auth.get("/user", bearer(two as never))), [403, "impersonated"]);
});

test("it is off by default, never of an administrator, never by a server's token or a lesser role, and wants a reason and a fresh proof", async () => {
  await using off = await startTestAuth(AUTOCONFIRM);
  const nobody = await signUp(off, ana);
  const offAdmin = await administrator(off, "owner");
  assert.deepEqual(verdict(await see(off, offAdmin.headers, nobody.user.id)), [422, "impersonation_disabled"]);
  await using auth = await startTestAuth(ON);
  const { user } = await signUp(auth, ana);
  const [owner, support] = [await administrator(auth, "owner"), await administrator(auth, "support")];
  for (const id of [support.id, owner.id])
    assert.deepEqual(verdict(await see(auth, owner.headers, id)), [403, "administrator_protected"]);
  const operator = (await signUp(auth, { email: "op@example.com", password: "correct horse" })).user;
  await auth.call(`/admin/users/${operator.id}`, { method: "PUT", body: { role: "service_role" }, headers: auth.admin });
  assert.deepEqual(verdict(await see(auth, owner.headers, operator.id)), [403, "administrator_protected"]);
  assert.deepEqual(verdict(await see(auth, auth.admin, user.id)), [403, "impersonator_missing"]);
  assert.deepEqual(verdict(await see(auth, support.headers, user.id)), [403, "right_missing"]);
  assert.deepEqual(verdict(await see(auth, headersOf(owner.session, ""), user.id)), [422, "reason_missing"]);
  assert.deepEqual(verdict(await see(auth, owner.headers, "11111111-1111-4111-8111-111111111111")), [404, "user_not_found"]);
  await auth.call(`/admin/users/${user.id}`, { method: "PUT", body: { ban_duration: "1h" }, headers: auth.admin });
  assert.deepEqual(verdict(await see(auth, owner.headers, user.id)), [403, "user_banned"]);
  auth.clock.advance(601);
  assert.deepEqual(verdict(await see(auth, owner.headers, user.id)), [403, "reauthentication_needed"]);
});

test("where a support code is demanded, the user's own is good once, for an hour, and for them alone", async () => {
  await using auth = await startTestAuth({ ...ON, IMPERSONATION_SUPPORT_CODE_REQUIRED: "true" });
  const admin = await administrator(auth, "admin");
  const own = await signUp(auth, ana);
  const other = await signUp(auth, { email: "bob@example.com", password: "correct horse" });
  const newCode = async (session: TestSession) =>
    ((await auth.post("/user/support-code", {}, bearer(session))).body as { code: string }).code;
  const refused = [403, "support_code_invalid"];
  const code = await newCode(own);
  assert.match(code, /^[2-9a-z]{4}-[2-9a-z]{4}$/);
  assert.deepEqual(verdict(await see(auth, admin.headers, own.user.id)), refused);
  assert.deepEqual(verdict(await see(auth, admin.headers, other.user.id, { support_code: code })), refused);
  await opened(auth, admin.headers, own.user.id, { support_code: ` ${code.toUpperCase().replace("-", " ")} ` });
  assert.deepEqual(verdict(await see(auth, admin.headers, own.user.id, { support_code: code })), refused);
  const [first, second] = [await newCode(own), await newCode(own)];
  assert.deepEqual(verdict(await see(auth, admin.headers, own.user.id, { support_code: first })), refused);
  const both = await Promise.all([1, 2].map(() => see(auth, admin.headers, own.user.id, { support_code: second })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
});

test("its mail can be switched off", async () => {
  await using auth = await startTestAuth({ ...ON, MAILER_NOTIFICATIONS_IMPERSONATED_ENABLED: "false" });
  const { user } = await signUp(auth, ana);
  await opened(auth, (await administrator(auth, "admin")).headers, user.id);
  assert.deepEqual(await messages(auth), []);
});

test("a hook cannot hide who acts", async () => {
  await using auth = await startTestAuth(ON);
  const { hooks } = auth.service.world;
  const customAccessToken: Hook = async (payload) => {
    const { act: _act, ...claims } = payload.claims as Record<string, unknown>;
    return { claims: { ...claims, amr: [{ method: "password", timestamp: 1 }] } };
  };
  Object.assign(hooks, { customAccessToken });
  const admin = await administrator(auth, "admin");
  const { user } = await signUp(auth, ana);
  await grantRole(auth, admin.id, "owner");
  const { access_token: token } = await opened(auth, admin.headers, user.id);
  assert.deepEqual(claimsOf(token).act, { sub: admin.id });
  assert.deepEqual(
    verdict(await auth.call("/user", { method: "PUT", body: {}, headers: { authorization: `Bearer ${token}` } })),
    [403, "impersonated"],
  );
});
