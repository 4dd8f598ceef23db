// GET, PUT /preferences.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const read = async (member = ana) => (await member.get("/preferences")).body;

test("PUT /preferences keeps what a client likes, for this user alone, and GET has it", async () => {
  assert.deepEqual(await read(), { preferences: {} });
  const preferences = { theme: "dark", order: [3, 1.1, null], keys: { "ação 🍕": true }, "": "" };
  const put = await ana.put("/preferences", { preferences });
  assert.deepEqual([put.status, put.body], [200, { preferences }]);
  assert.deepEqual(await read(), { preferences });
  assert.deepEqual(await read(await finance.member("rui@example.com")), { preferences: {} });
  await ana.put("/preferences", { preferences: { density: "small" } });
  assert.deepEqual(await read(), { preferences: { density: "small" } });
});

test("PUT /preferences honours dry_run and Idempotency-Key, and is not among the changes", async () => {
  const cursor = (await ana.get("/changes")).text;
  await ana.put("/preferences?dry_run=true", { preferences: { a: 1 } });
  assert.deepEqual(await read(), { preferences: { density: "small" } });
  const key = { "idempotency-key": "once" };
  const first = await ana.put("/preferences", { preferences: { a: 1 } }, key);
  await ana.put("/preferences", { preferences: { b: 1 } });
  assert.equal((await ana.put("/preferences", { preferences: { a: 1 } }, key)).text, first.text);
  assert.deepEqual(await read(), { preferences: { b: 1 } });
  assert.equal((await ana.get("/changes")).text, cursor);
});

test("PUT /preferences refuses what is no object, too long, or cannot be stored", async () => {
  for (const preferences of [undefined, null, 1, 1e300, "x", [], { text: "x".repeat(8_200) }, { text: "\ud800" }]) {
    const reply = await ana.put("/preferences", { preferences });
    assert.deepEqual([reply.status, Object.keys((reply.body as { errors: object }).errors)], [422, ["preferences"]], reply.text);
  }
  assert.deepEqual(await read(), { preferences: { b: 1 } });
});
