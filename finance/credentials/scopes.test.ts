// Tokens that may do only some things, that end by themselves, and that say when they were used.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { until } from "../../kernel/testing/until.ts";
import { routes } from "../routes.ts";
import { basicHeader, clientWith, shareTestFinance, type TestClient, type TestMember } from "../testing.ts";
import { SCOPES, scopeOf } from "./scopes.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

interface Token {
  id: number;
  token: string;
  scope: string;
  scopes: string[] | null;
  expires_at: string | null;
  last_used_at: string | null;
}

async function makeToken(by: TestClient, fields: object): Promise<Token & { client: TestClient }> {
  const tokenReply = await by.post("/api_tokens", { name: "bot", ...fields });
  assert.equal(tokenReply.status, 201, tokenReply.text);
  const token = tokenReply.body as Token;
  return { ...token, client: clientWith(finance.call, basicHeader(ana.email, token.token)) };
}

const listed = async (id: number) => ((await ana.get("/api_tokens")).body as Token[]).find((each) => each.id === id) as Token;

test("every route has a scope that tokens can have, and no scope is about nothing", () => {
  const scopes = routes.map(scopeOf).filter((scope) => scope !== undefined);
  assert.deepEqual(
    scopes.filter((scope) => !SCOPES.includes(scope)),
    [],
  );
  const words = new Set(routes.map(({ path }) => path.split(/[/.]/)[1]));
  assert.deepEqual(
    SCOPES.filter((scope) => !words.has(scope.split(":")[0])),
    [],
  );
});

test("a token with scopes may do what they name, and a 403 names the one that is missing, at every route", async () => {
  const { client, scope, scopes } = await makeToken(ana, { scopes: ["tags:read", "accounts:read", "tags:read"] });
  assert.deepEqual([scope, scopes], ["read", ["accounts:read", "tags:read"]]);
  assert.equal((await client.get("/tags")).status, 200);
  assert.equal((await client.get("/accounts")).status, 200);
  const refused = await client.get("/categories");
  const body = { error: "o token não tem o escopo categories:read", missing_scope: "categories:read" };
  assert.deepEqual([refused.status, refused.body], [403, body]);
  for (const route of routes) {
    const needed = scopeOf(route);
    const path = route.path.replace(/:\w+/g, "1");
    const methods = { GET: client.get, POST: client.post, PUT: client.put, DELETE: client.delete, PATCH: client.post };
    const { status, body: answer } = await methods[route.method](path);
    const mayEnter = needed === undefined || scopes?.includes(needed);
    assert.equal(status === 403, !mayEnter, `${route.method} ${path}`);
    if (!mayEnter) assert.equal((answer as { missing_scope: string }).missing_scope, needed);
  }
  assert.equal((await client.get("/nowhere")).status, 404);
});

test("a scope that writes does not read, and `scope` is write where any of them writes", async () => {
  const { client, scope } = await makeToken(ana, { scopes: ["transactions:write"] });
  assert.equal(scope, "write");
  assert.equal((await client.post("/transactions", { description: "x", amount_cents: -1 })).status, 201);
  assert.equal((await client.get("/transactions")).status, 403);
});

test("POST /api_tokens refuses scopes that nobody knows, an empty list, a scope that says otherwise, and an end that is over", async () => {
  const choices = SCOPES.join(", ");
  const cases: [fields: object, errors: Record<string, string[]>][] = [
    [{ scopes: ["accounts:own"] }, { scopes: [`não está incluído na lista (valores: ${choices})`] }],
    [{ scopes: [7] }, { scopes: [`não está incluído na lista (valores: ${choices})`] }],
    [{ scopes: [] }, { scopes: [`não pode estar em branco (valores: ${choices})`] }],
    [{ scopes: "accounts:read" }, { scopes: ["deve ser uma lista"] }],
    [{ scope: "write", scopes: ["tags:read"] }, { scope: ["não pode ser usado junto com scopes"] }],
    [{ scope: "read", expires_at: "2026-01-31T11:59:59Z" }, { expires_at: ["deve estar no futuro"] }],
    [{ scope: "read", expires_at: "2026-02-30T00:00:00Z" }, { expires_at: ["não é um instante válido (AAAA-MM-DDTHH:MM:SSZ)"] }],
    [{ scope: "read", expires_at: "2026-03-01" }, { expires_at: ["não é um instante válido (AAAA-MM-DDTHH:MM:SSZ)"] }],
    [{ scope: "read", expires_at: 5 }, { expires_at: ["não é um instante válido (AAAA-MM-DDTHH:MM:SSZ)"] }],
  ];
  for (const [fields, errors] of cases) {
    const reply = await ana.post("/api_tokens", { name: "bot", ...fields });
    assert.deepEqual([reply.status, (reply.body as { errors: object }).errors], [422, errors], reply.text);
  }
});

test("no token makes one that may do more than itself, or that outlives it", async () => {
  const soon = "2027-01-01T00:00:00Z";
  const { client } = await makeToken(ana, { scopes: ["api_tokens:write", "tags:read"], expires_at: soon });
  const tries: [fields: object, status: number, missing?: string][] = [
    [{ scope: "write", expires_at: soon }, 403, "accounts:read"],
    [{ scope: "read", expires_at: soon }, 403, "accounts:read"],
    [{ scopes: ["tags:read", "transactions:write"], expires_at: soon }, 403, "transactions:write"],
    [{ scopes: ["tags:read"] }, 422],
    [{ scopes: ["tags:read"], expires_at: "2027-01-01T00:00:01Z" }, 422],
    [{ scopes: ["tags:read"], expires_at: "2026-12-31T21:00:00-03:00" }, 201],
  ];
  for (const [fields, status, missing] of tries) {
    const reply = await client.post("/api_tokens", { name: "more", ...fields });
    assert.deepEqual([reply.status, (reply.body as { missing_scope?: string }).missing_scope], [status, missing], reply.text);
  }
});

test("a token ends when it said it would, and counts as no wrong password then", async () => {
  const { client, expires_at: end } = await makeToken(ana, { scope: "read", expires_at: "2026-01-31T12:30:00Z" });
  assert.equal(end, "2026-01-31T09:30:00-03:00");
  assert.equal((await client.get("/tags")).status, 200);
  finance.clock.advance(30 * 60);
  for (let tries = 0; tries < 30; tries++) assert.equal((await client.get("/tags")).status, 401);
});

test("GET /api_tokens says when each was last used, to the minute", async () => {
  const { id, client } = await makeToken(ana, { scope: "read" });
  assert.equal((await listed(id)).last_used_at, null);
  await client.get("/tags");
  await until("its use to be noted", async () => (await listed(id)).last_used_at !== null);
  const first = (await listed(id)).last_used_at;
  finance.clock.advance(61);
  await client.get("/tags");
  await until("its next use to be noted", async () => (await listed(id)).last_used_at !== first);
});
