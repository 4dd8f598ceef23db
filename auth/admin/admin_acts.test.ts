import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { AUTOCONFIRM, ana, signUp } from "../account/testing.ts";
import { administrator, headersOf, REASON } from "../administrators/testing.ts";
import { verifyChain } from "../audit/verify_chain.ts";
import { housekeeping } from "../housekeeping.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

interface ShownAct {
  position: number;
  at: string;
  administrator: { kind: string; id: string | null; name: string; role: string | null };
  reason: string | null;
  action: string;
  user_id: string | null;
  traits: Record<string, unknown>;
  changes?: Record<string, { before: unknown; after: unknown }>;
  ip_address: string;
  user_agent: string;
  request_id: string;
}

async function acts(auth: TestAuth, query = ""): Promise<{ acts: ShownAct[]; next_cursor?: string }> {
  const reply = await auth.get(`/admin/acts${query}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as { acts: ShownAct[]; next_cursor?: string };
}

const verify = (auth: TestAuth) => verifyChain(auth.service.world.db);

async function makeActs(auth: TestAuth, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await auth.post("/admin/users", { email: `x${index}@example.com` }, auth.admin);
}

test("an act says who, why, whom, from where, and what was before and after, without secrets", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { headers, id } = await administrator(auth, "admin");
  const { user } = await signUp(auth);
  const body = { password: "another horse", user_metadata: { colour: "blue" }, email: "new@example.com" };
  const reply = await auth.call(`/admin/users/${user.id}`, {
    method: "PUT",
    body,
    headers: { ...headers, "user-agent": "Browser/1" },
  });
  assert.equal(reply.status, 200, reply.text);
  const [act] = (await acts(auth)).acts;
  assert.deepEqual(act?.administrator, { kind: "user", id, name: "admin@example.com", role: "admin" });
  assert.deepEqual([act?.reason, act?.user_id, act?.user_agent, act?.ip_address], [REASON, user.id, "Browser/1", "127.0.0.1"]);
  assert.equal(act?.request_id, reply.headers["x-request-id"]);
  assert.deepEqual(act?.changes, {
    email: { before: ana.email, after: "new@example.com" },
    password: { before: null, after: "(hidden)" },
    "user_metadata.colour": { before: null, after: "blue" },
  });
  const { text } = await auth.service.world.db.one<{ text: string }>(sql`select json_agg(a)::text as text from admin_acts a`);
  assert.doesNotMatch(text, /another horse|\$argon2|\$2[ab]\$/);
});

test("operators' tokens and API keys are named too, and acts are found by user, administrator, action and time", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { user } = await signUp(auth);
  const key = (await auth.post("/admin/api-keys", { name: "bot", rights: ["users:write"] }, auth.admin)).body as {
    id: string;
    key: string;
  };
  const ban = (headers: Record<string, string>, duration: string) =>
    auth.call(`/admin/users/${user.id}`, { method: "PUT", body: { ban_duration: duration }, headers });
  auth.clock.advance(60);
  await ban({ authorization: `Bearer ${key.key}` }, "1h");
  await ban(auth.admin, "none");
  const all = (await acts(auth)).acts;
  assert.deepEqual(
    all.map(({ action, administrator: { kind, name } }) => [action, kind, name]),
    [
      ["user_unbanned", "token", ""],
      ["user_banned", "api_key", "bot"],
      ["api_key_created", "token", ""],
    ],
  );
  const found = async (query: string) => (await acts(auth, query)).acts.map(({ action }) => action);
  assert.deepEqual(await found(`?user_id=${user.id}`), ["user_unbanned", "user_banned"]);
  assert.deepEqual(await found(`?actor_id=${key.id}`), ["user_banned"]);
  assert.deepEqual(await found("?action=api_key_created"), ["api_key_created"]);
  assert.deepEqual(await found("?to=2026-01-31T12:00:30Z"), ["api_key_created"]);
  const [banned] = (await acts(auth, `?actor_id=${key.id.toUpperCase()}`)).acts;
  assert.deepEqual(await found(`?request_id=${banned?.request_id}`), ["user_banned"]);
  assert.deepEqual(await found("?ip_address=127.0.0.2"), []);
  assert.deepEqual(await found("?ip_address=127.0.0.1&action=user_banned"), ["user_banned"]);
  assert.deepEqual(await found("?to=0000-01-01T00:00:00Z"), []);
  const first = await acts(auth, "?limit=2");
  assert.deepEqual(
    first.acts.map(({ position }) => position),
    [3, 2],
  );
  const rest = await acts(auth, `?limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([rest.acts.map(({ position }) => position), rest.next_cursor], [[1], undefined]);
  for (const query of [
    "?limit=0",
    "?cursor=x",
    "?user_id=x",
    "?from=yesterday",
    "?action=fly",
    "?format=xml",
    "?request_id=",
    "?ip_address=",
  ])
    assert.equal((await auth.get(`/admin/acts${query}`, auth.admin)).status, 400, query);
});

