import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { enqueueMail, outboxInsert, outboxJob, sealMail } from "./enqueue.ts";
import { openTestOutbox, RECOVERY, TEST_KEYS, type TestOutbox } from "./testing.ts";

let outbox: TestOutbox;
before(async () => {
  outbox = await openTestOutbox();
  await outbox.db.run(sql`create table notes (id int primary key)`);
});
after(() => outbox[Symbol.asyncDispose]());

const now = new Date("2026-01-31T12:00:00Z");

async function countOf(id: string): Promise<{ rows: number; jobs: number }> {
  return outbox.db.one(sql`
    select (select count(*) from outbox where id = ${id}::uuid) as rows,
           (select count(*) from auth_jobs.jobs where key = ${id}::text) as jobs`);
}

/** Writes a note and a mail about it, as another slice does it. */
function noteWithMail(row: ReturnType<typeof sealMail>, note: number): Sql {
  return sql`
    with note as (insert into notes values (${note}) on conflict do nothing returning id),
         mail as (${outboxInsert(row, sql`exists (select from note)`)}),
         mail_job as (${outboxJob("auth", row, sql`mail`)})
    select (select count(*) from note) as notes, (select count(*) from mail_job) as jobs`;
}

test("a mail is one statement of a transaction, with its job", async () => {
  const sent = outbox.db.roundTrips;
  const id = await enqueueMail(outbox.db, { schema: "auth", keys: TEST_KEYS, mail: RECOVERY, now });
  assert.equal(outbox.db.roundTrips - sent, 1);
  assert.deepEqual(await countOf(id), { rows: 1, jobs: 1 });
});

test("a transaction that rolls back leaves no mail and no job", async () => {
  let id = "";
  const work = outbox.db.transaction(async (tx) => {
    id = await enqueueMail(tx, { schema: "auth", keys: TEST_KEYS, mail: RECOVERY, now });
    throw new Error("changed my mind");
  });
  await assert.rejects(work, /changed my mind/);
  assert.deepEqual(await countOf(id), { rows: 0, jobs: 0 });
});

test("as CTEs a mail is written with what it is about, in the same statement, and only if that was written", async () => {
  const first = sealMail(TEST_KEYS, RECOVERY, now);
  assert.deepEqual(await outbox.db.one(noteWithMail(first, 1)), { notes: 1, jobs: 1 });
  assert.deepEqual(await countOf(first.id), { rows: 1, jobs: 1 });
  const second = sealMail(TEST_KEYS, RECOVERY, now);
  assert.deepEqual(await outbox.db.one(noteWithMail(second, 1)), { notes: 0, jobs: 0 });
  assert.deepEqual(await countOf(second.id), { rows: 0, jobs: 0 });
});

test("the stored row holds no address, no code and no link", async () => {
  const id = await enqueueMail(outbox.db, { schema: "auth", keys: TEST_KEYS, mail: RECOVERY, now });
  const { text } = await outbox.db.one<{ text: string }>(sql`
    select concat_ws(' ', (to_jsonb(outbox) - 'sealed')::text, encode(sealed, 'escape'), (select payload from auth_jobs._private_jobs where key = ${id}::text))
        as text
      from outbox where id = ${id}::uuid`);
  assert.ok(text.includes("recovery"));
  for (const secret of ["ana@", "271828", "hash-of", "example.com"]) assert.ok(!text.includes(secret), secret);
});
