// Exports of users through HTTP: a list with chosen columns, and whole accounts that another server imports.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, signUp, type TestSession, verdict } from "../account/testing.ts";
import { administrator, headersOf } from "../administrators/testing.ts";
import { makeUsers } from "../bulk_jobs/testing.ts";
import { answer, codeOf, signUpWithFactor } from "../factors/testing.ts";
import { ORIGIN, PASSKEYS, register, signInBy } from "../passkeys/testing.ts";
import { shareTestAuth, startTestAuth, type TestAuth } from "../testing.ts";
import { beginImport, readImport, sendPart, workOnImports } from "../user_imports/testing.ts";

const auth = shareTestAuth({ ...AUTOCONFIRM, ...PASSKEYS });

const list = (query: string, headers = auth.admin) => auth.get(`/admin/users/export${query}`, headers);

test("GET /admin/users/export has the chosen columns of all whom the filters find, page after page, and is written down", async () => {
  await makeUsers(auth, 1_010, '{"plan":"pro"}');
  await auth.post("/admin/users", { email: "csv@example.com", user_metadata: { name: "=cmd|'x'" } }, auth.admin);
  const all = await list("?columns=email,name");
  assert.equal(all.status, 200, all.text.slice(0, 300));
  const lines = all.text.split("\r\n");
  assert.equal(lines[0], "email,name");
  assert.equal(new Set(lines.slice(1, -1)).size, lines.length - 2, "nobody twice");
  const { count } = await auth.service.world.db.one<{ count: number }>(
    sql`select count(*)::int as count from users where deleted_at is null`,
  );
  assert.equal(lines.length - 2, count);
  assert.ok(lines.includes(`csv@example.com,'=cmd|'x'`), "no spreadsheet runs a name");
  const found = await list("?format=jsonl&search=csv@example.com");
  const [row] = found.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    [row?.email, row?.providers, row?.is_anonymous, row?.user_metadata],
    ["csv@example.com", "email", false, { name: "=cmd|'x'" }],
  );
  assert.ok(!Object.keys(row ?? {}).some((name) => /pass|hash/.test(name)));
  assert.deepEqual(verdict(await list("?columns=email,encrypted_password")), [400, "validation_failed"]);
  assert.deepEqual(verdict(await list("?format=xlsx")), [400, "validation_failed"]);
  const { acts } = (await auth.get("/admin/acts?action=users_exported", auth.admin)).body as { acts: { traits: object }[] };
  assert.deepEqual(acts[1]?.traits, { format: "csv", columns: "email name", filters: "" });
});

test("accounts with their passwords, authenticator apps and passkeys move to a server with another secret, and nobody else's", async () => {
  await using from = await startTestAuth({ ...AUTOCONFIRM, ...PASSKEYS, WEBAUTHN_RP_ORIGINS: ORIGIN });
  await using to = await startTestAuth({
    ...AUTOCONFIRM,
    ...PASSKEYS,
    WEBAUTHN_RP_ORIGINS: ORIGIN,
    SECRET_KEY: "quite another secret of this server!!",
  });
  const owner = await administrator(from, "owner");
  const other = await administrator(from, "owner", "other");
  const ana = { email: "ana@example.com", password: "correct horse" };
  const { session, factor } = await signUpWithFactor(from, ana);
  const bia = await signUp(from, { email: "bia@example.com", password: "battery staple" });
  const { device } = await register(from, bia);
  const { db } = from.service.world;
  await db.run(sql`insert into users (id, aud, role, sso_email, created_at, updated_at)
                   values (gen_random_uuid(), 'a', 'authenticated', 'sso@example.com', now(), now())`);
  const reply = await from.post("/admin/users/export", {}, owner.headers);
  assert.equal(reply.status, 200, reply.text);
  assert.match(String(reply.headers["content-disposition"]), /accounts\.jsonl/);
  assert.equal(reply.text.trim().split("\n").length, 4);
  assert.ok(!reply.text.includes("sso@example.com"));
  const mails = (await from.messages()).filter(({ template }) => template === "passwords_exported");
  assert.deepEqual(
    mails.map(({ to: address, variables }) => [address, variables.administrator]),
    [["other@example.com", "owner@example.com"]],
  );
  const { acts } = (await from.get("/admin/acts?action=accounts_exported", from.admin)).body as { acts: { reason: string }[] };
  assert.ok(acts[0]?.reason);

  const begun = await beginImport(to);
  await sendPart(to, begun, 1, reply.text);
  await to.post(`/admin/user-imports/${begun.id}/check`, { parts: 1 }, to.admin);
  await workOnImports(to);
  await to.post(`/admin/user-imports/${begun.id}/start`, {}, to.admin);
  await workOnImports(to);
  const { state, imported, incomplete } = await readImport(to, begun);
  assert.deepEqual([state, imported, incomplete], ["done", 4, 0]);
  const signedIn = await to.post("/token?grant_type=password", ana);
  assert.equal(signedIn.status, 200, signedIn.text);
  const moved = signedIn.body as TestSession;
  assert.equal(moved.user.id, session.user.id);
  to.clock.advance(60);
  const verified = await answer(to, moved, factor.id, codeOf(to, factor));
  assert.equal(verified.status, 200, verified.text);
  const byKey = await signInBy(to, device);
  assert.equal(byKey.status, 200, byKey.text);
  assert.equal((byKey.body as TestSession).user.id, bia.user.id);
  const roles = await to.service.world.db.one<{ count: number }>(sql`select count(*)::int as count from server_grants`);
  assert.equal(roles.count, 0, "no role moves");
  assert.notEqual(other.id, owner.id);
});

test("POST /admin/users/export is for an owner alone, with a fresh proof and a reason, and not where it is off", async () => {
  const path = "/admin/users/export";
  const [owner, admin] = [await administrator(auth, "owner"), await administrator(auth, "admin")];
  assert.deepEqual(verdict(await auth.post(path, {}, auth.admin)), [403, "owner_missing"]);
  assert.deepEqual(verdict(await auth.post(path, {}, admin.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await auth.post(path, {}, headersOf(owner.session, ""))), [422, "reason_missing"]);
  auth.clock.advance(601);
  assert.deepEqual(verdict(await auth.post(path, {}, owner.headers)), [403, "reauthentication_needed"]);
  const key = { name: "exporter", rights: ["password_hashes:export"] };
  assert.deepEqual(verdict(await auth.post("/admin/api-keys", key, auth.admin)), [403, "right_missing"]);
  await using off: TestAuth = await startTestAuth({ ...AUTOCONFIRM, PASSWORD_HASH_EXPORT_ENABLED: "false" });
  const boss = await administrator(off, "owner");
  assert.deepEqual(verdict(await off.post(path, {}, boss.headers)), [422, "password_hash_export_disabled"]);
  assert.equal(
    (
      await off.call("/admin/settings", {
        method: "PATCH",
        headers: boss.headers,
        body: { base: 0, set: { PASSWORD_HASH_EXPORT_ENABLED: "true" } },
      })
    ).status,
    422,
  );
});

test("the other owners are not told of an export where the operator has that off", async () => {
  await using quiet = await startTestAuth({ ...AUTOCONFIRM, MAILER_NOTIFICATIONS_PASSWORDS_EXPORTED_ENABLED: "false" });
  const owner = await administrator(quiet, "owner");
  await administrator(quiet, "owner", "other");
  assert.equal((await quiet.post("/admin/users/export", {}, owner.headers)).status, 200);
  const mails = await quiet.messages();
  assert.ok(!mails.some(({ template }) => template === "passwords_exported"));
});
