import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { writeMessage } from "./queries.ts";
import { sealMail } from "./seal.ts";
import { openTestOutbox, RECOVERY, TEST_KEYS, type TestOutbox } from "./testing.ts";

let outbox: TestOutbox;
before(async () => {
  outbox = await openTestOutbox();
});
after(() => outbox[Symbol.asyncDispose]());

const now = new Date("2026-01-31T12:00:00Z");

async function countOf(id: string): Promise<{ rows: number; jobs: number }> {
  return outbox.db.one(sql`
    select (select count(*) from outbox where id = ${id}::uuid) as rows,
           (select count(*) from auth_jobs.jobs where key = ${id}::text) as jobs`);
}

test("a message is written with its job, by the transaction that it is about", async () => {
  const row = sealMail(TEST_KEYS, RECOVERY, now);
  await outbox.db.transaction((tx) => writeMessage(tx, "auth_jobs", row));
  assert.deepEqual(await countOf(row.id), { rows: 1, jobs: 1 });
});

test("a transaction that rolls back leaves no message and no job", async () => {
  const row = sealMail(TEST_KEYS, RECOVERY, now);
  const work = outbox.db.transaction(async (tx) => {
    await writeMessage(tx, "auth_jobs", row);
    throw new Error("changed my mind");
  });
  await assert.rejects(work, /changed my mind/);
  assert.deepEqual(await countOf(row.id), { rows: 0, jobs: 0 });
});

test("the stored row holds no address, no code and no link", async () => {
  const row = sealMail(TEST_KEYS, RECOVERY, now);
  await outbox.db.transaction((tx) => writeMessage(tx, "auth_jobs", row));
  const { text } = await outbox.db.one<{ text: string }>(sql`
    select concat_ws(' ', (to_jsonb(outbox) - 'sealed')::text, encode(sealed, 'escape'), (select payload from auth_jobs._private_jobs where key = ${row.id}::text))
        as text
      from outbox where id = ${row.id}::uuid`);
  assert.ok(text.includes("recovery"));
  for (const secret of ["ana@", "271828", "hash-of", "example.com"]) assert.ok(!text.includes(secret), secret);
});
