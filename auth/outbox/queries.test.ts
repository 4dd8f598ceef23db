import assert from "node:assert/strict";
import { test } from "node:test";
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { claimMessage, listOverdue, markDelivered, markFailed, postpone, purgeOutbox, readBacklog } from "./queries.ts";
import { openTestOutbox } from "./testing.ts";

const ID = "6f1f8ab0-1c3a-4c5e-9a53-0d6ef1a9c001";
const NOW = new Date("2026-01-31T12:00:00Z");

/** What a query would send, without sending it. */
async function statementOf(query: (db: Db) => Promise<unknown>): Promise<Sql> {
  const statements: Sql[] = [];
  const record = async (statement: Sql) => void statements.push(statement);
  const db = { many: record, one: record, maybeOne: record, run: record } as unknown as Db;
  await query(db).catch(() => {});
  return statements[0] ?? assert.fail("nothing was sent");
}

const QUERIES: Record<string, (db: Db) => Promise<unknown>> = {
  claimMessage: (db) => claimMessage(db, ID, 90),
  markDelivered: (db) => markDelivered(db, ID, NOW),
  markFailed: (db) => markFailed(db, ID, "why", NOW),
  postpone: (db) => postpone(db, ID, 1, "why"),
  listOverdue: (db) => listOverdue(db, 10, 500),
  purgeOutbox: (db) => purgeOutbox(db, new Date("2000-01-01T00:00:00Z")),
  readBacklog: (db) => readBacklog(db),
};

test("no query reads an outbox of 100,000 messages whole", async () => {
  await using outbox = await openTestOutbox();
  await outbox.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into outbox (id, kind, template, address_key, created_at, delivered_at)
      select gen_random_uuid(), 'mail', 'recovery', sha256(n::text::bytea), now() - n * interval '1 minute', now()
        from generate_series(1, 100000) n`);
    await tx.run(sql`
      insert into outbox (id, kind, template, address_key, created_at, sealed)
      select gen_random_uuid(), 'mail', 'recovery', sha256(n::text::bytea), now(), '\\x00'
        from generate_series(1, 20) n`);
  });
  await outbox.db.run(sql`analyze outbox`);
  for (const [name, query] of Object.entries(QUERIES)) {
    const statement = await statementOf(query);
    const plan = await outbox.db.many<Record<string, string>>(sql`explain ${statement}`);
    const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
    assert.doesNotMatch(lines, /Seq Scan on outbox/, `${name}:\n${lines}`);
  }
});
