// Test support: what administrators do beside users, walked through for the check of query plans.
import assert from "node:assert/strict";
import { bearer, signIn } from "../account/testing.ts";
import { grantRole, headersOf } from "../administrators/testing.ts";
import { startJob, work } from "../bulk_jobs/testing.ts";
import { enroll, show } from "../factors/testing.ts";
import { makeClient, tokensFor } from "../oauth_server/testing.ts";
import type { TestAuth } from "../testing.ts";
import { beginImport, checkedImport, importResults, workOnImports } from "../user_imports/testing.ts";

type Headers = Record<string, string>;

/** Administrators, their keys, what they did, and an account that one of them sees. `auth` confirms nobody by itself. */
export async function walkAdministration(auth: TestAuth): Promise<void> {
  const guest = { email: "administered@example.com", password: "correct horse", email_confirm: true };
  const { id } = (await auth.post("/admin/users", guest, auth.admin)).body as { id: string };
  const owner = await ownerOf(auth);
  const call = (method: string, path: string, body?: object, headers: Headers = owner.headers) =>
    auth.call(path, { method, headers, ...(body && { body }) });
  const succeed = async (...parts: Parameters<typeof call>) => {
    const reply = await call(...parts);
    assert.ok(reply.status < 300, `${parts[0]} ${parts[1]}: ${reply.status} ${reply.text}`);
    return reply.body as Record<string, string>;
  };
  await succeed("PUT", `/admin/administrators/${id}`, { role: "viewer" });
  await succeed("GET", "/admin/administrators");
  await succeed("GET", `/admin/users/${id}/role`);
  await succeed("DELETE", `/admin/administrators/${id}`);
  const key = await succeed("POST", "/admin/api-keys", { name: "walk", rights: ["users:read"] });
  await succeed("GET", "/admin/api-keys");
  await succeed("GET", `/admin/api-keys/${key.id}`);
  await succeed("GET", `/admin/users/${id}`, undefined, { authorization: `Bearer ${key.key}` });
  await succeed("POST", `/admin/api-keys/${key.id}/rotate`, {});
  await succeed("DELETE", `/admin/api-keys/${key.id}`);
  for (const query of ["", `?user_id=${id}`, `?actor_id=${owner.id}&action=api_key_created`, "?request_id=x", "?ip_address=x"])
    await succeed("GET", `/admin/acts${query}`);
  for (const log of ["acts", "audit"])
    assert.equal((await auth.get(`/admin/${log}?format=csv&to=2000-01-01T00:00:00Z`, auth.admin)).status, 200);
  await succeed("POST", "/user/support-code", {}, bearer(await signIn(auth, guest)));
  await succeed("POST", `/admin/users/${id}/impersonations`, {});
  await succeed("GET", "/admin/hooks");
  assert.equal((await call("POST", "/admin/hooks/send_sms/test")).status, 422);
  await succeed("GET", "/admin/findings");
  for (const act of ["dismiss", "restore"]) await succeed("POST", `/admin/findings/mail_in_folder/${act}`);
  await succeed("GET", "/admin/overview");
  await succeed("GET", "/admin/providers");
  assert.equal((await call("POST", "/admin/providers/nobody/test")).status, 400);
  const tried = await succeed("POST", "/admin/providers/google/tries");
  await succeed("GET", `/admin/providers/google/tries/${tried.id}`);
  await succeed("GET", "/admin/rights");
  await succeed("GET", "/admin/maintenance");
  await succeed("GET", "/admin/jobs?state=waiting");
  for (const state of ["waiting", "failed"]) await succeed("GET", `/admin/outbox?state=${state}`);
  for (const [method, path] of [
    ["DELETE", "/admin/outbox/11111111-1111-4111-8111-111111111111"],
    ["POST", "/admin/outbox/11111111-1111-4111-8111-111111111111/retry"],
    ["DELETE", "/admin/jobs/99999999"],
    ["POST", "/admin/jobs/99999999/retry"],
  ] as const)
    assert.equal((await call(method, path)).status, 404);
  await succeed("GET", "/admin/limits");
  await succeed("GET", "/admin/protection");
  await succeed("POST", "/admin/passwords/test", { password: "correct horse" });
  await succeed("POST", "/admin/mail/preview", { template: "recovery" });
  await succeed("POST", "/admin/redirects/test", { url: "https://elsewhere.example" });
  await succeed("GET", `/admin/limits/subject?user_id=${id}&ip_address=192.0.2.9`);
  await succeed("GET", `/admin/limits/subject?email=administered@example.com`);
  await succeed("DELETE", "/admin/limits/subject", { user_id: id });
  // Nothing is sent: its statement is that of any mail.
  assert.equal((await call("POST", "/admin/mail/test", { to: "nobody" })).status, 400);
  assert.equal((await call("POST", "/admin/sms/test", { to: "nobody" })).status, 400);
  await succeed("POST", "/admin/mail/preview", { template: "recovery" });
  await succeed("POST", "/admin/redirects/test", { url: "https://elsewhere.example.com" });
  await walkSettings(succeed);
  await succeed("GET", "/admin/signing-keys");
  // The environment has the keys; what is read before that is known is read by all.
  for (const [method, path] of [
    ["POST", ""],
    ["POST", "/one/sign"],
    ["DELETE", "/one"],
  ] as const)
    assert.equal((await call(method, `/admin/signing-keys${path}`, path === "" ? {} : undefined)).status, 422);
  await walkOneUser(auth, id, guest);
  await walkBulkJobs(auth, id);
  await walkFiles(auth, owner.headers);
}

