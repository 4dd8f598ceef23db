// Writes of one space at the same time: nothing is lost, nothing is mixed, nothing waits in a circle.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { until } from "../../kernel/testing/until.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { CLUSTER_URL } from "../testing/cluster.ts";
import { shareTestFinance } from "../testing.ts";
import { amountsOf, create, list, type TransactionView } from "./testing.ts";

const finance = shareTestFinance();

const db = () => finance.service.world.db;
let members = 0;
const newMember = () => finance.member(`member${++members}@example.com`);
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** A write that waited too long for the lock says so and asks to be sent again. */
async function insist(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send();
    if (reply.status !== 503) return reply;
    assert.equal(reply.headers["retry-after"], "1");
  }
}

test("100 parallel PUTs of different fields lose none of them, and updated_at grows with each", async () => {
  const member = await newMember();
  const row = await create(member, { description: "x", amount_cents: -1, date: "2026-01-01" });
  const fields = [
    { description: "nova" },
    { amount_cents: 77 },
    { date: "2026-01-09" },
    { paid: false },
    { notes: "nota" },
    { tags: ["t"] },
  ];
  const replies = await times(100, (index) => insist(() => member.put(`/transactions/${row.id}`, fields[index % fields.length])));
  assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [200]);
  const { description, amount_cents, date, paid, notes, tags } = (await member.get(`/transactions/${row.id}`))
    .body as TransactionView;
  assert.deepEqual(
    [description, amount_cents, date, paid, notes, tags],
    ["nova", -77, "2026-01-09", false, "nota", [{ name: "t" }]],
  );
  const { moments } = await db().one<{ moments: number }>(sql`
    select count(distinct after->>'updated_at') as moments from changes
     where space_id = ${member.spaceId} and entity = 'transaction' and entity_id = ${row.id}`);
  assert.equal(moments, 101);
  await assertSumsAreRight(db(), member.spaceId);
});

test("two update_all at once leave a series uniform: one of the two, never mixed", async () => {
  const member = await newMember();
  const row = await create(member, {
    description: "x",
    amount_cents: -1200,
    installments_attributes: { periodicity: "monthly", total: 12 },
  });
  for (let round = 1; round <= 25; round++) {
    const replies = await times(2, (index) =>
      member.put(`/transactions/${row.id + index}`, { amount_cents: round * 10 + index, update_all: true }),
    );
    assert.deepEqual(
      replies.map((reply) => reply.status),
      [200, 200],
    );
    const amounts = new Set(amountsOf(await list(member)));
    assert.equal(amounts.size, 1);
    assert.ok([-round * 10, -round * 10 - 1].includes([...amounts][0] as number));
  }
  await assertSumsAreRight(db(), member.spaceId);
});

test("64 writers on one account at once all succeed, and the totals are right", async () => {
  const member = await newMember();
  const bodies = [
    {},
    { recurrence_attributes: { periodicity: "monthly" } },
    { installments_attributes: { periodicity: "weekly", total: 5 } },
  ];
  const replies = await times(64, (index) =>
    insist(() =>
      member.post("/transactions", { description: `${index}`, amount_cents: -100 - index, tags: ["t"], ...bodies[index % 3] }),
    ),
  );
  assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [201]);
  await times(32, (index) => {
    const { id } = replies[index]!.body as TransactionView;
    return index % 2
      ? member.delete(`/transactions/${id}`, { update_all: true })
      : member.put(`/transactions/${id}`, { amount_cents: 5, update_future: true });
  });
  await assertSumsAreRight(db(), member.spaceId);
});

test("an account that is archived or deleted at the same time gets a row before that or never", async () => {
  const member = await newMember();
  for (let round = 0; round < 25; round++) {
    const { id } = (await member.post("/accounts", { name: `${round}` })).body as { id: number };
    const isArchived = round % 2 === 0;
    const end = () => (isArchived ? member.put(`/accounts/${id}`, { archived: true }) : member.delete(`/accounts/${id}`));
    const post = () => member.post("/transactions", { description: "x", amount_cents: -5, account_id: id });
    const [first, ended, second] = await Promise.all([post(), end(), post()]);
    assert.equal(ended.status, 200, ended.text);
    for (const reply of [first, second]) assert.ok([201, 422].includes(reply.status), reply.text);
    const { late } = await db().one<{ late: number }>(sql`
      select count(*) as late from changes as made, changes as ended
       where made.space_id = ${member.spaceId} and made.entity = 'transaction' and made.action = 'create'
         and made.after->>'account_id' = ${`${id}`}
         and ended.space_id = ${member.spaceId} and ended.entity = 'account' and ended.entity_id = ${id}
         and ended.action <> 'create' and made.version > ended.version`);
    assert.equal(late, 0, "a row was written after the account had ended");
  }
  await assertSumsAreRight(db(), member.spaceId);
});

test("a write without an account that waits while another account becomes the default goes to the new one", async () => {
  const member = await newMember();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<number>();
  const holder = db().transaction(async (tx) => {
    await tx.one(sql`select 1 from spaces where space_id = ${member.spaceId} for no key update`);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into accounts (space_id, id, name, type, created_at, updated_at)
      values (${member.spaceId}, nextval('accounts_id_seq'), 'Nova', 'checking', now(), now()) returning id`);
    await tx.run(sql`update spaces set default_account_id = ${id}, version = version + 1 where space_id = ${member.spaceId}`);
    held(id);
    await isReleased;
  });
  const id = await isHeld;
  const created = create(member, { description: "x", amount_cents: -5 });
  await waitUntilSomebodyWaits();
  release();
  await holder;
  assert.equal((await created).account_id, id);
  await assertSumsAreRight(db(), member.spaceId);
});

const COUNT_WAITING = sql`
  select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const COUNT_WAITING_ON_A_CLUSTER = sql`select count(*) as count from citus_lock_waits`;

async function waitUntilSomebodyWaits(): Promise<void> {
  await until("somebody to wait for a lock", async () => {
    const { count } = await db().one<{ count: number }>(CLUSTER_URL ? COUNT_WAITING_ON_A_CLUSTER : COUNT_WAITING);
    return count > 0;
  });
}
