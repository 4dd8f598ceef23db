// A post hardly waits for the space's row, but for the rest of the database as any other statement does. A write begins again until a request
// has no time left.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { list } from "../transactions/testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  await list(ana);
});

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
    const reply = ana.post("/transactions", { description: "Café", amount_cents: -500, date: "2026-01-10" });
    reply.finally(() => {
      answered = true;
    });
    await until("a post that waits, or is refused", async () => answered || (await isWaitedFor()));
    return { asked: reply };
  });
  const { status, text } = await booking.asked;
  assert.equal(status, 201, text);
});

/** The number of tries with the space locked that have been begun. */
function countLockedTries() {
  let tries = 0;
  db().observer = ({ text }) => {
    if (/from spaces where .* for no key update/.test(text)) tries++;
  };
  return () => tries;
}

const HELD = {
  "table of spaces that is closed to posts, as while a cluster moves a space": sql`lock table spaces in share mode`,
  "space that somebody else holds for longer than a lock is waited for": sql`select 1 from spaces for update`,
};

for (const [name, lock] of Object.entries(HELD))
  test(`a ${name} makes a write late, and does not fail it`, async () => {
    const lockedTries = countLockedTries();
    let answered = false;
    const booking = await db().transaction(async (tx) => {
      await tx.many(lock);
      const reply = ana.post("/transactions", { description: "Pão", amount_cents: -100, date: "2026-01-10" });
      reply.finally(() => {
        answered = true;
      });
      await until("a second try with the space locked, or a refusal", async () => answered || lockedTries() > 1);
      return { asked: reply };
    });
    db().observer = undefined;
    const { status, text } = await booking.asked;
    assert.equal(status, 201, text);
  });
