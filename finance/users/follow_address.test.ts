import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { startTestFinance } from "../testing.ts";

test("an address that changes at auth changes here within a second or so, without a call of its user", async () => {
  await using finance = await startTestFinance();
  const { auth, service } = finance;
  const ana = await finance.member("ana@example.com");
  const bob = await finance.member("bob@example.com");
  assert.equal((await ana.get("/users/me")).status, 200);
  const body = { email: "ana.new@example.com" };
  const changed = await auth.call(`/admin/users/${ana.authUserId}`, { method: "PUT", body, headers: auth.admin });
  assert.equal(changed.status, 200, changed.text);
  const emails = async () =>
    (await service.world.db.many<{ email: string }>(sql`select email from users order by id`)).map(({ email }) => email);
  await until("the new address", async () => (await emails())[0] !== "ana@example.com");
  assert.deepEqual(await emails(), ["ana.new@example.com", "bob@example.com"]);
  assert.equal((await bob.get("/users/me")).status, 200);
});
