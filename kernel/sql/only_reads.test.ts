import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyReads } from "./only_reads.ts";
import { sql } from "./sql.ts";

const READS = [
  "select id, updated_at, deleted_at from users where id = $1",
  "\n  with last as (select 1) select * from last order by share_of_all",
  "values (1)",
];

const OTHERS = [
  "insert into users (id) values (1)",
  "with moved as (update users set id = 1 returning id) select * from moved",
  "with gone as (\n delete from users returning id) select count(*) from gone",
  "select 1 from users for update",
  "select 1 from users for no key update",
  "select 1 from users for key share",
  "select nextval('users_id_seq')",
  "select pg_advisory_xact_lock(1)",
  "select graphile_worker.add_job('mail')",
  "discard plans",
  "analyze users",
  "set local statement_timeout = 0",
];

test("reads are distinguished from what writes or may wait for a lock", () => {
  for (const text of READS) assert.equal(onlyReads(text), true, text);
  for (const text of OTHERS) assert.equal(onlyReads(text), false, text);
  const one = sql`id = ${1}`;
  assert.equal(sql`select id from users where ${one}`.onlyReads, true, "a read in a read");
  assert.equal(sql`with one as (${sql`delete from users where ${one} returning id`}) select id from one`.onlyReads, false);
});
