// POST /api_tokens with an Idempotency-Key: a token that was made and whose answer was lost can be asked for again, by its maker alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { basicHeader, clientWith, shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();

interface Token {
  id: number;
  name: string;
  scope: string;
  token: string;
  created_at: string;
}

const BOT = { name: "bot", scope: "read" };
const KEY = { "idempotency-key": "one" };

const ids = async (member: TestMember) => ((await member.get("/api_tokens")).body as Token[]).map(({ id }) => id);

test("the same key is answered alike for a day, token and all, however often and at the same time it is sent", async () => {
  const ana = await finance.member("ana@example.com");
  const before = (await ids(ana)).length;
  const replies = await Promise.all(Array.from({ length: 10 }, () => ana.post("/api_tokens", BOT, KEY)));
  const tokens = new Set(replies.map(({ text }) => text));
  assert.equal(tokens.size, 1);
  assert.deepEqual(
    replies.map(({ status }) => status),
    Array(10).fill(201),
  );
  assert.equal(replies.filter(({ headers }) => headers["idempotency-replayed"] === "true").length, 9);
  assert.equal((await ids(ana)).length, before + 1);
  const { token } = JSON.parse([...tokens][0] ?? "{}") as Token;
  const bot = clientWith(finance.call, basicHeader(ana.email, token));
  assert.equal((await bot.get("/users/me")).status, 200);

  finance.clock.advance(24 * 3600);
  const later = await ana.post("/api_tokens", BOT, KEY);
  assert.equal(later.status, 201);
  assert.notEqual((later.body as Token).token, token);
});

test("what is kept tells nobody the token, and is nothing to another row, space or key", async () => {
  const { db } = finance.service.world;
  const eva = await finance.member("eva@example.com");
  const first = (await eva.post("/api_tokens", BOT, KEY)).body as Token;
  const stored = await db.one<{ body: string }>(sql`select body from idempotency_keys where space_id = ${eva.spaceId}`);
  for (const secret of [first.token, first.token.slice(6)])
    for (const encoding of ["utf8", "base64", "base64url", "hex"] as const)
      assert.ok(!stored.body.includes(Buffer.from(secret).toString(encoding).slice(0, 20)), encoding);
  const second = await eva.post("/api_tokens", BOT, { "idempotency-key": "two" });
  assert.equal(second.status, 201);
  await db.run(sql`update idempotency_keys set body = ${stored.body} where space_id = ${eva.spaceId} and key = 'two'`);
  const moved = await eva.post("/api_tokens", BOT, { "idempotency-key": "two" });
  assert.deepEqual([moved.status, Object.keys(moved.body as object)], [422, ["error"]]);
  assert.ok(!JSON.stringify(finance.logged).includes(first.token));
});

test("a replica and a service that was started again give the same answer; one with another secret says that it cannot", async () => {
  const ivo = await finance.member("ivo@example.com");
  const { text } = await ivo.post("/api_tokens", BOT, KEY);
  const again = async (variables: Record<string, string>) => {
    await using replica = await finance.replica(variables);
    return await clientWith(replica.call, ivo.authorization).post("/api_tokens", BOT, KEY);
  };
  const same = await again({});
  assert.deepEqual([same.status, same.text], [201, text]);
  const other = await again({ SECRET_KEY: "another secret" });
  assert.deepEqual(
    [other.status, (other.body as { error: string }).error],
    [422, "o token criado com esta Idempotency-Key foi revogado ou não pode mais ser mostrado: use outra"],
  );
  assert.equal((await ids(ivo)).length, 2, "no second token was made");
});

test("a token that was revoked is not shown again, and sending its key again makes no other", async () => {
  const kim = await finance.member("kim@example.com");
  const { id } = (await kim.post("/api_tokens", BOT, KEY)).body as Token;
  assert.equal((await kim.delete(`/api_tokens/${id}`)).status, 200);
  for (let time = 0; time < 2; time++) {
    const reply = await kim.post("/api_tokens", BOT, { ...KEY, "accept-language": "en" });
    assert.equal(reply.status, 422);
    assert.match((reply.body as { error: string }).error, /was revoked or can't be shown any more: use another key$/);
  }
  assert.equal((await ids(kim)).length, 1);
  assert.equal((await kim.post("/api_tokens", BOT, { "idempotency-key": "two" })).status, 201);
});

test("another body, or another member of the space, with the same key is refused with 422 and gets no token", async () => {
  const { db } = finance.service.world;
  const [leo, mia] = [await finance.member("leo@example.com"), await finance.member("mia@example.com")];
  await leo.post("/api_tokens", BOT, KEY);
  const other = await leo.post("/api_tokens", { ...BOT, scope: "write" }, KEY);
  assert.deepEqual([other.status, other.body], [422, { error: "Idempotency-Key já usada com outro conteúdo" }]);

  await db.run(sql`update users set space_id = ${leo.spaceId} where id = ${mia.userId}`);
  await using replica = await finance.replica();
  const neighbour = clientWith(replica.call, mia.authorization);
  const theirs = await neighbour.post("/api_tokens", BOT, KEY);
  assert.deepEqual([theirs.status, theirs.body], [422, { error: "Idempotency-Key já usada com outro conteúdo" }]);
});

test("a token that may only read makes none and is shown none, whatever the key", async () => {
  const max = await finance.member("max@example.com");
  const { token } = (await max.post("/api_tokens", BOT, KEY)).body as Token;
  const reader = clientWith(finance.call, basicHeader(max.email, token));
  const refused = await reader.post("/api_tokens", BOT, KEY);
  assert.deepEqual([refused.status, refused.body], [403, { error: "Somente leitura" }]);
});

test("a record that was refused stays refused for its key", async () => {
  const noa = await finance.member("noa@example.com");
  const refused = await noa.post("/api_tokens", { name: "bot" }, KEY);
  const again = await noa.post("/api_tokens", { name: "bot" }, KEY);
  assert.deepEqual([refused.status, again.status, again.text], [422, 422, refused.text]);
  assert.equal(again.headers["idempotency-replayed"], "true");
});
