// Statistics know nothing of a space that has just been filled: none were gathered yet, or only of other spaces. No statement may then
// come to read rows again and again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql, trusted } from "../kernel/sql/sql.ts";
import { quickClient, TRUSTING } from "./testing/quick_client.ts";
import { spaceTables } from "./testing/space_tables.ts";
import { type Work, workOfStatements } from "./testing/statement_work.ts";
import { walkEveryRoute } from "./testing/walk.ts";
import { startTestFinance, type TestClient, type TestFinance } from "./testing.ts";

const DAILY_SERIES = 3;
const PURCHASES = 60;
const OTHER_SPACES = 20;
/** How often a statement may come to each row of a space, and what it may look at besides. */
const MOST_TIMES = 3;
const MOST_BESIDES = 2_000;

/** Purchases in 24 parts beside daily series whose rows go to 2036. */
async function fill(client: TestClient): Promise<void> {
  const create = async (path: string, body: object) => {
    const { status, body: answer, text } = await client.post(path, body);
    assert.equal(status, 201, text);
    return answer as { id: number };
  };
  const { id: card } = await create("/credit_cards", { name: "Visa", closing_day: 5, due_day: 10 });
  const daily = { amount_cents: -450, date: "2026-01-01", recurrence_attributes: { periodicity: "daily" } };
  for (let n = 0; n < DAILY_SERIES; n++)
    await create("/transactions", { description: `coffee ${n}`, ...daily, ...(n === 0 && { credit_card_id: card }) });
  for (let isWhole = false; !isWhole; ) {
    const { status, headers, text } = await client.get("/transactions?start_date=2035-12-01&end_date=2035-12-31");
    assert.equal(status, 200, text);
    isWhole = headers["cofre-complete-until"] === undefined;
  }
  const parts = { amount_cents: -24_000, installments_attributes: { periodicity: "monthly", total: 24 } };
  for (let n = 0; n < PURCHASES; n++)
    await create("/transactions", { description: `tv ${n}`, ...parts, date: `2026-0${(n % 9) + 1}-10`, credit_card_id: card });
}

/** Tables whose statistics nobody gathers but the test. */
async function startUnwatched(): Promise<TestFinance> {
  const finance = await startTestFinance(TRUSTING);
  const { db } = finance.service.world;
  for (const table of await spaceTables(db)) await db.run(trusted(`alter table ${table} set (autovacuum_enabled = off)`));
  return finance;
}

async function offencesOf(finance: TestFinance): Promise<string[]> {
  const { db } = finance.service.world;
  const ana = await finance.member("ana@example.com");
  const guest = await finance.member("guest@example.com");
  const quick = quickClient(finance.port, ana.authorization);
  await fill(quick);
  const { rows } = await db.one<{ rows: number }>(sql`select count(*) as rows from transactions where space_id = ${ana.spaceId}`);
  assert.ok(rows > 10_000, `${rows} rows`);
  await using replica = await finance.replica();
  const work = await workOfStatements(db, replica.service.world.db, async () => {
    await walkEveryRoute({ ...ana, ...quick }, finance, guest);
    for (const path of [
      "/descriptions?q=coffee",
      "/descriptions?q=t",
      "/transactions?paid=false&start_date=2026-01-01&end_date=2035-12-31",
    ])
      assert.equal((await quick.get(path)).status, 200);
    const filter = { q: "tv", start_date: "2026-01-01", end_date: "2028-12-31" };
    const changed = await quick.post("/transactions/bulk", { filter, set: { notes: "x" } });
    assert.equal((changed.body as { updated: number }).updated, PURCHASES * 24, changed.text);
  });
  assert.ok(work.length >= 200, `only ${work.length} plans were seen`);
  const isTooMuch = (each: Work) => each.rows > MOST_TIMES * rows + MOST_BESIDES;
  return work.filter(isTooMuch).map((each) => `${each.rows} rows, ${each.plan}: ${each.statement.slice(0, 300)}`);
}

test("no statement comes to rows again and again while no statistics were gathered", async () => {
  await using finance = await startUnwatched();
  assert.deepEqual(await offencesOf(finance), []);
});

test("no statement comes to rows again and again while statistics know only other spaces, without series and cards", async () => {
  await using finance = await startUnwatched();
  for (let n = 0; n < OTHER_SPACES; n++) {
    const other = await finance.member(`other${n}@example.com`);
    for (const day of ["02", "09", "16"])
      await other.post("/transactions", { description: "bread", amount_cents: -450, date: `2026-01-${day}` });
  }
  await finance.service.world.db.run(sql`analyze`);
  assert.deepEqual(await offencesOf(finance), []);
});