test("GET /admin/acts as a file has all that the filters find, and the log says who took it", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { headers, id } = await administrator(auth, "security");
  const file = (query: string, by = headers) => auth.get(`/admin/acts?${query}`, by);
  await auth.post("/admin/users", { email: "x@example.com", user_metadata: { note: '=1+1,"a"\nb' } }, auth.admin);
  await auth.service.world.db.transaction((tx) => insertFillers(tx, 1500));
  const lines = await file("format=jsonl");
  assert.match(String(lines.headers["content-type"]), /^application\/jsonl/);
  const all = lines.text.trim().split("\n");
  assert.equal(all.length, 1 + 1500 + 1, "with itself");
  assert.deepEqual((JSON.parse(all[0] ?? "") as ShownAct).traits, { log: "acts", format: "jsonl", filters: "" });
  const table = await file(`format=csv&action=user_signedup`);
  assert.equal(table.headers["content-disposition"], 'attachment; filename="acts.csv"');
  assert.match(table.text, /^position,at,action,administrator_kind,.*\r\n1,2026-01-31T12:[0-9:.]+Z,user_signedup,token,/);
  assert.equal(table.text.trim().split("\r\n").length, 2);
  const [taken] = (await acts(auth, "?action=audit_exported&limit=1")).acts;
  assert.deepEqual([taken?.administrator.id, taken?.reason, taken?.traits.filters], [id, REASON, "action"]);

  const reader = await administrator(auth, "support");
  assert.deepEqual(codeOf(await file("format=csv", reader.headers)), [403, "right_missing"]);
  assert.deepEqual(codeOf(await file("format=csv", headersOf(reader.session, ""))), [403, "right_missing"]);
  const { authorization = "" } = headers;
  assert.deepEqual(codeOf(await file("format=csv", { authorization })), [422, "reason_missing"]);
  auth.clock.advance(11 * 60);
  assert.deepEqual(codeOf(await file("format=csv")), [403, "reauthentication_needed"]);
  assert.equal((await acts(auth, "?action=audit_exported")).acts.length, 2, "what was refused was not done");
});

const codeOf = ({ status, body }: Reply) => [status, (body as { error_code?: string }).error_code];

async function insertFillers(tx: Db, count: number): Promise<void> {
  await tx.run(sql`
    insert into admin_acts (id, created_at, entry, digest)
    select gen_random_uuid(), now(), '{"traits": {}}', sha256('{"traits": {}}') from generate_series(1, ${count}::int)`);
}

test("acts that happen at once are one chain, and what was not done is not in it", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => auth.post("/admin/users", { email: `x${index % 30}@example.com` }, auth.admin)),
  );
  const report = await verify(auth);
  assert.deepEqual([report.acts, report.problems], [30, []]);
  const { chain } = await auth.service.world.db.one<{ chain: Buffer }>(sql`select chain from admin_acts where position = 30`);
  assert.equal(report.end, chain.toString("hex"));
});

test("acts upon apps, webhooks and providers say what was before and after too, without secrets", async () => {
  await using auth = await startTestAuth({ OAUTH_SERVER_ENABLED: "true", CUSTOM_OAUTH_ENABLED: "true" });
  const change = async (method: string, path: string, body: object) => {
    const reply = await auth.call(path, { method, body, headers: auth.admin });
    assert.ok(reply.status < 300, reply.text);
    const [act] = (await acts(auth)).acts;
    return { id: String((reply.body as Record<string, unknown>).id ?? ""), reply, changes: act?.changes };
  };
  const app = { client_name: "Old", redirect_uris: ["https://app.example.com/back"] };
  const created = await change("POST", "/admin/oauth/clients", app);
  assert.deepEqual(created.changes?.client_name, { before: null, after: "Old" });
  const { client_id: clientId, client_secret: clientSecret } = created.reply.body as Record<string, string>;
  const renamed = await change("PUT", `/admin/oauth/clients/${clientId}`, { client_name: "New" });
  assert.deepEqual(renamed.changes, { client_name: { before: "Old", after: "New" } });

  const webhook = await change("POST", "/admin/webhooks", { url: "https://hooks.example.com/secret-path", description: "a" });
  assert.deepEqual(webhook.changes?.host, { before: null, after: "hooks.example.com" });
  const moved = await change("PUT", `/admin/webhooks/${webhook.id}`, { description: "b" });
  assert.deepEqual(moved.changes, { description: { before: "a", after: "b" } });

  const provider = {
    ...{ provider_type: "oauth2", identifier: "custom:corp", name: "Corp", client_id: "c", client_secret: "very secret indeed" },
    authorization_url: "https://corp.example.com/authorize",
    token_url: "https://corp.example.com/token",
    userinfo_url: "https://corp.example.com/userinfo",
  };
  const described = await change("POST", "/admin/custom-providers", provider);
  assert.deepEqual(described.changes?.name, { before: null, after: "Corp" });
  const again = await change("PUT", "/admin/custom-providers/custom:corp", {
    name: "Corporation",
    client_secret: "another secret",
  });
  assert.deepEqual(again.changes?.name, { before: "Corp", after: "Corporation" });
  const { text } = await auth.service.world.db.one<{ text: string }>(sql`select json_agg(a)::text as text from admin_acts a`);
  for (const secret of ["very secret indeed", "another secret", "secret-path", clientSecret ?? "none"])
    assert.ok(!text.includes(secret), secret);
});

