import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight, bookRows, bookSeries, bookTransfer } from "../integrity/testing.ts";
import { startTestFinance, type TestMember } from "../testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

let members = 0;
const someone = () => finance.member(`removed${++members}@example.com`);

interface Account {
  id: number;
  default: boolean;
  [key: string]: unknown;
}

const create = async (member: TestMember, body: object) => (await member.post("/accounts", body)).body as Account;
const list = async (member: TestMember) => (await member.get("/accounts")).body as Account[];
const rowsOf = (member: TestMember) =>
  db.many(sql`
    select id, account_id, amount_cents, oposite_transaction_id, oposite_account_id, series_id, occurrence
      from transactions
     where space_id = ${member.spaceId}
     order by id`);
const seriesOf = (member: TestMember) =>
  db.many(sql`select id, account_id, ended, total_cents from series where space_id = ${member.spaceId} order by id`);

test("DELETE /accounts/:id answers the account as it was, removes its rows, and promotes the oldest open account", async () => {
  const ana = await someone();
  const [first] = (await list(ana)) as [Account];
  const archived = await create(ana, { name: "Arquivada", archived: true });
  const other = await create(ana, { name: "Outra" });
  const gone = await create(ana, { name: "Velha", default: true, opening_balance_cents: -50 });
  await ana.delete(`/accounts/${first.id}`);
  await bookRows(db, ana.spaceId, [
    { amount_cents: -100, tags: ["a", "b"], date: "2020-02-29" },
    { amount_cents: 300, paid: false, tags: ["b"] },
    { amount_cents: -5, account_id: other.id, tags: ["b"] },
  ]);
  const reply = await ana.delete(`/accounts/${gone.id}`);
  assert.deepEqual([reply.status, reply.body], [200, gone]);
  assert.deepEqual(await list(ana), [archived, { ...other, default: true }]);
  assert.equal((await rowsOf(ana)).length, 1);
  assert.deepEqual((await ana.get("/tags")).body, [{ name: "b", transactions_count: 1 }]);
  assert.equal((await ana.delete(`/accounts/${gone.id}`)).status, 404);
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /accounts/:id leaves the other legs of transfers as plain rows: their account's balance stays", async () => {
  const ana = await someone();
  const [first] = (await list(ana)) as [Account];
  const gone = await create(ana, { name: "Velha" });
  const third = await create(ana, { name: "Terceira" });
  const [, arrived] = await bookTransfer(db, ana.spaceId, { from: gone.id, to: first.id, amount_cents: 700, tags: ["t"] });
  const [left] = await bookTransfer(db, ana.spaceId, { from: third.id, to: gone.id, amount_cents: 90, paid: false });
  const [remaining] = await bookTransfer(db, ana.spaceId, { from: first.id, to: third.id, amount_cents: 1 });
  const balance = async () => ((await ana.get(`/accounts/${first.id}`)).body as Account).balance;
  assert.equal(await balance(), "R$ 6,99");
  await assertSumsAreRight(db, ana.spaceId);
  await ana.delete(`/accounts/${gone.id}`);
  assert.equal(await balance(), "R$ 6,99");
  const rows = (await rowsOf(ana)) as { id: number; oposite_transaction_id: number | null; oposite_account_id: number | null }[];
  assert.deepEqual(
    rows.map((row) => [row.id, row.oposite_transaction_id, row.oposite_account_id]),
    [
      [arrived, null, null],
      [left, null, null],
      [remaining, (remaining as number) + 1, third.id],
      [(remaining as number) + 1, remaining, first.id],
    ],
  );
  const [month] = await db.many(sql`
    select paid_earnings, paid_moved_in, paid_moved_out from account_months
     where space_id = ${ana.spaceId} and account_id = ${first.id}`);
  assert.deepEqual(month, { paid_earnings: 700, paid_moved_in: 0, paid_moved_out: -1 });
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /accounts/:id ends its series; rows that were moved to another account keep their numbers", async () => {
  const ana = await someone();
  const [first] = (await list(ana)) as [Account];
  const gone = await create(ana, { name: "Velha" });
  const on = { accountId: gone.id };
  const all = await bookSeries(db, ana.spaceId, { kind: "installments", totalCents: -300, ...on });
  const spread = await bookSeries(db, ana.spaceId, { kind: "installments", totalCents: -600, ...on });
  const fixed = await bookSeries(db, ana.spaceId, { kind: "fixed", ...on });
  const elsewhere = await bookSeries(db, ana.spaceId, { kind: "installments", totalCents: -50 });
  const empty = await bookSeries(db, ana.spaceId, { kind: "fixed", ...on });
  const here = { account_id: gone.id };
  const there = { account_id: first.id };
  await bookRows(db, ana.spaceId, [
    { ...here, series_id: all, occurrence: 1, amount_cents: -100 },
    { ...here, series_id: all, occurrence: 2, amount_cents: -200 },
    { ...here, series_id: spread, occurrence: 1, amount_cents: -100 },
    { ...there, series_id: spread, occurrence: 2, amount_cents: -200 },
    { ...here, series_id: spread, occurrence: 3, amount_cents: -300 },
    { ...there, series_id: fixed, occurrence: 1, amount_cents: -10 },
    { ...here, series_id: fixed, occurrence: 2, amount_cents: -10 },
    { ...here, series_id: elsewhere, occurrence: 1, amount_cents: -30 },
    { ...there, series_id: elsewhere, occurrence: 2, amount_cents: -20 },
  ]);
  await assertSumsAreRight(db, ana.spaceId);
  assert.equal((await ana.delete(`/accounts/${gone.id}`)).status, 200);
  assert.ok(![all, empty].includes(0));
  assert.deepEqual(await seriesOf(ana), [
    { id: spread, account_id: first.id, ended: true, total_cents: -200 },
    { id: fixed, account_id: first.id, ended: true, total_cents: null },
    { id: elsewhere, account_id: first.id, ended: false, total_cents: -20 },
  ]);
  const rows = (await rowsOf(ana)) as { series_id: number; occurrence: number }[];
  assert.deepEqual(
    rows.map((row) => [row.series_id, row.occurrence]),
    [
      [spread, 2],
      [fixed, 1],
      [elsewhere, 2],
    ],
  );
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /accounts/:id?force=false refuses while there are rows, and changes nothing", async () => {
  const ana = await someone();
  const gone = await create(ana, { name: "Velha" });
  await bookRows(db, ana.spaceId, [{ account_id: gone.id, amount_cents: -1 }]);
  const refused = await ana.delete(`/accounts/${gone.id}?force=false`);
  assert.deepEqual([refused.status, refused.body], [422, { ...gone, errors: { base: ["não pode ser excluído(a)"] } }]);
  assert.equal((await ana.delete(`/accounts/${gone.id}`, { force: false })).status, 422);
  const unclear = await ana.delete(`/accounts/${gone.id}?force=perhaps`);
  assert.deepEqual([unclear.status, unclear.body], [422, { ...gone, errors: { force: ["deve ser true ou false"] } }]);
  assert.equal((await rowsOf(ana)).length, 1);
  const empty = await create(ana, { name: "Vazia" });
  assert.equal((await ana.delete(`/accounts/${empty.id}?force=false`)).status, 200);
  assert.equal((await ana.delete(`/accounts/${gone.id}`)).status, 200);
});

