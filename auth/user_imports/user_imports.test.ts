// Imports of users through HTTP: the file in parts, the dry run, the import, and what interrupts it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, verdict } from "../account/testing.ts";
import { administrator, headersOf } from "../administrators/testing.ts";
import { housekeeping } from "../housekeeping.ts";
import { shareTestAuth } from "../testing.ts";
import { beginImport, checkedImport, importResults, jsonLines, readImport, sendPart, workOnImports } from "./testing.ts";

const BCRYPT = "$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2";

const auth = shareTestAuth(AUTOCONFIRM);

const act = (of: { id: string }, what: string, headers: Record<string, string> = auth.admin) =>
  auth.post(`/admin/user-imports/${of.id}/${what}`, {}, headers);
const signIn = (email: string) => auth.post("/token?grant_type=password", { email, password: "correct horse" });
const counts = ({ state, imported, existing, refused, incomplete }: Awaited<ReturnType<typeof readImport>>) => ({
  ...{ state, imported, existing, refused, incomplete },
});

test("a file is checked without changing anything, and imported once somebody starts it; each line has its result", async () => {
  await auth.post("/admin/users", { email: "here@example.com", password: "somebody else" }, auth.admin);
  const users = [
    {
      email: "Nova@example.com",
      password_hash: BCRYPT,
      email_confirmed_at: "2025-01-01T00:00:00Z",
      user_metadata: { name: "Nova" },
    },
    { email: "here@example.com", password_hash: BCRYPT },
    { email: "weak@example.com", password_hash: "$md5$x", email_confirmed_at: "2025-01-01T00:00:00Z" },
    { user_metadata: {} },
    { email: "no address" },
    { email: "twice@example.com" },
    { email: "twice@example.com" },
  ];
  const checked = await checkedImport(auth, users);
  const expected = { imported: 3, existing: 1, refused: 3, incomplete: 1 };
  assert.deepEqual(counts(checked), { state: "checked", ...expected });
  assert.equal((await signIn("nova@example.com")).status, 400);
  const before = await importResults(auth, checked);
  assert.deepEqual(
    before.map(({ line, outcome, name, notes }) => [line, outcome, name, notes.length]),
    [
      [1, "imported", "Nova@example.com", 0],
      [2, "refused", "here@example.com", 1],
      [3, "imported", "weak@example.com", 1],
      [4, "refused", null, 1],
      [5, "refused", "no address", 2],
      [6, "imported", "twice@example.com", 0],
      [7, "existing", "twice@example.com", 0],
    ],
  );
  assert.equal((await act(checked, "start")).status, 200);
  await workOnImports(auth);
  const done = await readImport(auth, checked);
  assert.deepEqual(counts(done), { state: "done", ...expected });
  assert.equal((await signIn("nova@example.com")).status, 200);
  assert.deepEqual(
    await importResults(auth, done, "?outcome=refused&limit=2"),
    before.filter(({ outcome }) => outcome === "refused").slice(0, 2),
  );
  const csv = await auth.get(`/admin/user-imports/${done.id}/results?format=csv`, auth.admin);
  assert.equal(csv.text.split("\r\n")[0], "line,outcome,user_id,name,notes");
  assert.equal(csv.text.split("\r\n").length, users.length + 2);
  const { db } = auth.service.world;
  const kept = await db.one<{ names: number; sealed: number }>(sql`
    select (select count(*) from user_import_results where name is not null and outcome <> 'refused')::int as names,
           (select count(*) from user_import_parts where sealed is not null)::int as sealed`);
  assert.deepEqual(kept, { names: 0, sealed: 0 }, "neither hashes nor copies of addresses are kept");
  const { acts } = (await auth.get("/admin/acts?action=user_import_started", auth.admin)).body as { acts: { traits: object }[] };
  assert.deepEqual(acts[0]?.traits, { user_import_id: done.id, source: "cofre", users: 3 });
  const again = await checkedImport(auth, users);
  assert.deepEqual([again.imported, again.existing], [0, 4]);
});

