// The console's page and requests: who gets them, from where, for how long, and what of auth they reach.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf } from "../../auth/factors/testing.ts";
import { countNow } from "../../finance/operators/testing.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { shareTestWeb, signedIn, startTestWeb } from "../testing.ts";
import { signedInAdministrator } from "./testing.ts";

const web = shareTestWeb();

const verdict = ({ status, body }: Reply) => [status, (body as { code?: string })?.code];

test("GET /admin is a page of its own, and leads to sign-in without a session", async () => {
  const out = await web.browser().open("/admin/users?state=banned");
  assert.deepEqual([out.status, out.headers.location], [303, "/sign_in?next=%2Fadmin%2Fusers%3Fstate%3Dbanned"]);
  const ana = await signedIn(web, "leitora@example.com");
  const page = await ana.open("/admin");
  assert.equal(page.status, 200);
  assert.match(page.text, /<meta name="robots" content="noindex">/);
  const { scripts, styles, console: files } = web.service.world.assets;
  assert.ok(page.text.includes(`/assets/${scripts.console}`) && page.text.includes(`/assets/${styles.console}`));
  assert.ok(!page.text.includes(`${scripts.app}`) && !page.text.includes("manifest.webmanifest"));
  const app = (await ana.open("/")).text;
  assert.deepEqual(
    files.filter((name) => app.includes(name)),
    [],
  );
  assert.deepEqual(
    files.filter((name) => web.service.world.assets.files.includes(name)),
    [],
  );
});

test("/api/admin is for administrators with a second factor, and for pages of ours", async () => {
  const owner = await signedInAdministrator(web, "owner");
  assert.equal((await owner.admin("/users?limit=5")).status, 200);
  assert.deepEqual(verdict(await owner.admin("/users", { headers: { "sec-fetch-site": "cross-site" } })), [403, "foreign_page"]);
  assert.deepEqual(verdict(await owner.admin("/users", { method: "POST", headers: { "sec-fetch-site": "same-site" } })), [
    403,
    "foreign_page",
  ]);
  assert.deepEqual(verdict(await web.browser().fetch("/api/admin/users")), [401, "signed_out"]);
  const nobody = await signedIn(web, "sem-papel@example.com");
  assert.deepEqual(verdict(await nobody.fetch("/api/admin/users")), [403, "not_admin"]);
});

test("what the list of calls does not have is not found, and fields that it does not name are left out", async () => {
  const owner = await signedInAdministrator(web, "owner", "dona2@example.com");
  for (const [method, path] of [
    ["GET", "/sessions"],
    ["POST", "/custom-providers/custom:corp"],
    ["GET", "/users/../../token"],
    ["DELETE", "/users/me"],
    ["GET", ""],
  ] as const)
    assert.equal((await owner.admin(path, { method })).status, 404, `${method} ${path}`);
  const body = { email: "nova@example.com", email_confirm: true, id: "11111111-1111-4111-8111-111111111111", aud: "x" };
  const created = await owner.admin("/users", { method: "POST", body });
  assert.equal(created.status, 200, created.text);
  assert.notEqual((created.body as { id: string }).id, body.id);
});

test("DELETE /api/admin/users/:id/apps/:client_id reaches auth with an id that is a URL, and leads nowhere else", async () => {
  const owner = await signedInAdministrator(web, "owner", "dona6@example.com");
  const end = (app: string) => owner.admin(`/users/${owner.id}/apps/${app}`, { method: "DELETE" });
  const id = encodeURIComponent("https://notes.example.com/client.json?v=1");
  assert.deepEqual(verdict(await end(id)), [404, "oauth_consent_not_found"]);
  for (const app of ["%2e%2e", "%2E", "a/b"]) assert.deepEqual(verdict(await end(app)), [404, "unknown_route"], app);
  assert.equal((await owner.admin(`/users/${owner.id}`)).status, 200);
});