test("DELETE /accounts/:id appends a change for the account and for each row that it takes or alters", async () => {
  const ana = await someone();
  const [first] = (await list(ana)) as [Account];
  const gone = await create(ana, { name: "Velha" });
  const [row] = await bookRows(db, ana.spaceId, [{ account_id: gone.id, amount_cents: -17, description: "pão" }]);
  const [out, into] = await bookTransfer(db, ana.spaceId, { from: gone.id, to: first.id, amount_cents: 5 });
  await ana.delete(`/accounts/${gone.id}`);
  const changes = await db.many<Record<string, unknown>>(sql`
    select action, entity, entity_id, before -> 'amount_cents' as cents, before -> 'oposite_account_id' as before,
           after -> 'oposite_account_id' as after
      from changes
     where space_id = ${ana.spaceId} and action <> 'create' and entity <> 'space'
     order by entity_id`);
  assert.deepEqual(changes, [
    { action: "delete", entity: "account", entity_id: gone.id, cents: null, before: null, after: null },
    { action: "delete", entity: "transaction", entity_id: row, cents: -17, before: null, after: null },
    { action: "delete", entity: "transaction", entity_id: out, cents: -5, before: first.id, after: null },
    { action: "update", entity: "transaction", entity_id: into, cents: null, before: gone.id, after: null },
  ]);
});