test("nothing changes or deletes an act, but its text can be forgotten", async () => {
  await using auth = await startTestAuth();
  await makeActs(auth, 3);
  const { db } = auth.service.world;
  for (const statement of [
    sql`delete from admin_acts`,
    sql`delete from admin_acts where position = 3`,
    sql`truncate admin_acts`,
    sql`update admin_acts set entry = '{}'`,
    sql`update admin_acts set details = '{"salt":"x"}'`,
    sql`update admin_acts set position = position + 10`,
    sql`update admin_acts set chain = digest`,
    sql`update admin_acts set created_at = now()`,
  ])
    await assert.rejects(db.run(statement), /cannot be changed or deleted/);
  await db.run(sql`update admin_acts set details = null where position = 1`);
  await db.run(sql`update admin_acts set entry = null, details = null where position = 2`);
  const { problems, forgotten, acts: count } = await verify(auth);
  assert.deepEqual([problems, forgotten, count], [[], 2, 3]);
  assert.deepEqual(
    (await acts(auth)).acts.map(({ position }) => position),
    [3, 2, 1],
  );
});

test("whoever gets around that is found out", async () => {
  const without = sql`alter table admin_acts disable trigger user`;
  const rewrite = sql`
    update admin_acts set entry = replace(entry::text, 'user_signedup', 'user_invited')::json where position = 2`;
  for (const [tampering, problem] of [
    [rewrite, /position 2: the entry was changed/],
    [sql`update admin_acts set details = '{}' where position = 2`, /position 2: the details were changed/],
    [sql`delete from admin_acts where position = 2`, /positions 2 to 2 are missing/],
    [sql`delete from admin_acts where position = 4`, /the last entry is at 3, but the chain ends at 4/],
    [
      sql`update admin_acts a set entry = b.entry, details = b.details, digest = b.digest
                               from admin_acts b where (a.position, b.position) in ((3, 4), (4, 3))`,
      /does not follow/,
    ],
    [sql`update admin_acts set digest = sha256('x') where position = 4`, /position 4: the entry was changed/],
    [
      sql`insert into admin_acts (id, created_at, entry, digest, position, chain) values (gen_random_uuid(), now(), '{}', sha256('{}'), 5, sha256('x'))`,
      /1 entries are not chained/,
    ],
  ] as const) {
    await using auth = await startTestAuth();
    await makeActs(auth, 4);
    const { db } = auth.service.world;
    await db.run(without);
    await db.run(tampering);
    const { problems } = await verify(auth);
    assert.match(problems.join("\n"), problem);
  }
});

test("what acts say of a user is forgotten with the user, and the chain stays whole", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { user } = await signUp(auth);
  const change = { method: "PUT", body: { email: "secret.address@example.com" }, headers: auth.admin };
  assert.equal((await auth.call(`/admin/users/${user.id}`, change)).status, 200);
  await auth.call(`/admin/users/${user.id}`, { method: "DELETE", headers: auth.admin, body: {} });
  auth.clock.advance(60);
  const { world } = auth.service;
  const [clean] = Object.values(housekeeping(world, recordingLog(), auth.clock.now).tasks);
  await clean?.({});
  const { text } = await world.db.one<{ text: string }>(sql`select json_agg(a)::text as text from admin_acts a`);
  assert.doesNotMatch(text, /secret\.address|ana@/);
  const shown = (await acts(auth)).acts;
  assert.deepEqual(
    shown.map(({ action, user_id: id, changes }) => [action, id, changes]),
    [
      ["user_deleted", user.id, undefined],
      ["user_modified", user.id, undefined],
    ],
  );
  assert.deepEqual((await verify(auth)).problems, []);
});

test("the digest of details that are guessed is of no use without their salt", async () => {
  await using auth = await startTestAuth();
  await makeActs(auth, 1);
  const { entry, details } = await auth.service.world.db.one<{ entry: { details_digest: string }; details: { salt: string } }>(
    sql`select entry, details from admin_acts`,
  );
  assert.equal(Buffer.from(details.salt, "base64url").length, 16);
  const guessed = createHash("sha256")
    .update(JSON.stringify({ ...details, salt: "" }))
    .digest("hex");
  assert.notEqual(entry.details_digest, guessed);
});
