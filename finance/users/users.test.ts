import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { shareTestFinance } from "../testing.ts";

const finance = shareTestFinance();

test("GET /users/me, /users and /users/:id show the caller, by token, password and access token", async () => {
  const ana = await finance.member("ana@example.com", { data: { name: "Ana Souza" } });
  const expected = { id: ana.userId, name: "Ana Souza", email: "ana@example.com", role: "admin" };
  for (const client of [ana, ana.basic, await ana.bearer()]) {
    const me = await client.get("/users/me");
    assert.deepEqual([me.status, me.body], [200, expected], client.authorization);
    assert.deepEqual((await client.get("/users")).body, [expected]);
    assert.deepEqual((await client.get(`/users/${ana.userId}`)).body, expected);
  }
});

test("GET /users/:id is 404 for a user of another space, byte-equal to an id that nobody has or can have", async () => {
  const [bob, eva] = [await finance.member("bob@example.com"), await finance.member("eva@example.com")];
  for (const id of [eva.userId, 2 ** 31 - 1, 2 ** 31, 0, "-1", "1e3", "abc", "9".repeat(30), "%20"]) {
    const reply = await bob.get(`/users/${id}`);
    assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}'], String(id));
  }
});

test("GET /users/me is refused as every call is, where another replica has heard that the caller was deleted", async () => {
  const leo = await finance.member("leo@example.com");
  const client = await leo.bearer();
  assert.equal((await client.get("/users/me")).status, 200);
  await finance.service.world.db.run(sql`update users set gone_at = now() where id = ${leo.userId}`);
  const { status, headers } = await client.get("/users/me");
  assert.equal(status, 401);
  assert.match(headers["www-authenticate"] ?? "", /^Basic realm=/);
});