test("DELETE /accounts/:id of 12,000 rows goes in several statements and is still all or nothing", async () => {
  const ana = await someone();
  const [first] = (await list(ana)) as [Account];
  const gone = await create(ana, { name: "Velha" });
  const day = (index: number) => new Date(Date.UTC(2000, 0, 1 + (index % 9000))).toISOString().slice(0, 10);
  const many = Array.from({ length: 11_999 }, (_, index) => ({
    account_id: gone.id,
    amount_cents: index - 6_000,
    date: day(index),
  }));
  await bookRows(db, ana.spaceId, many);
  await bookRows(db, ana.spaceId, [{ amount_cents: 3 }, { amount_cents: 4, account_id: gone.id }]);
  // A row that nobody expects makes the last statement fail, after all the others were done.
  await db.run(sql`create table stray (space_id bigint, account_id int, foreign key (space_id, account_id) references accounts)`);
  await db.run(sql`insert into stray values (${ana.spaceId}, ${gone.id})`);
  assert.equal((await ana.delete(`/accounts/${gone.id}`)).status, 500);
  assert.equal((await rowsOf(ana)).length, 12_001);
  await assertSumsAreRight(db, ana.spaceId);
  await db.run(sql`drop table stray`);
  assert.equal((await ana.delete(`/accounts/${gone.id}`)).status, 200);
  assert.deepEqual(
    (await rowsOf(ana)).map((row) => (row as Account).account_id),
    [first.id],
  );
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /accounts/:id while rows are booked on it: a row is refused or removed, and none is left behind", async () => {
  const ana = await someone();
  for (let round = 0; round < 20; round++) {
    const { id } = await create(ana, { name: `Velha ${round}` });
    const book = () => ana.post("/transactions", { description: "x", account_id: id, amount_cents: -1 - round, tags: ["t"] });
    const [deleted, ...booked] = await Promise.all([ana.delete(`/accounts/${id}`), book(), book(), book()]);
    assert.equal(deleted.status, 200);
    for (const { status, text } of booked) assert.ok([201, 422].includes(status), text);
  }
  assert.deepEqual(await rowsOf(ana), []);
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /accounts/:id twice at once answers 200 once and 404 once", async () => {
  const ana = await someone();
  const { id } = await create(ana, { name: "Velha", opening_balance_cents: 100, default: true });
  await bookRows(db, ana.spaceId, [{ account_id: id, amount_cents: -1 }]);
  const replies = await Promise.all([ana.delete(`/accounts/${id}`), ana.delete(`/accounts/${id}`)]);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404]);
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /accounts/:id with an Idempotency-Key answers the same when it is sent again", async () => {
  const ana = await someone();
  const { id } = await create(ana, { name: "Velha" });
  const key = { "idempotency-key": "delete once" };
  const [first, again] = [
    await ana.delete(`/accounts/${id}`, undefined, { "idempotency-key": "delete-once" }),
    await ana.delete(`/accounts/${id}`, undefined, { "idempotency-key": "delete-once" }),
  ];
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text]);
  assert.equal((await ana.delete(`/accounts/${id}`, undefined, key)).status, 400);
});
