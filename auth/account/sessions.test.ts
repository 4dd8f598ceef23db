// Sessions in their users' own hands, and in those of administrators.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { shareTestAuth } from "../testing.ts";
import { AUTOCONFIRM, ana, bearer, bob, put, signIn, signUp, type TestSession, verdict } from "./testing.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const AGENTS: [userAgent: string, browser: string | null, system: string | null][] = [
  [FIREFOX, "Firefox", "Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36",
    "Chrome",
    "Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile/15E Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/605.1",
    "Safari",
    "macOS",
  ],
  ["curl/8.5.0", "curl", null],
  ["node", "node", null],
  ["Mozilla/5.0", null, null],
  ["<script>alert(1)</script>", null, null],
];

interface Listed {
  id: string;
  user_id?: string;
  current?: boolean;
  device: { browser: string | null; system: string | null };
}

const auth = shareTestAuth({ ...AUTOCONFIRM, SESSIONS_MAX_PER_USER: "12" });
before(async () => {
  await signUp(auth, bob);
});

const idOf = ({ access_token: token }: TestSession) => String(auth.service.world.keys.verify(token, auth.clock.now()).session_id);
const remove = (path: string, headers: Record<string, string>) => auth.call(path, { method: "DELETE", headers });
const refresh = (session: TestSession) => auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });

async function list(session: TestSession): Promise<Listed[]> {
  const reply = await auth.get("/sessions", bearer(session));
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Listed[];
}

test("GET /sessions says where its user is signed in, and which session asks", async () => {
  const first = await signUp(auth);
  auth.clock.advance(60);
  const second = (await auth.post("/token?grant_type=password", ana, { "user-agent": FIREFOX })).body as TestSession;
  const [newest, oldest, ...more] = await list(second);
  assert.deepEqual(more, [], "nobody else's");
  const now = auth.clock.now().toISOString();
  assert.deepEqual(newest, {
    id: idOf(second),
    device: { browser: "Firefox", system: "Linux" },
    user_agent: FIREFOX,
    ip: "127.0.0.1",
    aal: "aal1",
    amr: ["password"],
    created_at: now,
    last_used_at: now,
    current: true,
  });
  assert.deepEqual([oldest?.id, oldest?.current], [idOf(first), false]);
  auth.clock.advance(60);
  assert.equal((await refresh(first)).status, 200);
  assert.deepEqual(
    (await list(second)).map(({ id }) => id),
    [idOf(first), idOf(second)],
    "the one that was used last is first",
  );
  await auth.post("/logout?scope=local", "", bearer(first));
  assert.deepEqual(
    (await list(second)).map(({ id }) => id),
    [idOf(second)],
    "one that was signed out of is gone",
  );
  assert.deepEqual(verdict(await auth.get("/sessions", bearer(first))), [403, "session_not_found"]);
});

test("GET /sessions names browsers and systems as people do", async () => {
  await signUp(auth, { email: "agents@example.com", password: ana.password });
  for (const [userAgent, browser, system] of AGENTS) {
    const credentials = { email: "agents@example.com", password: ana.password };
    const reply = await auth.post("/token?grant_type=password", credentials, { "user-agent": userAgent });
    const mine = (await list(reply.body as TestSession)).find(({ current }) => current);
    assert.deepEqual(mine?.device, { browser, system }, userAgent);
  }
});

test("DELETE /sessions/:session_id ends that session at once, and no other", async () => {
  const [one, two, other] = [await signIn(auth), await signIn(auth), await signIn(auth, bob)];
  assert.equal((await remove(`/sessions/${idOf(two)}`, bearer(one))).status, 204);
  assert.deepEqual(verdict(await auth.get("/user", bearer(two))), [403, "session_not_found"]);
  assert.equal((await refresh(two)).status, 400);
  for (const id of [idOf(two), idOf(other), randomUUID(), "no-id"])
    assert.deepEqual(verdict(await remove(`/sessions/${id}`, bearer(one))), [404, "session_not_found"], id);
  assert.equal((await put(auth, other, { data: {} })).status, 200, "somebody else's goes on");
  assert.deepEqual(
    verdict(await remove(`/sessions/${idOf(one)}`, bearer(two))),
    [403, "session_not_found"],
    "one that has ended ends none",
  );
  const both = await Promise.all([1, 2].map(() => remove(`/sessions/${idOf(one)}`, bearer(one))));
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 403], "its own, once");
  const ended = await auth.service.world.db.many<{ id: string }>(
    sql`select payload -> 'traits' ->> 'session_id' as id from audit_log_entries
        where payload ->> 'action' = 'logout' and payload -> 'traits' ->> 'session_id' is not null`,
  );
  assert.deepEqual(ended.map(({ id }) => id).sort(), [idOf(one), idOf(two)].sort(), "both are in the log, once");
});

