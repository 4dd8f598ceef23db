// What operators see of all spaces, and who they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { administrator } from "../../auth/administrators/testing.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { call as send } from "../../kernel/testing/client.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { openAuthLink } from "../credentials/auth_link.ts";
import { requireOperatorBy } from "../credentials/require_operator.ts";
import { shareTestFinance } from "../testing.ts";
import { countSpaces } from "./count_spaces.ts";

interface SpacesReply {
  counted_at: string | null;
  spaces: number;
  transactions: number;
  changes: number;
  database_bytes: number;
  largest: { space_id: number; people: number; transactions: number; changes: number }[];
  failing_webhooks: number;
  failing: { space_id: number; webhooks: number }[];
  ledger: { checked_at: string | null; wrong_spaces: number; wrong: { space_id: number; disagreements: number }[] };
}

const finance = shareTestFinance({}, { auth: { MAILER_AUTOCONFIRM: "true" } });
const PATH = "/operators/spaces";
const AGENT = { "user-agent": "Tests (tests@example.com)" };

const ask = (headers: Record<string, string>) => finance.call(PATH, { headers: { ...AGENT, ...headers } });
const read = async () => (await ask(finance.auth.admin)).body as SpacesReply;

test("GET /operators/spaces has the counts of the last night, and ids and numbers alone", async () => {
  const before = await read();
  assert.deepEqual([before.counted_at, before.spaces, before.largest], [null, 0, []]);
  const ana = await finance.member("ana@example.com");
  const rui = await finance.member("rui@example.com");
  for (const description of ["a secret purchase", "another"]) await ana.post("/transactions", { description, amount_cents: -1 });
  await rui.post("/transactions", { description: "one", amount_cents: -1 });
  assert.equal((await read()).counted_at, null, "nothing is counted when it is asked for");

  const { db } = finance.service.world;
  await countSpaces(db, finance.clock.now());
  const reply = await ask(finance.auth.admin);
  const counts = reply.body as SpacesReply;
  assert.deepEqual([counts.counted_at, counts.spaces, counts.transactions], [finance.clock.now().toISOString(), 2, 3]);
  assert.deepEqual(
    counts.largest.map(({ space_id: id, people, transactions }) => [id, people, transactions]),
    [
      [ana.spaceId, 1, 2],
      [rui.spaceId, 1, 1],
    ],
  );
  const { changes } = await db.one<{ changes: number }>(
    sql`select count(*) as changes from changes where space_id = ${ana.spaceId}`,
  );
  assert.equal(counts.largest[0]?.changes, changes);
  assert.ok(counts.database_bytes > 1_000_000);
  for (const text of ["a secret purchase", "ana@example.com", "ana"]) assert.ok(!reply.text.includes(text), text);
});

test("webhooks that fail, and spaces whose ledger disagrees, are named by the id of their space", async () => {
  const eva = await finance.member("eva@example.com");
  const { db } = finance.service.world;
  for (const path of ["one", "two", "three"])
    assert.equal((await eva.post("/webhooks", { url: `https://hooks.example.com/${path}` })).status, 201);
  await db.run(sql`update webhooks set failures = 3 where url like '%/one'`);
  await db.run(sql`update webhooks set enabled = false, off_reason = 'failing' where url like '%/two'`);
  await db.run(sql`
    insert into ledger_check (is_only, state)
    values (true, ${{ wrong: { [eva.spaceId]: { "FV-01": 2, "FV-02": 1 } }, completedAt: "2026-01-31T04:00:00.000Z" }}::jsonb)
    on conflict (is_only) do update set state = excluded.state`);
  await countSpaces(db, finance.clock.now());
  const { failing_webhooks: webhooks, failing, ledger } = await read();
  assert.deepEqual([webhooks, failing], [2, [{ space_id: eva.spaceId, webhooks: 2 }]]);
  assert.deepEqual(ledger.wrong, [{ space_id: eva.spaceId, disagreements: 3 }]);
  assert.deepEqual([ledger.checked_at, ledger.wrong_spaces], ["2026-01-31T04:00:00.000Z", 1]);
});

test("who operates the server, auth says: a role or a key with the right, and at once no longer", async () => {
  const { auth } = finance;
  const viewer = await administrator(auth, "viewer");
  const bearer = { authorization: viewer.headers.authorization as string };
  assert.equal((await ask(bearer)).status, 200);
  const createKey = async (name: string, rights: string[]) => {
    const { body } = await auth.post("/admin/api-keys", { name, rights }, auth.admin);
    return { authorization: `Bearer ${(body as { key: string }).key}` };
  };
  assert.equal((await ask(await createKey("counts", ["finance:read"]))).status, 200);
  const ana = await finance.member("nobody@example.com");
  for (const [headers, status] of [
    [{}, 401],
    [{ authorization: ana.basic.authorization }, 401],
    [{ authorization: ana.authorization }, 401],
    [{ authorization: "Bearer garbage" }, 403],
    [{ authorization: `Bearer ${"x".repeat(40_000)}` }, 431],
    [{ authorization: (await ana.bearer()).authorization }, 403],
    [await createKey("users", ["users:read"]), 403],
  ] as const)
    assert.equal((await ask(headers as Record<string, string>)).status, status, JSON.stringify(headers).slice(0, 80));
  await auth.service.world.db.run(sql`delete from server_grants where user_id = ${viewer.id}`);
  assert.equal((await ask(bearer)).status, 403);
});

test("where auth gives no answer that can be used, nobody is an operator", async () => {
  let status = 500;
  await using sink = await startHttpSink(() => ({ status, body: "{}" }));
  const requireOperator = requireOperatorBy(openAuthLink({ url: sink.url, token: "x" }));
  await assert.rejects(requireOperator("Bearer a.b.c"), { status: 503 });
  status = 200;
  await assert.rejects(requireOperator("Bearer a.b.c"), { status: 503 });
  const refused = await send(`${finance.auth.url}/admin/rights`, { headers: {} });
  assert.equal(refused.status, 401);
});