test("GET /api/admin/finance/spaces has finance's counts for whoever administrates, and for nobody else", async () => {
  const viewer = await signedInAdministrator(web, "viewer", "leitura1@example.com");
  await countNow(web.finance);
  const reply = await viewer.admin("/finance/spaces");
  assert.equal(reply.status, 200, reply.text);
  assert.ok((reply.body as { counted_at: string | null }).counted_at !== null);
  const nobody = await signedIn(web, "sem-papel2@example.com");
  assert.deepEqual(verdict(await nobody.fetch("/api/admin/finance/spaces")), [403, "right_missing"]);
  assert.deepEqual(verdict(await web.browser().fetch("/api/admin/finance/spaces")), [401, "signed_out"]);
  assert.equal((await viewer.fetch("/api/finance/operators/spaces")).status, 200, "finance decides, whichever way it is asked");
});

test("it stays open while it is used, and asks for a proof after 15 idle minutes", async () => {
  const owner = await signedInAdministrator(web, "owner", "dona3@example.com");
  const { clock } = web.finance;
  for (let minutes = 0; minutes < 40; minutes += 10) {
    assert.equal((await owner.admin("/administrators")).status, 200, `after ${minutes} minutes`);
    clock.advance(600);
  }
  clock.advance(301);
  assert.deepEqual(verdict(await owner.admin("/administrators")), [403, "proof_needed"]);
  const { proof_by_code: isByCode } = (await owner.fetch("/session")).body as { proof_by_code: boolean };
  assert.equal(isByCode, true);
  const wrong = await owner.fetch("/session/proof", { method: "POST", body: { code: "000000", next: "/admin" } });
  assert.deepEqual(verdict(wrong), [422, "proof_refused"]);
  const code = codeOf(web.finance.auth, owner.factor);
  const proved = await owner.fetch("/session/proof", { method: "POST", body: { code, next: "/admin" } });
  assert.deepEqual([proved.status, proved.body], [200, { location: "/admin" }]);
  assert.equal((await owner.admin("/administrators")).status, 200);
});

test("what is grave asks for a fresh proof here too, and for a reason, which the log has", async () => {
  const owner = await signedInAdministrator(web, "owner", "dona4@example.com");
  const ana = await signedIn(web, "alvo@example.com");
  const { id } = (await ana.fetch("/session")).body as { id: string };
  const erase = (reason?: string) => owner.admin(`/users/${id}`, { method: "DELETE", ...(reason && { reason }) });
  await owner.admin("/administrators");
  web.finance.clock.advance(11 * 60);
  assert.deepEqual(verdict(await erase("pediu por carta")), [403, "proof_needed"]);
  const code = codeOf(web.finance.auth, owner.factor);
  await owner.fetch("/session/proof", { method: "POST", body: { code } });
  assert.deepEqual(verdict(await erase()), [422, "reason_missing"]);
  assert.equal((await erase("pediu por carta ✉")).status, 200);
  const { acts } = (await owner.admin(`/acts?user_id=${id}`)).body as { acts: { action: string; reason: string }[] };
  assert.deepEqual([acts[0]?.action, acts[0]?.reason], ["user_deleted", "pediu por carta ✉"]);
});

test("another session of the same browser does not take the console over", async () => {
  const owner = await signedInAdministrator(web, "owner", "dona5@example.com");
  assert.equal((await owner.admin("/administrators")).status, 200);
  const visit = owner.cookies.get("cofre-console") ?? assert.fail("no cookie");
  const bia = await signedIn(web, "bia@example.com");
  bia.cookies.set("cofre-console", visit);
  web.finance.clock.advance(11 * 60);
  assert.deepEqual(verdict(await bia.fetch("/api/admin/administrators")), [403, "proof_needed"]);
});

