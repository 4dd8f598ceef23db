// A post hardly waits for the space's row, but for the rest of the database as any other statement does.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../testing.ts";
import { list } from "../transactions/testing.ts";

let finance: TestFinance;
let ana: TestMember;
before(async () => {
  finance = await startTestFinance();
  ana = await finance.member("ana@example.com");
  await list(ana);
});
after(() => finance[Symbol.asyncDispose]());

const db = () => finance.service.world.db;

async function isWaitedFor(): Promise<boolean> {
  const { waits } = await db().one<{ waits: boolean }>(sql`
    select exists (select from pg_locks
                    where relation = 'changes'::regclass and not granted and waitstart < clock_timestamp() - interval '100 ms') as waits`);
  return waits;
}

test("a table that is not free for a while makes a post late, and does not fail it", async () => {
  let answered = false;
  const booking = await db().transaction(async (tx) => {
    await tx.run(sql`lock table changes in share mode`);
    const asked = ana.post("/transactions", { description: "Café", amount_cents: -500, date: "2026-01-10" });
    asked.finally(() => {
      answered = true;
    });
    await until("a post that waits, or is refused", async () => answered || (await isWaitedFor()));
    return { asked };
  });
  const { status, text } = await booking.asked;
  assert.equal(status, 201, text);
});
