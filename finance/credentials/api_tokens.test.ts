import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { basicHeader, clientWith, shareTestFinance } from "../testing.ts";

const finance = shareTestFinance();

interface Token {
  id: number;
  name: string;
  scope: string;
  token: string;
  created_at: string;
}

test("POST /api_tokens shows the token once; GET /api_tokens never; only its hash is kept", async () => {
  const ana = await finance.member("ana@example.com");
  const tokenReply = await ana.basic.post("/api_tokens", { name: " my bot ", scope: "read" });
  assert.equal(tokenReply.status, 201, tokenReply.text);
  const { id, token, ...rest } = tokenReply.body as Token;
  assert.match(token, /^cofre_[A-Za-z0-9]{40}$/);
  assert.deepEqual(rest, {
    name: "my bot",
    scope: "read",
    scopes: null,
    expires_at: null,
    created_at: "2026-01-31T09:00:00-03:00",
  });
  const bot = clientWith(finance.call, basicHeader(ana.email, token));
  assert.equal((await bot.get("/users/me")).status, 200);
  const list = await ana.get("/api_tokens");
  assert.deepEqual(
    (list.body as Token[]).map(({ name }) => name),
    ["tests", "my bot"],
  );
  const { last_used_at: usedAt, ...listed } = (list.body as (Token & { last_used_at: string | null })[])[1]!;
  assert.deepEqual(listed, { id, ...rest });
  assert.ok(usedAt === null || usedAt === rest.created_at);
  assert.ok(!list.text.includes("cofre_"));
  const rows = await finance.service.world.db.many(sql`select api_tokens::text as row from api_tokens where id = ${id}`);
  assert.ok(!JSON.stringify(rows).includes(token.slice(6)));
  assert.ok(!JSON.stringify(finance.logged).includes(token));
});

test("POST /api_tokens takes its fields from the query string too, as some clients send them", async () => {
  const leo = await finance.member("leo@example.com");
  const tokenReply = await leo.post("/api_tokens?name=bot&scope=write");
  assert.deepEqual([tokenReply.status, (tokenReply.body as Token).scope], [201, "write"]);
});

test("POST /api_tokens refuses a bad record with 422, the record as submitted and the errors, and makes nothing", async () => {
  const bob = await finance.member("bob@example.com");
  const blank = ["não pode estar em branco"];
  const blankErrors = ["não pode estar em branco (valores: read, write)"];
  const unlisted = ["não está incluído na lista (valores: read, write)"];
  const cases: [body: unknown, errors: Record<string, string[]>][] = [
    [{}, { name: blank, scope: blankErrors }],
    [{ name: "  ", scope: "write" }, { name: blank }],
    [
      { name: null, scope: null },
      { name: blank, scope: blankErrors },
    ],
    [
      { name: 7, scope: "admin" },
      { name: ["deve ser um texto"], scope: unlisted },
    ],
    [{ name: "x".repeat(101), scope: "read" }, { name: ["é muito longo (máximo: 100 caracteres)"] }],
    [{ name: "x", scope: ["read"] }, { scope: unlisted }],
  ];
  for (const [body, errors] of cases) {
    const reply = await bob.post("/api_tokens", body);
    assert.equal(reply.status, 422, reply.text);
    const empty = { id: null, name: null, scope: null, scopes: null, expires_at: null, created_at: null };
    assert.deepEqual(reply.body, { ...empty, ...(body as object), errors });
  }
  const english = await bob.post("/api_tokens", { name: "", scope: "read" }, { "accept-language": "en" });
  assert.deepEqual((english.body as { errors: unknown }).errors, { name: ["can't be blank"] });
  for (const body of ["[]", '"x"', "{", '{"a\\u0000b":"x","scope":"read"}']) {
    const reply = await bob.post("/api_tokens", body);
    assert.equal(reply.status, 400, body);
  }
  assert.equal(((await bob.get("/api_tokens")).body as Token[]).length, 1);
});

test("a user has at most 100 tokens, also when many are asked for at once", async () => {
  const eva = await finance.member("eva@example.com");
  const { db } = finance.service.world;
  await db.run(sql`
    insert into api_tokens (user_id, name, scope, token_hash, created_at)
    select ${eva.userId}::int, 'bulk', 'read', sha256(('eva' || n)::bytea), now() from generate_series(1, 94) as n`);
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => eva.post("/api_tokens", { name: "one more", scope: "read" })),
  );
  const statuses = replies.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(7).fill(422)]);
  const refused = replies.find(({ status }) => status === 422)?.body as { errors: unknown };
  assert.deepEqual(refused.errors, { base: ["tem itens demais (máximo: 100)"] });
  assert.equal(((await eva.get("/api_tokens")).body as Token[]).length, 100);
});

test("DELETE /api_tokens/:id answers with the record, then 404; others' tokens are as unknown as none", async () => {
  const [ivo, max] = [await finance.member("ivo@example.com"), await finance.member("max@example.com")];
  const { token: _token, ...record } = (await ivo.post("/api_tokens", { name: "bot", scope: "write" })).body as Token;
  for (const id of [record.id, 2 ** 31 - 1, 2 ** 31, 0, -1, "x", "1.5"]) {
    const reply = await max.delete(`/api_tokens/${id}`);
    assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}'], String(id));
  }
  assert.deepEqual(((await max.get("/api_tokens")).body as Token[]).length, 1);
  const deleted = await ivo.delete(`/api_tokens/${record.id}`);
  assert.deepEqual([deleted.status, deleted.body], [200, record]);
  assert.equal((await ivo.delete(`/api_tokens/${record.id}`)).status, 404);
});

test("making and revoking a token is written down, without the token", async () => {
  const ida = await finance.member("ida@example.com");
  const token = (await ida.basic.post("/api_tokens", { name: "bot", scope: "read" })).body as Token;
  await ida.basic.delete(`/api_tokens/${token.id}`);
  const changes = await finance.service.world.db.many<{ action: string; before: unknown; after: unknown }>(sql`
    select action, before, after from changes
     where space_id = ${ida.spaceId} and entity = 'api_token' and entity_id = ${token.id} order by version, n`);
  assert.deepEqual(
    changes.map(({ action }) => action),
    ["create", "delete"],
  );
  assert.deepEqual([changes[0]?.before, changes[1]?.after], [null, null]);
  assert.equal((changes[0] as { after: { name: string } }).after.name, "bot");
  assert.ok(!JSON.stringify(changes).includes(token.token));
});
