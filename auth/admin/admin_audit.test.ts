import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { asAdmin, faultOf, userOf } from "./testing.ts";

interface Entry {
  id: string;
  payload: { action: string; actor_username: string; traits: { user_email: string } };
  created_at: string;
  ip_address: string;
}

test("GET /admin/audit lists entries in pages, newest first, and finds them by author, action and type", async () => {
  await using auth = await startTestAuth();
  const admin = asAdmin(auth);
  for (const name of ["ana", "bia", "caio"]) {
    userOf(await admin.post("/admin/users", { email: `${name}@example.com` }));
    auth.clock.advance(1000);
  }
  userOf(await admin.post("/invite", { email: "duda@example.com" }));
  const reply = await admin.get("/admin/audit?page=1&per_page=2");
  assert.equal(reply.headers["x-total-count"], "4");
  assert.equal(reply.headers.link, '</admin/audit?page=2&per_page=2>; rel="next", </admin/audit?page=2&per_page=2>; rel="last"');
  const entries = reply.body as Entry[];
  assert.deepEqual(
    entries.map(({ payload }) => [payload.action, payload.actor_username, payload.traits.user_email]),
    [
      ["user_invited", "service_role", "duda@example.com"],
      ["user_signedup", "service_role", "caio@example.com"],
    ],
  );
  assert.equal(entries[0]?.ip_address, "127.0.0.1");
  const count = async (query: string) => ((await admin.get(`/admin/audit?query=${query}`)).body as Entry[]).length;
  assert.deepEqual(
    [await count("action:invited"), await count("author:service"), await count("type:team"), await count("author:x")],
    [1, 4, 4, 0],
  );
});

const ALL = ["login", "user_banned", "user_signedup", "user_signedup", "user_signedup"];

/** Three who signed up, one of whom signed in and was banned later. */
async function fillAudit(auth: TestAuth) {
  const admin = asAdmin(auth);
  const start = auth.clock.now().toISOString();
  const ids: string[] = [];
  for (const name of ["ana", "bia", "caio"])
    ids.push(
      userOf(await admin.post("/admin/users", { email: `${name}@example.com`, password: "correct horse", email_confirm: true }))
        .id,
    );
  auth.clock.advance(60_000);
  const later = auth.clock.now().toISOString();
  const signIn = await auth.post("/token?grant_type=password", { email: "ana@example.com", password: "correct horse" });
  assert.equal(signIn.status, 200);
  assert.equal((await admin.put(`/admin/users/${ids[0]}`, { ban_duration: "1h" })).status, 200);
  const list = async (query: string) => {
    const reply = await admin.get(`/admin/audit?${query}`);
    assert.equal(reply.status, 200, reply.text);
    return { actions: (reply.body as Entry[]).map(({ payload }) => payload.action).sort(), headers: reply.headers };
  };
  return { admin, ids, start, later, list, login: String(signIn.headers["x-request-id"]) };
}

test("GET /admin/audit finds by user, action, network address and time", async () => {
  await using auth = await startTestAuth();
  const { admin, ids, start, later, list, login } = await fillAudit(auth);
  for (const [query, actions] of [
    [`user_id=${ids[0]}`, ["login", "user_banned", "user_signedup"]],
    [`user_id=${ids[0]?.toUpperCase()}&action=login`, ["login"]],
    [`user_id=${ids[1]}&page=1`, ["user_signedup"]],
    ["action=user_signedup", ALL.slice(2)],
    ["action=login&query=type:team", []],
    [`actor_id=${ids[0]?.toUpperCase()}`, ["login"]],
    [`request_id=${login}`, ["login"]],
    [`request_id=${login}&actor_id=${ids[1]}`, []],
    ["ip_address=127.0.0.1", ALL],
    ["ip_address=127.0.0.2", []],
    [`from=${later}`, ["login", "user_banned"]],
    [`to=${later}&from=${start}`, ALL.slice(2)],
    ["to=0000-01-01T00:00:00Z", []],
    [`from=${later}&query=author:ana`, ["login"]],
  ] as const)
    assert.deepEqual((await list(query)).actions, actions, query);
  for (const bad of [
    "user_id=ana",
    "actor_id=ana",
    "request_id=",
    "format=xml",
    "action=log",
    "ip_address=",
    "from=today",
    "to=2026-01-01",
    "cursor=1",
    "from=2026-06-30T23:59:60Z",
  ])
    assert.equal((await admin.get(`/admin/audit?${bad}`)).status, 400, bad);
});

test("GET /admin/audit goes from cursor to cursor without gaps", async () => {
  await using auth = await startTestAuth();
  const { start, list } = await fillAudit(auth);
  for (const [first, size] of [
    ["page=1&per_page=2", 2],
    ["ip_address=127.0.0.1&per_page=2", 2],
    [`from=${start}&per_page=5`, 5],
  ] as const) {
    const filter = first.replace(/&?(page|per_page)=\d+/g, "");
    const observed: string[] = [];
    for (let query: string | undefined = first; query !== undefined; ) {
      const { actions, headers }: Awaited<ReturnType<typeof list>> = await list(query);
      assert.ok(actions.length <= size);
      observed.push(...actions);
      const next = headers["x-next-cursor"];
      query = next === undefined ? undefined : `cursor=${next}&per_page=${size}&${filter}`;
    }
    assert.deepEqual(observed.sort(), ALL, first);
  }
  const { headers } = await list("ip_address=127.0.0.1&per_page=2");
  assert.equal(headers.link, `</admin/audit?cursor=${headers["x-next-cursor"]}&per_page=2&ip_address=127.0.0.1>; rel="next"`);
});

test("GET /admin/audit as a file has all that the filters find", async () => {
  await using auth = await startTestAuth();
  const { admin, ids } = await fillAudit(auth);
  await auth.service.world.db.run(sql`
    insert into audit_log_entries (id, payload, created_at)
    select gen_random_uuid(), json_build_object('action', 'login', 'actor_username', '=x' || n), timestamptz '2020-01-01' + n * interval '1 second'
      from generate_series(1, 2500) n`);
  const lines = (await admin.get("/admin/audit?format=jsonl")).text.trim().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as Entry);
  assert.deepEqual([entries.length, new Set(entries.map(({ id }) => id)).size], [2500 + 6, 2500 + 6]);
  assert.ok(entries.some(({ payload }) => payload.action === "audit_exported"));
  const reply = await admin.get(`/admin/audit?format=csv&user_id=${ids[0]}`);
  assert.match(String(reply.headers["content-type"]), /^text\/csv/);
  const rows = reply.text.trim().split("\r\n");
  assert.equal(rows.length, 1 + 3);
  assert.match(rows[0] ?? "", /^id,created_at,action,actor_id,/);
  assert.ok(
    rows.slice(1).some((row) => row.includes(",user_banned,")),
    "entries of one moment come in any order",
  );
  const text = (await admin.get("/admin/audit?format=csv&to=2020-01-01T00:00:03Z")).text;
  assert.match(text, /,login,,'=x2,/, "no formula");
});

test("GET /admin/audit refuses an unknown scope and pages that are none", async () => {
  await using auth = await startTestAuth();
  const admin = asAdmin(auth);
  assert.deepEqual(faultOf(await admin.get("/admin/audit?query=ip:1")), [400, "validation_failed", "Invalid query scope: ip"]);
  assert.match(faultOf(await admin.get("/admin/audit?page=x"))[2], /^Bad Pagination Parameters/);
});