test("a user has no more than SESSIONS_MAX_PER_USER sessions: those that were not used for longest go", async () => {
  const account = { email: "many@example.com", password: ana.password };
  const first = await signUp(auth, account);
  const second = await signIn(auth, account);
  auth.clock.advance(5);
  for (let n = 0; n < 10; n++) await signIn(auth, account);
  auth.clock.advance(5);
  const renewed = (await refresh(first)).body as TestSession;
  const newest = await signIn(auth, account);
  const ids = (await list(newest)).map(({ id }) => id);
  assert.deepEqual([ids.length, ids.includes(idOf(renewed)), ids.includes(idOf(second))], [12, true, false]);
  assert.equal((await refresh(second)).status, 400);
  await Promise.all(Array.from({ length: 5 }, () => signIn(auth, account)));
  await signIn(auth, account);
  assert.equal((await list(newest)).length, 12, "whoever signs in at the same moment");
});

test("administrators see all sessions in pages, and those of a user, and end them", async () => {
  const account = { email: "watched@example.com", password: ana.password };
  auth.clock.advance(1);
  const one = await signUp(auth, account);
  auth.clock.advance(1);
  const two = await signIn(auth, account);
  const { id: userId } = one.user;
  const page = await auth.get("/admin/sessions?per_page=1", auth.admin);
  const [view, ...more] = page.body as Listed[];
  assert.deepEqual([view?.id, view?.user_id, more.length], [idOf(two), userId, 0]);
  assert.ok(!("current" in (view as object)));
  const { count } = await auth.service.world.db.one<{ count: number }>(
    sql`select count(*) from sessions where revoked_at is null`,
  );
  assert.equal(page.headers["x-total-count"], String(count));
  assert.match(String(page.headers.link), /^<\/admin\/sessions\?page=2&per_page=1>; rel="next"/);
  const next = (await auth.get("/admin/sessions?page=2&per_page=1", auth.admin)).body as Listed[];
  assert.equal(next[0]?.id, idOf(one));
  const own = (await auth.get(`/admin/users/${userId}/sessions`, auth.admin)).body as Listed[];
  assert.deepEqual(
    own.map(({ id }) => id),
    [idOf(two), idOf(one)],
  );
  const others = await signIn(auth, bob);
  assert.deepEqual(
    verdict(await remove(`/admin/users/${userId}/sessions/${idOf(others)}`, auth.admin)),
    [404, "session_not_found"],
    "of another user",
  );
  assert.equal((await remove(`/admin/users/${userId}/sessions/${idOf(one)}`, auth.admin)).status, 204);
  assert.equal((await remove(`/admin/sessions/${idOf(two)}`, auth.admin)).status, 204);
  assert.deepEqual(verdict(await remove(`/admin/sessions/${idOf(two)}`, auth.admin)), [404, "session_not_found"]);
  assert.deepEqual((await auth.get(`/admin/users/${userId}/sessions`, auth.admin)).body, []);
  const [three, four] = [await signIn(auth, account), await signIn(auth, account)];
  assert.equal((await remove(`/admin/users/${userId}/sessions`, auth.admin)).status, 204);
  for (const session of [three, four])
    assert.deepEqual(verdict(await auth.get("/user", bearer(session))), [403, "session_not_found"]);
  const nobody = randomUUID();
  for (const [path, call] of [
    [`/admin/users/${nobody}/sessions`, {}],
    [`/admin/users/${nobody}/sessions`, { method: "DELETE" }],
    [`/admin/users/${nobody}/sessions/${nobody}`, { method: "DELETE" }],
  ] as const)
    assert.deepEqual(verdict(await auth.call(path, { ...call, headers: auth.admin })), [404, "user_not_found"]);
  assert.deepEqual(verdict(await auth.get("/admin/sessions", bearer(others))), [403, "not_admin"]);
  assert.deepEqual(verdict(await auth.get("/admin/sessions?page=x", auth.admin)), [400, "validation_failed"]);
});
