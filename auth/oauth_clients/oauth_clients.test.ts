// Apps as administrators register them, and as they register themselves.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Compile } from "typebox/schema";
import { sql } from "../../kernel/sql/sql.ts";
import { bearer, signIn, signUp } from "../account/testing.ts";
import {
  authorizeClient,
  CALLBACK,
  errorOf,
  exchange,
  look,
  makeClient,
  renew,
  requestAuthorization,
  startOauth,
  type TestClient,
  tokensFor,
} from "../oauth_server/testing.ts";
import type { TestAuth } from "../testing.ts";
import { readClientSettings } from "./client_document.ts";

let auth: TestAuth;

before(async () => {
  auth = await startOauth({ OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true", OAUTH_SERVER_MAX_DYNAMIC_CLIENTS: "2" });
});

after(() => auth[Symbol.asyncDispose]());

const CLIENTS = "/admin/oauth/clients";
const put = (id: string, body: object) => auth.call(`${CLIENTS}/${id}`, { method: "PUT", body, headers: auth.admin });

test("an app is registered, changed, given another secret and removed; its secret is shown once", async () => {
  const client = await makeClient(auth, { client_uri: "https://notes.example.com", logo_uri: "https://notes.example.com/l.png" });
  assert.deepEqual(
    { ...client, client_id: "", client_secret: client.client_secret?.length },
    {
      client_id: "",
      client_secret: 43,
      client_type: "confidential",
      token_endpoint_auth_method: "client_secret_basic",
      registration_type: "manual",
      redirect_uris: ["https://notes.example.com/callback"],
      post_logout_redirect_uris: [],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      client_name: "Notes",
      client_uri: "https://notes.example.com",
      logo_uri: "https://notes.example.com/l.png",
      created_at: "2026-01-31T12:00:00.000Z",
      updated_at: "2026-01-31T12:00:00.000Z",
    },
  );
  const path = `${CLIENTS}/${client.client_id}`;
  const { client_secret: secret, ...rest } = client;
  assert.deepEqual((await auth.get(path, auth.admin)).body, rest);
  const list = (await auth.get(CLIENTS, auth.admin)).body as { clients: TestClient[] };
  assert.ok(list.clients.some((each) => each.client_id === client.client_id && !("client_secret" in each)));
  const changed = await put(client.client_id, { client_name: "Other", redirect_uris: ["https://o.example.com/cb"] });
  assert.deepEqual(changed.body, { ...rest, client_name: "Other", redirect_uris: ["https://o.example.com/cb"] });
  await put(client.client_id, { redirect_uris: ["https://notes.example.com/callback"] });
  const again = (await auth.post(`${path}/regenerate_secret`, {}, auth.admin)).body as TestClient;
  assert.notEqual(again.client_secret, secret);
  const code = await authorizeClient(auth, await signUp(auth), again);
  assert.equal(errorOf(await exchange(auth, client, code)), "401 invalid_client");
  assert.equal((await exchange(auth, again, code)).status, 200);
  assert.equal((await auth.call(path, { method: "DELETE", headers: auth.admin })).status, 204);
  for (const method of ["GET", "DELETE"]) assert.equal((await auth.call(path, { method, headers: auth.admin })).status, 404);
  assert.equal((await put(client.client_id, { client_name: "x" })).status, 404);
});

test("lists say how many users have let an app in", async () => {
  const client = await makeClient(auth);
  const count = async () => {
    const { clients } = (await auth.get(`${CLIENTS}?per_page=100`, auth.admin)).body as { clients: TestClient[] };
    return clients.find(({ client_id: id }) => id === client.client_id)?.consents_count;
  };
  assert.equal(await count(), 0);
  for (const email of ["consents1@example.com", "consents2@example.com"])
    await tokensFor(auth, await signUp(auth, { email, password: "correct horse" }), client);
  assert.equal(await count(), 2);
});

test("what an app cannot be is refused, and changes nothing", async () => {
  const bad: object[] = [
    {},
    { redirect_uris: [] },
    { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example.com/${n}`) },
    { redirect_uris: ["https://a.example.com"], client_type: "secret" },
    { redirect_uris: ["https://a.example.com"], client_type: "public", token_endpoint_auth_method: "client_secret_post" },
    { redirect_uris: ["https://a.example.com"], token_endpoint_auth_method: "private_key_jwt" },
    { redirect_uris: ["https://a.example.com"], grant_types: ["implicit"] },
    { redirect_uris: ["https://a.example.com"], grant_types: ["client_credentials"], client_type: "public" },
    { redirect_uris: ["https://a.example.com"], response_types: ["token"] },
    { redirect_uris: ["https://a.example.com"], client_uri: "javascript:alert(1)" },
    { redirect_uris: ["https://a.example.com"], client_name: "x".repeat(1025) },
    ...[
      ...["http://a.example.com/cb", "javascript:alert(1)", "data:text/html,x", "https://a.example.com/#x", "com.app:/cb", "/cb"],
      ...["https://u:p@a.example.com", "https://a.example.com\\@b.example", "https://a.example.com/a b", "https://é.example.com"],
      ...["https://a.example.com/../x", "https://a.example.com/%2e%2e/x", "https://a.example.com/%0d%0a", "HTTP://a.example.com"],
    ].map((uri) => ({ redirect_uris: [uri] })),
  ];
  for (const body of bad) {
    const reply = await auth.post(CLIENTS, body, auth.admin);
    assert.equal(reply.status, 400, `${JSON.stringify(body)} ${reply.text}`);
  }
  const client = await makeClient(auth);
  assert.equal((await put(client.client_id, {})).status, 400);
  assert.equal((await put(client.client_id, { redirect_uris: ["x"] })).status, 400);
  assert.equal((await put(client.client_id, { client_type: "public", token_endpoint_auth_method: "none" })).status, 400);
  const open = await makeClient(auth, { client_type: "public" });
  assert.equal((await auth.post(`${CLIENTS}/${open.client_id}/regenerate_secret`, {}, auth.admin)).status, 400);
});

test("the API's document says which apps need redirect URIs, and what it allows is taken", async () => {
  const { paths } = (await auth.get("/openapi.json")).body as { paths: Record<string, Record<string, { requestBody: unknown }>> };
  const described = paths[CLIENTS]?.post?.requestBody as { content: Record<string, { schema: object }> };
  const schema = Compile(described.content["application/json"]?.schema as object);
  const uris = ["https://a.example.com/cb"];
  const bodies: [body: object, isFine: boolean][] = [
    [{ redirect_uris: uris }, true],
    [{ redirect_uris: uris, grant_types: ["authorization_code", "client_credentials"] }, true],
    [{ grant_types: ["client_credentials"] }, true],
    [{ grant_types: ["client_credentials"], redirect_uris: [] }, true],
    [{}, false],
    [{ client_name: "x" }, false],
    [{ redirect_uris: [] }, false],
    [{ redirect_uris: null }, false],
    [{ grant_types: [] }, false],
    [{ grant_types: ["authorization_code"] }, false],
    [{ grant_types: ["refresh_token", "client_credentials"] }, false],
  ];
  for (const [body, isFine] of bodies) {
    assert.equal(schema.Check(body), isFine, JSON.stringify(body));
    const reply = await auth.post(CLIENTS, body, auth.admin);
    assert.equal(reply.status, isFine ? 201 : 400, `${JSON.stringify(body)} ${reply.text}`);
  }
});

test("an app registers itself where that is allowed, for users alone, and no more of them than there may be", async () => {
  const body = {
    client_name: "Editor",
    redirect_uris: ["http://localhost/cb"],
    token_endpoint_auth_method: "none",
    contacts: ["a"],
  };
  const registration = await auth.post("/oauth/clients/register", body);
  const { client_id: id, client_id_issued_at: at, registration_type: type, ...rest } = registration.body as TestClient;
  assert.deepEqual(
    [registration.status, typeof id, at, type, "client_secret" in rest],
    [201, "string", 1769860800, "dynamic", false],
  );
  const register = (changes: object) => auth.post("/oauth/clients/register", { ...body, ...changes });
  assert.equal(errorOf(await register({ redirect_uris: ["http://a.example.com"] })), "400 invalid_redirect_uri");
  assert.equal(errorOf(await register({ grant_types: ["client_credentials"] })), "400 invalid_client_metadata");
  assert.equal(errorOf(await register({ redirect_uris: "x" })), "400 invalid_request");
  const secret = (await register({ token_endpoint_auth_method: "client_secret_post" })).body as TestClient;
  assert.deepEqual([secret.client_secret?.length, secret.client_secret_expires_at], [43, 0]);
  await using closed = await startOauth({}, () => auth.database.url);
  assert.equal((await closed.post("/oauth/clients/register", body)).status, 403);
});

test("RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER bounds how many one client registers", async () => {
  const variables = { OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true", RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "1" };
  await using limited = await startOauth(variables);
  const body = { redirect_uris: ["https://a.example.com"] };
  assert.equal((await limited.post("/oauth/clients/register", body)).status, 201);
  assert.equal(errorOf(await limited.post("/oauth/clients/register", body)), "429 temporarily_unavailable");
});

const UNSEEN = {
  "a mark that turns the text": "Notes\u202Egnp.exe",
  "an isolate": "\u2066Notes\u2069",
  "a mark from right to left": "Notes\u200F",
  "an Arabic letter mark": "\u061CNotes",
  "a space of no width": "Ban\u200Bk",
  "a joiner of no width": "Ban\u200Dk",
  "a word joiner": "Ban\u2060k",
  "a byte order mark": "\uFEFFBank",
  "a soft hyphen": "Ba\u00ADnk",
  "a Hangul filler": "\u3164",
  "a tag": "Bank\u{E0041}",
  "a line feed": "Bank\nApproved by your bank",
  "a carriage return": "Bank\r",
  "a line separator": "Bank\u2028x",
  "a control": "Bank\u0007",
  "half of a character": "Bank\uD800",
  "spaces alone": " \u00A0\u3000",
};
test("an app's name with characters that nobody sees, or that turn the text around, is refused everywhere", async () => {
  const open = { OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true", RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "0" };
  await using unlimited = await startOauth(open, () => auth.database.url);
  const client = await makeClient(auth);
  for (const [what, name] of Object.entries(UNSEEN)) {
    const body = { client_name: name, redirect_uris: [CALLBACK] };
    assert.equal((await auth.post(CLIENTS, body, auth.admin)).status, 400, what);
    assert.equal((await put(client.client_id, { client_name: name })).status, 400, what);
    assert.equal((await unlimited.post("/oauth/clients/register", body)).status, 400, what);
    assert.ok(
      "problem" in readClientSettings("https://a.example.com/app", { ...body, client_id: "https://a.example.com/app" }),
      what,
    );
  }
  for (const name of ["Notas ❤️", "Büro & Co. (beta)", "メモ帳", "ملاحظات", "פתקים", "<b>Notes</b>"])
    assert.equal((await put(client.client_id, { client_name: name })).status, 200, name);
  // One from before the rule is shown without what nobody sees.
  await auth.service.world.db.run(sql`update oauth_clients set name = ${"Ban\u202Ek\u200B\n"} where id = ${client.client_id}`);
  const session = await signUp(auth, { email: "seer@example.com", password: "correct horse" });
  const consent = (await look(auth, session, await requestAuthorization(auth, client))).body as {
    client: Record<string, string>;
  };
  assert.deepEqual([consent.client.name, consent.client.registration_type], ["Bank", "manual"]);
  assert.match(consent.client.created_at ?? "", /^\d{4}-\d\d-\d\dT/);
});

test("where as many apps have registered as may, the oldest that nobody uses makes room, and one that is used never", async () => {
  const OPEN = { OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true", RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "0" };
  await using own = await startOauth({ ...OPEN, OAUTH_SERVER_MAX_DYNAMIC_CLIENTS: "5", RATE_LIMIT_TOKEN_REFRESH: "0" });
  const register = async () => {
    own.clock.advance(1);
    const reply = await own.post("/oauth/clients/register", { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" });
    return { reply, client: reply.body as TestClient };
  };
  const isThere = async ({ client_id: id }: TestClient) => (await own.get(`${CLIENTS}/${id}`, own.admin)).status === 200;
  const manual = await makeClient(own);
  const session = await signUp(own);
  const clients: TestClient[] = [];
  for (let n = 0; n < 5; n++) clients.push((await register()).client);
  const [used, coded, looked, flow, free] = clients as [TestClient, TestClient, TestClient, TestClient, TestClient];
  // One has a session, one a code, one a request that its user looks at, one a request that nobody has looked at, one nothing.
  await tokensFor(own, session, used);
  await authorizeClient(own, session, coded);
  await look(own, session, await requestAuthorization(own, looked));
  await requestAuthorization(own, flow);
  const sixth = await register();
  assert.equal(sixth.reply.status, 201, sixth.reply.text);
  assert.deepEqual(
    await Promise.all(clients.map(isThere)),
    [true, true, true, true, false],
    "the one that has nothing goes first",
  );
  assert.equal(await isThere(free), false);
  // The newcomer goes before an older one that somebody may be asking for.
  const seventh = await register();
  assert.deepEqual([await isThere(sixth.client), await isThere(flow)], [false, true]);
  await requestAuthorization(own, seventh.client);
  const eighth = await register();
  assert.equal(eighth.reply.status, 201);
  assert.deepEqual([await isThere(flow), await isThere(seventh.client)], [false, true]);
  for (const each of [seventh.client, eighth.client]) await authorizeClient(own, session, each);
  const { reply } = await register();
  assert.equal(errorOf(reply), "429 temporarily_unavailable");
  assert.match(String(reply.headers["retry-after"]), /^\d+$/);
  assert.deepEqual(await Promise.all([used, coded, looked, manual].map(isThere)), [true, true, true, true]);
  // Whoever was let in, and is sent away again, makes room.
  const revoked = await own.call(`/user/oauth/grants?client_id=${eighth.client.client_id}`, {
    method: "DELETE",
    headers: bearer(session),
  });
  assert.equal(revoked.status, 204, revoked.text);
});

test("many that register at once leave no more apps than there may be, and are not refused while there is room to make", async () => {
  const OPEN = { OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true", RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "0" };
  await using own = await startOauth({ ...OPEN, OAUTH_SERVER_MAX_DYNAMIC_CLIENTS: "20" });
  const register = () => own.post("/oauth/clients/register", { redirect_uris: [CALLBACK] });
  for (let n = 0; n < 20; n++) assert.equal((await register()).status, 201);
  const replies = await Promise.all(Array.from({ length: 10 }, register));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
  await register();
  const { total } = await own.service.world.db.one<{ total: number }>(sql`select count(*) as total from oauth_clients`);
  assert.equal(total, 20);
});

test("addresses of one /64 count together for how many apps register", async () => {
  const variables = { OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true", RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "1" };
  await using limited = await startOauth({ ...variables, RATE_LIMIT_HEADER: "x-client" });
  const register = (address: string) =>
    limited.post("/oauth/clients/register", { redirect_uris: [CALLBACK] }, { "x-client": address });
  assert.equal((await register("2001:db8:1:2::1")).status, 201);
  const second = await register("2001:db8:1:2:ffff::9");
  assert.equal(errorOf(second), "429 temporarily_unavailable");
  assert.match(String(second.headers["retry-after"]), /^\d+$/);
  assert.equal((await register("2001:db8:1:3::1")).status, 201);
});

test("a secret is replaced while the old one is good for as long as an administrator says", async () => {
  const client = await makeClient(auth);
  const person = { email: "rotates@example.com", password: "correct horse" };
  await signUp(auth, person);
  const path = `${CLIENTS}/${client.client_id}`;
  const rotate = (query: string) => auth.post(`${path}/regenerate_secret${query}`, {}, auth.admin);
  const next = (await rotate("?keep_old_hours=24")).body as TestClient & { old_secret_until: string };
  assert.equal(next.old_secret_until, new Date(auth.clock.now().getTime() + 86_400_000).toISOString());
  const outcomes = async (...clients: TestClient[]) => {
    const session = await signIn(auth, person);
    const codes = [];
    for (const each of clients) codes.push((await exchange(auth, each, await authorizeClient(auth, session, each))).status);
    return codes;
  };
  assert.deepEqual(await outcomes(client, next), [200, 200]);
  const { refresh_token: token } = await tokensFor(auth, await signIn(auth, person), client);
  assert.equal((await renew(auth, client, token)).status, 200);
  const third = (await rotate("?keep_old_hours=1")).body as TestClient;
  assert.deepEqual(await outcomes(client, next, third), [401, 200, 200], "two are good, never three");
  auth.clock.advance(3_600);
  assert.deepEqual(await outcomes(next, third), [401, 200]);
  const last = (await rotate("")).body as TestClient;
  assert.ok(!("old_secret_until" in last));
  assert.deepEqual(await outcomes(third, last), [401, 200]);
  for (const query of ["?keep_old_hours=-1", "?keep_old_hours=721", "?keep_old_hours=x", "?keep_old_hours=1.5"])
    assert.equal((await rotate(query)).status, 400, query);
  assert.deepEqual(await outcomes(last), [200], "what was refused changed nothing");
});
