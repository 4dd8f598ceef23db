// A check that cannot fail would pass everything: each of its parts is shown what it must notice.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { startTestFinance } from "../testing.ts";
import { assertLedgerIsRight, bookRows, bookSeries, bookTransfer } from "./testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

const ana = await finance.member("ledger@example.com");
const { spaceId } = ana;
const second = (await ana.post("/accounts", { name: "Segunda", opening_balance_cents: -7 })).body as { id: number };
const series = await bookSeries(db, spaceId, { kind: "installments", totalCents: -30 });
const [row] = await bookRows(db, spaceId, [
  { amount_cents: -10, series_id: series, occurrence: 1, tags: ["a"] },
  { amount_cents: -20, series_id: series, occurrence: 2, paid: false },
  { amount_cents: 0, date: "2026-03-01" },
]);
const [leg] = await bookTransfer(db, spaceId, { from: second.id, to: await firstAccount(), amount_cents: 5 });

async function firstAccount(): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`select default_account_id as id from spaces where space_id = ${spaceId}`);
  return id;
}

test("a ledger whose totals were kept is right", () => assertLedgerIsRight(db, spaceId));

const WRONG: [statement: Sql, noticed: string[]][] = [
  [sql`update account_months set paid_expenses = paid_expenses - 1 where space_id = ${spaceId}`, ["account_months"]],
  [sql`delete from account_months where space_id = ${spaceId} and account_id = ${second.id}`, ["account_months"]],
  [sql`update account_years set unpaid_cents = unpaid_cents + 1 where space_id = ${spaceId}`, ["account_years"]],
  [sql`delete from account_years where space_id = ${spaceId} and account_id = ${second.id}`, ["account_years"]],
  [sql`update category_months set unpaid_cents = unpaid_cents + 1 where space_id = ${spaceId}`, ["category_months"]],
  [sql`update tags set uses = 2 where space_id = ${spaceId}`, ["tags"]],
  [sql`insert into tags (space_id, name, uses) values (${spaceId}, 'b', 1)`, ["tags"]],
  [sql`update spaces set turnover_cents = turnover_cents + 1 where space_id = ${spaceId}`, ["turnover_cents"]],
  [sql`update accounts set opening_cents = 8 where space_id = ${spaceId} and id = ${second.id}`, ["turnover_cents"]],
  [sql`update series set total_cents = -31 where space_id = ${spaceId}`, ["instalments"]],
  [sql`update transactions set date = '2026-01-16' where space_id = ${spaceId} and id = ${leg}`, ["a leg"]],
  [sql`update transactions set oposite_transaction_id = ${row} where space_id = ${spaceId} and id = ${leg}`, ["a leg"]],
  [sql`update accounts set archived = true where space_id = ${spaceId} and id <> ${second.id}`, ["the default account"]],
  [sql`update spaces set default_account_id = null where space_id = ${spaceId}`, ["the default account"]],
  [
    sql`update transactions set amount_cents = -11 where space_id = ${spaceId} and id = ${row}`,
    ["account_months", "account_years", "category_months", "turnover_cents", "instalments"],
  ],
];

for (const [statement, noticed] of WRONG) {
  test(`it is not right after: ${statement.text}`, async () => {
    class Undone extends Error {}
    const undone = db.transaction(async (tx) => {
      await tx.run(statement);
      const error = await assertLedgerIsRight(tx, spaceId).then(
        () => undefined,
        (found: { actual: object }) => found,
      );
      const offences = Object.keys(error?.actual ?? {});
      assert.deepEqual(
        noticed.map((start) => offences.some((offence) => offence.startsWith(start))),
        noticed.map(() => true),
      );
      assert.equal(offences.length, noticed.length);
      throw new Undone();
    });
    await assert.rejects(undone, Undone);
  });
}
