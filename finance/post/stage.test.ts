// Posts of more rows than are sent at once, and what is left of those that were never made.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { PLAIN_ROW } from "../rows/stored_row.ts";
import type { StoredRow } from "../tables/tables.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import type { PostedPart } from "./change.ts";
import { forgetStaged } from "./forget_staged.ts";
import { drawIds, findSpace, findVersion, makePost, stagePart, withLongStatement } from "./queries.ts";
import { partsOf } from "./stage.ts";
import { postChange } from "./write.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const db = () => finance.service.world.db;
const act = () => ({ caller: { ...ana, tokenId: undefined }, requestId: "test", now: finance.clock.now() });

async function countStaged(): Promise<number> {
  const { staged } = await db().one<{ staged: number }>(sql`
    select count(*) as staged from staged_changes where space_id = ${ana.spaceId}`);
  return staged;
}

test("parts of a post keep the legs of a transfer together, wherever they stand, and the last says how many were staged", () => {
  const leg = (id: number, other: number | null) => ({ id, oposite_transaction_id: other });
  const transactions = [leg(1, 6), leg(2, 5), leg(3, null), leg(5, 2), leg(6, 1)];
  const entries = transactions.map(({ id }, n) => ({
    n,
    action: "create" as const,
    entity: "transaction",
    entity_id: id,
    before: null,
    after: null,
  }));
  const parts = partsOf({ transactions, entries, series: [{ id: 7 }], turnover_cents: 9 }, 2);
  assert.deepEqual(parts, [
    { series: [{ id: 7 }] },
    { transactions: [leg(1, 6), leg(6, 1), leg(2, 5), leg(5, 2)] },
    { transactions: [leg(3, null)] },
    { entries: entries.slice(0, 2) },
    { entries: entries.slice(2, 4) },
    { entries: entries.slice(4) },
    { turnover_cents: 9, staged: 6 },
  ]);
});

test("a post of staged parts may take a minute, and what follows on its connection no longer than ever, also after a failure", async () => {
  await db().onOneConnection(async (own) => {
    const limit = async () => (await own.one<{ statement_timeout: string }>(sql`show statement_timeout`)).statement_timeout;
    assert.deepEqual([await withLongStatement(own, limit), await limit()], ["1min", "5s"]);
    const failing = withLongStatement(own, () => own.run(sql`select 1 / 0`));
    await assert.rejects(failing, /division by zero/);
    assert.equal(await limit(), "5s");
  });
});

test("a post of 1,501 transfers is made whole, though their legs are far apart", async () => {
  const space = await findSpace(db(), ana.spaceId);
  const other = ((await ana.post("/accounts", { name: "Poupança" })).body as { id: number }).id;
  const ids = await drawIds(db(), "transactions", 3_002);
  const accounts = [space.default_account_id as number, other] as const;
  const row = (index: number, oposite: number, side: 0 | 1): StoredRow => ({
    ...PLAIN_ROW,
    id: ids[index] as number,
    account_id: accounts[side],
    oposite_account_id: accounts[side === 0 ? 1 : 0],
    oposite_transaction_id: ids[oposite] as number,
    category_id: space.transfers_category_id,
    description: "Transferência",
    notes: null,
    tags: [],
    date: "2026-01-10",
    paid: true,
    amount_cents: side === 0 ? -100 : 100,
    created_at: finance.clock.now().toISOString(),
    updated_at: finance.clock.now().toISOString(),
  });
  const legs = Array.from({ length: 1_501 }, (_, index) => [row(index, 3_001 - index, 0), row(3_001 - index, index, 1)] as const);
  const transactions = [...legs.map(([out]) => out), ...legs.map(([, into]) => into)];
  await db().transaction((tx) => postChange(tx, act(), { before: {}, after: { transactions } }));
  await assertSumsAreRight(db(), ana.spaceId);
  const { rows } = await db().one<{ rows: number }>(sql`
    select count(*) as rows from transactions where space_id = ${ana.spaceId} and oposite_account_id is not null`);
  assert.deepEqual([rows, await countStaged()], [3_002, 0]);
});

async function tryPost(change: object): Promise<boolean> {
  const version = await findVersion(db(), ana.spaceId);
  const { caller, requestId, now: at } = act();
  const post = { spaceId: caller.spaceId, userId: caller.userId, tokenId: null, requestId, at, postId: randomUUID(), version };
  return db().onOneConnection((own) => makePost(own, { ...post, change: change as PostedPart }));
}

const UNKNOWN: [why: string, change: object][] = [
  ["a sum that it does not keep", { account_weeks: [] }],
  ["a table that it does not write", { users: [{ id: 1 }] }],
  ["rows to delete of a table that it does not write", { deleted: { users: [1] } }],
  ["more parts than were staged", { staged: 1 }],
];

for (const [why, change] of UNKNOWN)
  test(`a post that holds ${why} is refused by the function, and nothing of it is written`, async () => {
    const before = await findSpace(db(), ana.spaceId);
    await assert.rejects(tryPost({ ...change, turnover_cents: 5 }), /does not know|query returned no rows/);
    assert.deepEqual(await findSpace(db(), ana.spaceId), before);
  });

test("parts that are left of posts that were never made go after a day, in every space", async () => {
  const bruno = await finance.member("bruno@example.com");
  const part: PostedPart = { entries: [] };
  const stage = (spaceId: number) => stagePart(db(), { spaceId, postId: randomUUID(), at: finance.clock.now() }, 0, part);
  await stage(ana.spaceId);
  await stage(bruno.spaceId);
  finance.clock.advance(23 * 3_600);
  await stage(ana.spaceId);
  await forgetStaged(db(), finance.clock.now());
  assert.equal(await countStaged(), 2);
  finance.clock.advance(2 * 3_600);
  await forgetStaged(db(), finance.clock.now());
  assert.equal(await countStaged(), 1);
  const stagedRows = await db().many(sql`select 1 from staged_changes where space_id = ${bruno.spaceId}`);
  assert.deepEqual(stagedRows, []);
});