async function walkSettings(succeed: (method: string, path: string, body?: object) => Promise<unknown>): Promise<void> {
  await succeed("GET", "/admin/settings");
  await succeed("PATCH", "/admin/settings", { base: 0, set: { PASSWORD_MIN_LENGTH: "7" } });
  await succeed("PATCH", "/admin/settings", { base: 1, set: { SESSIONS_TIMEBOX: "24h" } });
  await succeed("POST", "/admin/settings/confirm", { version: 2 });
  await succeed("GET", "/admin/settings/versions?before=9");
  await succeed("GET", "/admin/settings/versions/1");
  await succeed("POST", "/admin/settings/versions/2/undo");
  await succeed("DELETE", "/admin/settings/confirm", { version: 3 });
}

async function walkBulkJobs(auth: TestAuth, id: string): Promise<void> {
  const users = { ids: [id] };
  for (const selected of [users, { filter: { search: "administered@" } }]) {
    const preview = await auth.post("/admin/bulk-jobs", { act: "sign_out", users: selected, dry_run: true }, auth.admin);
    assert.equal(preview.status, 200, preview.text);
    await startJob(auth, { act: "sign_out", users: selected });
  }
  const job = await startJob(auth, { act: "ban", ban_duration: "1h", users });
  await work(auth);
  const path = `/admin/bulk-jobs/${job.id}`;
  for (const each of ["/admin/bulk-jobs?cursor=9", path, `${path}/results`, `${path}/results?outcome=done&cursor=1`])
    assert.equal((await auth.get(each, auth.admin)).status, 200);
  for (const body of [
    { act: "set_app_metadata", app_metadata: { a: 1 }, users },
    { act: "sign_out", users },
  ])
    await startJob(auth, body);
  const undo = (await auth.post(`${path}/undo`, {}, auth.admin)).body as { id: string };
  assert.equal((await auth.post(`/admin/bulk-jobs/${undo.id}/cancel`, {}, auth.admin)).status, 200);
  assert.equal((await auth.post(`${path}/undo`, {}, auth.admin)).status, 202);
  await work(auth);
}

async function walkFiles(auth: TestAuth, owner: Headers): Promise<void> {
  assert.equal((await auth.get("/admin/retention?unconfirmed_days=30&dormant_days=60", owner)).status, 200);
  const list = await auth.get("/admin/users/export?search=administered@&columns=email", owner);
  const accounts = await auth.post("/admin/users/export", {}, owner);
  for (const reply of [list, accounts]) assert.equal(reply.status, 200, reply.text);
  const checked = await checkedImport(auth, [{ email: "imported@example.com" }]);
  assert.equal((await auth.get("/admin/user-imports", auth.admin)).status, 200);
  assert.equal((await auth.post(`/admin/user-imports/${checked.id}/start`, {}, auth.admin)).status, 200);
  await workOnImports(auth);
  for (const query of ["", "?outcome=imported&cursor=1"]) await importResults(auth, checked, query);
  const other = await beginImport(auth);
  assert.equal((await auth.post(`/admin/user-imports/${other.id}/cancel`, {}, auth.admin)).status, 200);
}

async function ownerOf(auth: TestAuth): Promise<{ id: string; headers: Headers }> {
  const person = { email: "administers@example.com", password: "correct horse", email_confirm: true };
  await auth.post("/admin/users", person, auth.admin);
  const session = await signIn(auth, person);
  await grantRole(auth, session.user.id, "owner");
  return { id: session.user.id, headers: headersOf(await show(auth, session, await enroll(auth, session))) };
}

async function walkOneUser(auth: TestAuth, id: string, user: object): Promise<void> {
  const app = await makeClient(auth);
  await tokensFor(auth, await signIn(auth, user), app);
  const path = `/admin/users/${id}`;
  for (const each of ["/credentials", "/claims", "/apps"]) assert.equal((await auth.get(path + each, auth.admin)).status, 200);
  assert.equal((await auth.post(`${path}/mails`, { template: "recovery" }, auth.admin)).status, 200);
  assert.equal((await auth.get(`${path}/mails`, auth.admin)).status, 200);
  const remove = async (rest: string) => (await auth.call(path + rest, { method: "DELETE", headers: auth.admin })).status;
  assert.equal(await remove(`/apps/${app.client_id}`), 204);
  const shown = (await auth.get(path, auth.admin)).body as { identities: { identity_id: string }[] };
  assert.equal(await remove(`/identities/${shown.identities[0]?.identity_id}`), 422);
}
