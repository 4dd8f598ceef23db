// Who is let in and how others are refused: Basic, Bearer, User-Agent.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { connect } from "node:tls";
import { secretKeyOf, signerOf } from "../../kernel/jws.ts";
import { makeApiToken } from "../credentials/api_token.ts";
import { basicHeader, shareTestFinance, type TestFinance, type TestMember } from "../testing.ts";

const AGENT = { "user-agent": "Tests (tests@example.com)" };
const CHALLENGE = 'Basic realm="Cofre", charset="UTF-8"';
const SECRET = "a secret for tests that is long enough to be quiet";

const finance = shareTestFinance({}, { auth: { EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" } });
let ana: TestMember;
let bob: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  bob = await finance.member("bob@example.com");
});

const statusWith = async (authorization: string) =>
  (await finance.call("/users/me", { headers: { ...AGENT, authorization } })).status;

/** The whole answer but what is different in every one. */
async function answerTo(authorization?: string) {
  const headers = { ...AGENT, ...(authorization !== undefined && { authorization }) };
  const reply = await finance.call("/users/me", { headers });
  const { date: _date, "x-request-id": _id, ...rest } = reply.headers;
  return { status: reply.status, text: reply.text, headers: rest };
}

test("every reason to be refused is answered byte for byte the same", async () => {
  const claims = { sub: ana.authUserId, session_id: ana.authUserId, aud: "authenticated", exp: 4_102_444_800 };
  const expected = await answerTo();
  assert.deepEqual([expected.status, expected.text], [401, '{"error":"Não autorizado"}']);
  assert.equal(expected.headers["www-authenticate"], CHALLENGE);
  assert.equal(expected.headers["content-type"], "application/json; charset=utf-8");
  assert.equal(expected.headers["set-cookie"], undefined);
  const headers = {
    "a wrong password": basicHeader(ana.email, "not it"),
    "an unknown address": basicHeader("nobody@example.com", ana.password),
    "no address": basicHeader("not an address", "not it"),
    "a token that nobody has": basicHeader(ana.email, makeApiToken()),
    "somebody else's token": basicHeader(ana.email, bob.token),
    "somebody else's password": basicHeader(ana.email, bob.password),
    "a token with another case": basicHeader(
      ana.email,
      ana.token.replace(/[a-zA-Z](?=[^a-zA-Z]*$)/, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())),
    ),
    "the token as a Bearer": `Bearer ${ana.token}`,
    "an empty header": "",
    "another scheme": "Digest abc",
    "Basic without a colon": `Basic ${Buffer.from("ana").toString("base64")}`,
    "Basic that is not base64": "Basic ?:?",
    "two in one header": `${basicHeader(ana.email, ana.token)}, ${basicHeader(bob.email, bob.token)}`,
    "more than 8 KB": basicHeader(ana.email, "x".repeat(9_000)),
    "a Bearer that is no token": "Bearer x.y.z",
    "a Bearer with another secret": `Bearer ${signerOf("HS256", secretKeyOf(`not ${SECRET}`))(claims)}`,
    "a Bearer whose session never was": `Bearer ${signerOf("HS256", secretKeyOf(SECRET))(claims)}`,
    "an operator's Bearer": finance.auth.admin.authorization,
  };
  for (const [reason, authorization] of Object.entries(headers)) {
    assert.deepEqual(await answerTo(authorization), expected, reason);
  }
});

test("credentials in the query or in the URL's user part are ignored", async () => {
  const query = new URLSearchParams({ email: ana.email, password: ana.token, access_token: ana.token });
  assert.equal((await finance.call(`/users/me?${query}`)).status, 401);
  const raw = await rawRequest(finance, [
    `GET https://${encodeURIComponent(ana.email)}:${ana.token}@127.0.0.1/rest/v2/users/me HTTP/1.1`,
    "host: 127.0.0.1",
    "user-agent: Tests",
  ]);
  assert.match(raw, /^HTTP\/1\.1 (401|404|400) /);
});

test("an API token and a password come in, however the address is spelled", async () => {
  for (const email of [ana.email, "Ana@Example.com", "ANA@EXAMPLE.COM"]) {
    assert.equal(await statusWith(basicHeader(email, ana.token)), 200, email);
    assert.equal(await statusWith(basicHeader(email, ana.password)), 200, email);
  }
  assert.equal(await statusWith(basicHeader(ana.email, ana.token).replace("Basic", "basic")), 200);
});

test("a password that looks like an API token comes in", async () => {
  const password = makeApiToken();
  const userReply = await finance.auth.post(
    "/admin/users",
    { email: "odd@example.com", password, email_confirm: true },
    finance.auth.admin,
  );
  assert.equal(userReply.status, 200, userReply.text);
  assert.equal(await statusWith(basicHeader("odd@example.com", password)), 200);
});

