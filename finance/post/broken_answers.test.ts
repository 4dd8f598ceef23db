// One caller's statement that fails after its first rows must not change what others are answered, nor whether their writes are made.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { list, type TransactionView } from "../transactions/testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  await list(ana);
});

/** 49 rows have left the server when it fails. */
const breaksOff = sql`select repeat('x', 4000) as filling, 1 / (50 - i) as part from generate_series(1, 100) i`;

test("POST and GET /transactions are answered rightly beside statements that fail after their first rows", async () => {
  const { db } = finance.service.world;
  const answers: Promise<{ status: number; body: unknown; text: string }>[] = [];
  for (let round = 0; round < 15; round++) {
    const failing = [
      db.many(breaksOff),
      db.onSharedConnection((shared) => shared.many(breaksOff)),
      db.transaction((tx) => tx.many(breaksOff)),
    ];
    answers.push(ana.post("/transactions", { description: "beside", amount_cents: -100, date: "2026-01-10" }));
    answers.push(ana.get("/transactions?start_date=2026-01-01&end_date=2026-01-31"));
    await Promise.all(failing.map((each) => assert.rejects(each, { code: "22012" })));
  }
  const settled = await Promise.all(answers);
  assert.deepEqual(
    settled.filter(({ status }) => status !== 200 && status !== 201).map(({ text }) => text),
    [],
  );
  const createdIds = settled.filter(({ status }) => status === 201).map(({ body }) => (body as TransactionView).id);
  const rows = (await list(ana)).filter(({ description }) => description === "beside");
  assert.deepEqual(rows.map(({ id }) => id).sort(), createdIds.sort());
  await assertSumsAreRight(db, ana.spaceId);
});