test("parts arrive in order, once each, and only while the file is received", async () => {
  const begun = await beginImport(auth, { source: "keycloak", file_name: "realm.json" });
  const line = (n: number) => jsonLines([{ id: `k${n}`, email: `k${n}@example.com`, emailVerified: true }]);
  assert.equal((await sendPart(auth, begun, 1, `\uFEFF${line(1)}\n\n${line(2)}\n`)).status, 200);
  assert.equal((await sendPart(auth, begun, 1, line(9))).status, 200);
  assert.deepEqual(verdict(await sendPart(auth, begun, 3, line(3))), [422, "user_import_part_out_of_order"]);
  const twice = await Promise.all([sendPart(auth, begun, 2, line(3)), sendPart(auth, begun, 2, line(3))]);
  assert.deepEqual(
    twice.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual([(await readImport(auth, begun)).parts, (await readImport(auth, begun)).lines], [2, 3]);
  for (const lines of [" \n", `${line(1)}\n`.repeat(1_001)])
    assert.deepEqual(verdict(await sendPart(auth, begun, 3, lines)), [400, "validation_failed"]);
  const check = (parts: number) => auth.post(`/admin/user-imports/${begun.id}/check`, { parts }, auth.admin);
  assert.deepEqual(verdict(await check(3)), [422, "user_import_parts_missing"]);
  assert.deepEqual(verdict(await act(begun, "start")), [422, "user_import_state"]);
  assert.equal((await check(2)).status, 200);
  assert.deepEqual(verdict(await sendPart(auth, begun, 3, line(4))), [422, "user_import_state"]);
  await workOnImports(auth);
  assert.equal((await readImport(auth, begun)).imported, 3);
  assert.equal((await act(begun, "cancel")).status, 200);
  for (const what of ["cancel", "start"]) assert.deepEqual(verdict(await act(begun, what)), [422, "user_import_state"]);
  for (const id of ["abc", "11111111-1111-4111-8111-111111111111"]) {
    assert.deepEqual(verdict(await act({ id }, "cancel")), [404, "user_import_not_found"]);
    assert.deepEqual(verdict(await sendPart(auth, { id }, 1, line(1))), [404, "user_import_not_found"]);
    assert.deepEqual(verdict(await auth.get(`/admin/user-imports/${id}/results`, auth.admin)), [404, "user_import_not_found"]);
  }
});

test("what a process leaves behind is gone on with once, and a cancelled import imports nobody more", async () => {
  const users = (name: string) => Array.from({ length: 4 }, (_, n) => ({ email: `${name}${n}@example.com` }));
  const begun = await beginImport(auth);
  for (const n of [1, 2]) await sendPart(auth, begun, n, jsonLines(users(`part${n}.`)));
  await auth.post(`/admin/user-imports/${begun.id}/check`, { parts: 2 }, auth.admin);
  await workOnImports(auth);
  await act(begun, "start");
  const { db } = auth.service.world;
  // Another process has taken it and died: its lease ends by itself.
  await db.run(sql`update user_imports set leased_until = now() + interval '1 minute' where id = ${begun.id}`);
  await workOnImports(auth);
  assert.equal((await readImport(auth, begun)).imported, 0);
  await db.run(sql`update user_imports set leased_until = now() - interval '1 second' where id = ${begun.id}`);
  await Promise.all([workOnImports(auth), workOnImports(auth)]);
  assert.deepEqual(counts(await readImport(auth, begun)), { state: "done", imported: 8, existing: 0, refused: 0, incomplete: 0 });

  const other = await checkedImport(auth, users("late"));
  await act(other, "start");
  assert.equal((await act(other, "cancel")).status, 200);
  await workOnImports(auth);
  assert.deepEqual(counts(await readImport(auth, other)), {
    state: "cancelled",
    imported: 0,
    existing: 0,
    refused: 0,
    incomplete: 0,
  });
});

test("whoever loses the right stops their import; support may neither begin nor start one; the start wants proof and reason", async () => {
  const [support, admin] = [await administrator(auth, "support"), await administrator(auth, "admin")];
  assert.deepEqual(verdict(await auth.post("/admin/user-imports", { source: "cofre" }, support.headers)), [403, "right_missing"]);
  const checked = await checkedImport(auth, [{ email: "stopped@example.com" }], { source: "cofre" }, admin.headers);
  for (const what of ["cancel", "start"])
    assert.deepEqual(verdict(await act(checked, what, support.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await sendPart(auth, checked, 2, "{}", support.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await act(checked, "start", headersOf(admin.session, ""))), [422, "reason_missing"]);
  assert.equal((await act(checked, "start", admin.headers)).status, 200);
  await auth.call(`/admin/administrators/${admin.id}`, { method: "DELETE", headers: auth.admin });
  await workOnImports(auth);
  const stopped = await readImport(auth, checked);
  assert.deepEqual([stopped.state, stopped.error, stopped.imported], ["stopped", "right_missing", 0]);
});

test("an import raises nobody: neither the role of the token nor an administrator's grant comes from a file", async () => {
  const admin = await administrator(auth, "viewer", "boss");
  const line = {
    email: "raised@example.com",
    role: "service_role",
    app_metadata: { role: "owner" },
    aud: "x",
    is_super_admin: true,
  };
  const over = { id: admin.id, email: "raised2@example.com", password_hash: BCRYPT };
  const sso = {
    email: "sso@example.com",
    identities: [{ provider: "sso:11111111-1111-4111-8111-111111111111", provider_id: "boss" }],
  };
  const foreign = { email: "foreign@example.com", identities: [{ provider: "email", provider_id: admin.id }] };
  const checked = await checkedImport(auth, [line, over, sso, foreign]);
  await act(checked, "start");
  await workOnImports(auth);
  assert.deepEqual(
    (await importResults(auth, checked)).map(({ outcome }) => outcome),
    ["imported", "existing", "imported", "imported"],
  );
  const rows = await auth.service.world.db.many<{ role: string; providers: string }>(sql`
    select role, (select string_agg(provider, ' ') from identities where user_id = users.id) as providers
      from users where email in ('raised@example.com', 'sso@example.com', 'foreign@example.com')`);
  assert.deepEqual(rows, [
    { role: "authenticated", providers: "email" },
    { role: "authenticated", providers: "email" },
    { role: "authenticated", providers: "email" },
  ]);
  assert.equal((await auth.get(`/admin/users/${admin.id}`, auth.admin)).text.includes("raised2"), false);
});

test("at most five are open, and files that nobody starts for a day are forgotten at night", async () => {
  const { db, config, log } = auth.service.world;
  await db.run(sql`update user_imports set state = 'cancelled', ended_at = ${auth.clock.now()} where ended_at is null`);
  for (let n = 0; n < 5; n++) await beginImport(auth);
  assert.deepEqual(verdict(await auth.post("/admin/user-imports", { source: "cofre" }, auth.admin)), [
    422,
    "user_imports_too_many",
  ]);
  auth.clock.advance(25 * 3600);
  await housekeeping({ db, config }, log, auth.clock.now).tasks.housekeeping?.({});
  const open = await db.one<{ count: number }>(sql`select count(*)::int as count from user_imports where ended_at is null`);
  assert.equal(open.count, 0);
  auth.clock.advance(91 * 86_400);
  await housekeeping({ db, config }, log, auth.clock.now).tasks.housekeeping?.({});
  const left = await db.one<{ count: number }>(sql`select count(*)::int as count from user_imports`);
  assert.equal(left.count, 0);
});

for (const [name, body] of [
  ["an unknown source", { source: "passwd" }],
  [
    "hash parameters of another source",
    { source: "cofre", hashing: { signerKey: "x", saltSeparator: "y", rounds: 8, memCost: 14 } },
  ],
  ["a cost that nobody can pay", { source: "firebase", hashing: { signerKey: "x", saltSeparator: "y", rounds: 8, memCost: 31 } }],
  ["a misspelt field", { source: "cofre", hash: true }],
] as const)
  test(`${name} is refused`, async () => {
    assert.deepEqual(verdict(await auth.post("/admin/user-imports", body, auth.admin)), [400, "validation_failed"]);
  });

test("lines that are hostile are refused or imported without what is wrong, and never fail the import", async () => {
  const lines = [
    "[]",
    "null",
    "{",
    '"x"',
    JSON.stringify({ email: "nul@example.com", user_metadata: { name: "a\0b" } }),
    JSON.stringify({ email: "half@example.com", user_metadata: { name: "\ud800" } }),
    JSON.stringify({ id: "not-a-uuid", email: "id@example.com" }),
    JSON.stringify({ email: "times@example.com", created_at: "+275760-09-13T00:00:00.000Z", banned_until: "infinity" }),
    JSON.stringify({ email: "odd@example.com", identities: "x", factors: [{ id: 1 }], passkeys: [null], app_metadata: [] }),
    JSON.stringify({ email: `${"x".repeat(5000)}@example.com` }),
    `{"email":"proto@example.com","__proto__":{"admin":true},"user_metadata":{"__proto__":{"x":1}}}`,
    JSON.stringify({ phone: "+5511999998888", identities: [{ provider: "x".repeat(200), provider_id: "1" }] }),
  ];
  const begun = await beginImport(auth);
  assert.equal((await sendPart(auth, begun, 1, lines.join("\n"))).status, 200);
  await auth.post(`/admin/user-imports/${begun.id}/check`, { parts: 1 }, auth.admin);
  await workOnImports(auth);
  await act(begun, "start");
  await workOnImports(auth);
  const results = await importResults(auth, begun);
  assert.deepEqual(
    results.map(({ outcome }) => outcome[0]).join(""),
    "rrrrrrriiriiii".slice(0, lines.length),
    JSON.stringify(results, null, 1),
  );
  assert.equal((await readImport(auth, begun)).state, "done");
  const banned = await auth.service.world.db.one<{ banned: boolean }>(
    sql`select banned_until > now() as banned from users where email = 'times@example.com'`,
  );
  assert.equal(banned.banned, true, "who may be banned stays banned");
});