test("WEB_ADMIN_HOSTS and WEB_ADMIN_ALLOWED_NETWORKS hide it from others", async () => {
  for (const [variables, isFound] of [
    [{ ADMIN_HOSTS: "admin.example.com" }, false],
    [{ ADMIN_HOSTS: "admin.example.com, LOCALHOST" }, true],
    [{ ADMIN_ALLOWED_NETWORKS: "10.0.0.0/8" }, false],
    [{ ADMIN_ALLOWED_NETWORKS: "10.0.0.0/8,127.0.0.0/8" }, true],
  ] as const) {
    await using closed = await startTestWeb({ web: variables });
    const owner = await signedInAdministrator(closed, "owner");
    const statuses = [(await owner.open("/admin/users")).status, (await owner.admin("/users")).status];
    assert.deepEqual(statuses, isFound ? [200, 200] : [404, 404], JSON.stringify(variables));
    assert.equal((await owner.open("/settings")).status, 200);
  }
});

test("an administrator sees an account as its user does, changes nothing, and goes back to their own", async () => {
  await using closed = await startTestWeb({ auth: { IMPERSONATION_ENABLED: "true" } });
  const owner = await signedInAdministrator(closed, "owner");
  const ana = await signedIn(closed, "vista@example.com");
  await ana.fetch("/api/finance/accounts", { method: "POST", body: { name: "Poupança", type: "savings" } });
  const { id, entries_key: key } = (await ana.fetch("/session")).body as { id: string; entries_key: string };
  const begin = (reason?: string) =>
    owner.admin("/impersonation", { method: "POST", body: { user_id: id }, ...(reason && { reason }) });
  assert.deepEqual(verdict(await begin()), [422, "reason_missing"]);
  const begun = await begin("saldo errado, chamado 12");
  assert.deepEqual([begun.status, begun.body], [200, { location: "/" }]);
  assert.ok(!begun.text.includes("eyJ"), "no token in the answer");
  const seen = (await owner.fetch("/session")).body as Record<string, unknown>;
  assert.equal(seen.email, "vista@example.com");
  assert.ok(Number(seen.impersonated_until) > 0);
  assert.notEqual(seen.entries_key, key);
  const names = ((await owner.fetch("/api/finance/accounts")).body as { name: string }[]).map(({ name }) => name);
  assert.ok(names.includes("Poupança"));
  for (const [path, method, body] of [
    ["/api/finance/accounts", "POST", { name: "x" }],
    ["/api/finance/api_tokens", "POST", { name: "x", scope: "read" }],
    ["/api/auth/user", "PUT", { data: { name: "x" } }],
    ["/api/auth/passkeys/registration/options", "POST", {}],
    ["/api/auth/user/support-code", "POST", {}],
  ] as const)
    assert.equal((await owner.fetch(path, { method, body })).status, 403, `${method} ${path}`);
  assert.deepEqual(verdict(await owner.admin("/users")), [403, "not_admin"]);
  const left = await owner.fetch("/session/impersonation", { method: "DELETE" });
  assert.deepEqual([left.status, left.body], [200, { location: `/admin/users/${id}` }]);
  assert.equal(((await owner.fetch("/session")).body as { email: string }).email, owner.email);
  assert.equal((await owner.admin("/users")).status, 200);
  assert.deepEqual([...owner.cookies.keys()].sort(), ["cofre", "cofre-console"]);
  assert.equal((await ana.fetch("/session")).status, 200, "nobody was signed out");
});

test("when the time is over the administrator is back in their own account", async () => {
  await using closed = await startTestWeb({ auth: { IMPERSONATION_ENABLED: "true" } });
  const owner = await signedInAdministrator(closed, "owner");
  const { id } = (await (await signedIn(closed, "vista@example.com")).fetch("/session")).body as { id: string };
  assert.equal((await owner.admin("/impersonation", { method: "POST", body: { user_id: id }, reason: "x" })).status, 200);
  closed.finance.clock.advance(1801);
  assert.equal((await owner.fetch("/api/finance/accounts")).status, 401);
  assert.equal((await owner.fetch("/session")).status, 401);
  assert.equal(((await owner.fetch("/session")).body as { email: string }).email, owner.email);
});
