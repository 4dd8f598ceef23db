// How long an access token of a user may live, and whose tokens are not judged by it.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { bearer, signUp, type TestSession } from "../account/testing.ts";
import { AUTH_MIGRATIONS } from "../main.ts";
import { authorizeClient, exchange, makeClient, startOauth, type Tokens } from "../oauth_server/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { lifeOf } from "./token_lives.ts";

const HOUR = 3_600;
/** As test services have it. */
const SECRET = "a secret for tests that is long enough to be quiet";

let auth: TestAuth;
let session: TestSession;

before(async () => {
  auth = await startOauth({ SECURITY_MANUAL_LINKING_ENABLED: "true" });
  session = await signUp(auth);
});

after(() => auth[Symbol.asyncDispose]());

/** The same token, with other times. */
function forged(token: string, times: Record<string, unknown>): string {
  return signed({ ...claimsOf(token), ...times });
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** By hand: the library adds an iat where there is none. */
function signed(claims: object): string {
  const [header, payload] = [{ alg: "HS256", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const mac = createHmac("sha256", SECRET).update(`${header}.${payload}`).digest("base64url");
  return `${header}.${payload}.${mac}`;
}

const seconds = () => Math.floor(auth.clock.now().getTime() / 1_000);
const user = (server: TestAuth, token: string) => server.get("/user", { authorization: `Bearer ${token}` });

test("an access token that lives longer than JWT_EXP is refused, with or without iat", async () => {
  const now = seconds();
  const good = [
    { iat: now, exp: now + HOUR },
    { iat: now - 10, exp: now + 100 },
    { iat: undefined, exp: now + HOUR },
  ];
  for (const times of good) {
    const reply = await user(auth, forged(session.access_token, times));
    assert.equal(reply.status, 200, `${JSON.stringify(times)} ${reply.text}`);
  }
  const bad = [
    { iat: now, exp: now + HOUR + 1 },
    { iat: now - 2 * HOUR, exp: now + 1 },
    { iat: undefined, exp: now + HOUR + 1 },
    { iat: 0, exp: now + HOUR },
    { iat: now + 60, exp: now + 315_360_000 },
    { iat: now, exp: undefined, role: "service_role" },
  ];
  for (const times of bad) {
    const token = forged(session.access_token, times);
    const reply = await user(auth, token);
    const { error_code: code, msg } = reply.body as { error_code: string; msg: string };
    assert.deepEqual([reply.status, code], [403, "bad_jwt"], JSON.stringify(times));
    assert.match(msg, /token lives longer than any that this server makes$/);
    const headers = { authorization: `Bearer ${token}` };
    for (const [method, path] of [
      ["PUT", "/user"],
      ["POST", "/logout"],
      ["GET", "/admin/users"],
    ] as const)
      assert.equal((await auth.call(path, { method, headers, ...(method === "PUT" && { body: {} }) })).status, 403, path);
    const linking = { provider: "google", id_token: "x", link_identity: true };
    assert.equal((await auth.post("/token?grant_type=id_token", linking, headers)).status, 403);
  }
});

test("tokens of apps are judged by it as well", async () => {
  const client = await makeClient(auth);
  const code = await authorizeClient(auth, session, client);
  const { access_token: token } = (await exchange(auth, client, code)).body as Tokens;
  const long = forged(token, { exp: seconds() + 2 * HOUR });
  const ask = async (view: string) => {
    const headers = { authorization: `Bearer ${view}` };
    const notice = await auth.post("/oauth/introspect", { token: view }, auth.admin);
    return [(await auth.get("/oauth/userinfo", headers)).status, (notice.body as { active: boolean }).active];
  };
  assert.deepEqual(await ask(token), [200, true]);
  assert.deepEqual(await ask(long), [401, false]);
});

test("keys of operators and gateways live as long as they were made for", async () => {
  for (const claims of [
    { role: "service_role", iat: 1, exp: 4_102_444_800 },
    { role: "service_role" },
    { role: "service_role", sub: "a gateway", aud: "authenticated", exp: 4_102_444_800 },
  ]) {
    const reply = await auth.get("/admin/users", { authorization: `Bearer ${signed(claims)}` });
    assert.equal(reply.status, 200, reply.text);
  }
  assert.equal(lifeOf({ sub: session.user.id, exp: 4_102_444_800, warnings: [] }, auth.clock.now()), 0);
});

test("tokens from before JWT_EXP was lowered stay good, and none longer than those", async () => {
  await using long = await startTestAuth({ MAILER_AUTOCONFIRM: "true", JWT_EXP: "86400" });
  const day = await signUp(long);
  await using short = await startTestAuth({ JWT_EXP: "60" }, () => long.database.url);
  assert.equal((await user(short, day.access_token)).status, 200);
  assert.equal((await short.get("/user", bearer(day))).status, 200);
  const { iat } = claimsOf(day.access_token);
  assert.equal((await user(short, forged(day.access_token, { exp: iat + 86_401 }))).status, 403);
});

test("a replica takes the tokens of one that was started later with a longer JWT_EXP", async () => {
  await using short = await startTestAuth({ MAILER_AUTOCONFIRM: "true", JWT_EXP: "60" });
  await using long = await startTestAuth({ MAILER_AUTOCONFIRM: "true", JWT_EXP: "86400" }, () => short.database.url);
  const day = await signUp(long);
  assert.equal((await user(short, day.access_token)).status, 200);
});

test("what is assumed of the time before counts for as long as it says", async () => {
  await using service = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const { access_token: token } = await signUp(service);
  const { iat } = claimsOf(token);
  const week = 604_800;
  const until = new Date(service.clock.now().getTime() + week * 1_000);
  await service.service.world.db.run(sql`insert into token_lives (seconds, counts_until) values (${week}, ${until})`);
  assert.equal((await user(service, forged(token, { exp: iat + week }))).status, 200);
  service.clock.advance(week);
  assert.equal((await user(service, forged(token, { iat: iat + week, exp: iat + 2 * week }))).status, 403);
});

test("the migration assumes a week for a week where there are sessions, and nothing where there are none", async () => {
  await using service = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const { db } = service.service.world;
  const migration = readFileSync(`${AUTH_MIGRATIONS.folder}/022_access.sql`, "utf8");
  const assume = () => db.run(trusted(migration.slice(migration.indexOf("insert into token_lives")).replace(";", "")));
  assert.equal(await assume(), 0);
  await signUp(service);
  assert.equal(await assume(), 1);
  const rows = await db.many<{ seconds: number; days: number | null }>(sql`
    select seconds, round(extract(epoch from counts_until - now()) / 86400)::int as days from token_lives order by seconds`);
  assert.deepEqual(rows, [
    { seconds: HOUR, days: null },
    { seconds: 604_800, days: 7 },
  ]);
});