test("an unconfirmed address does not come in, and does once it is confirmed", async () => {
  const { auth } = finance;
  const account = { email: "new@example.com", password: "correct horse" };
  const userReply = await auth.post("/admin/users", account, auth.admin);
  const header = basicHeader(account.email, account.password);
  assert.equal(await statusWith(header), 401);
  const { id } = userReply.body as { id: string };
  const confirmed = await auth.call(`/admin/users/${id}`, { method: "PUT", body: { email_confirm: true }, headers: auth.admin });
  assert.equal(confirmed.status, 200, confirmed.text);
  assert.equal(await statusWith(header), 200);
});

test("a user of auth comes in by access token; an anonymous one does not", async () => {
  const { auth } = finance;
  const bearer = await ana.bearer();
  assert.equal((await bearer.get("/users/me")).status, 200);
  assert.equal((await bearer.get("/users/me")).status, 200);
  const { access_token: token } = (await auth.post("/signup", {})).body as { access_token: string };
  assert.equal(await statusWith(`Bearer ${token}`), 401);
});

test("a missing, blank or overlong User-Agent is 400, with credentials and without", async () => {
  const credentials = { authorization: ana.authorization };
  for (const headers of [{}, credentials]) {
    for (const agent of [{}, { "user-agent": "" }, { "user-agent": "   " }] as Record<string, string>[]) {
      const reply = await finance.call("/users/me", { headers: { ...headers, ...agent } });
      assert.deepEqual([reply.status, reply.body], [400, { error: "User-Agent obrigatório" }]);
    }
    const long = await finance.call("/users/me", { headers: { ...headers, "user-agent": "x".repeat(1_025) } });
    assert.deepEqual([long.status, long.body], [400, { error: "User-Agent longo demais (máximo: 1024 bytes)" }]);
  }
  for (const agent of ["x".repeat(1_024), "curl/8", "ção"]) {
    const headers = { ...credentials, "user-agent": Buffer.from(agent).toString("latin1") };
    const reply = await finance.call("/users/me", { headers });
    assert.equal(reply.status, 200, agent.slice(0, 20));
  }
  const huge = await finance.call("/users/me", { headers: { ...credentials, "user-agent": "x".repeat(40_000) } });
  assert.equal(huge.status, 431);
});

test("answers are JSON in UTF-8 without a Content-Type, and set no cookie", async () => {
  const reply = await ana.get("/users/me");
  assert.equal(reply.headers["content-type"], "application/json; charset=utf-8");
  assert.equal(reply.headers["set-cookie"], undefined);
});

test("a token that may only read gets 403 on writes, and everything else on reads", async () => {
  const reader = await finance.member("reader@example.com", { scope: "read" });
  assert.equal((await reader.get("/users/me")).status, 200);
  const refused = await reader.post("/api_tokens", { name: "more", scope: "write" });
  assert.deepEqual([refused.status, refused.text], [403, '{"error":"Somente leitura"}']);
  assert.equal((await reader.delete("/api_tokens/1")).status, 403);
  assert.equal((await reader.basic.get("/api_tokens")).status, 200);
});

test("a write that another site's page makes a browser send is refused, before the password is looked at", async () => {
  const foreign = { "sec-fetch-site": "cross-site", "accept-language": "en" };
  for (const client of [ana, ana.basic]) {
    const reply = await client.post("/api_tokens", { name: "stolen", scope: "write" }, foreign);
    assert.deepEqual([reply.status, reply.body], [403, { error: "requests from other sites are refused" }]);
    assert.equal((await client.get("/users/me", foreign)).status, 200);
    const own = await client.post("/api_tokens", { name: "", scope: "write" }, { "sec-fetch-site": "same-origin" });
    assert.equal(own.status, 422);
  }
  for (const more of [{ "sec-fetch-site": "same-site" }, { origin: "https://evil.example" }, { origin: "null" }])
    assert.equal((await ana.basic.post("/api_tokens", { name: "" }, more)).status, 403, JSON.stringify(more));
  const bearer = await ana.bearer();
  assert.equal((await bearer.post("/api_tokens", { name: "" }, foreign)).status, 422, "no browser adds a Bearer by itself");
});

test("a path that nobody serves asks for credentials first", async () => {
  assert.equal((await finance.call("/nowhere")).status, 401);
  const reply = await ana.get("/nowhere");
  assert.deepEqual([reply.status, reply.body], [404, { error: "rota não encontrada" }]);
});

/** Sends lines as they are, and reads until the other side closes. */
function rawRequest({ port, certificate }: TestFinance, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", ca: certificate.cert, servername: "localhost" });
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.on("error", reject).on("close", () => resolve(text));
    socket.end(`${[...lines, "connection: close"].join("\r\n")}\r\n\r\n`);
  });
}
