// The sums are kept by differences that the service computes, and for writes of any number of rows by a function of the database. Both say
// the same of every row.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { ADD_SUMS } from "../post/functions.ts";
import { PLAIN_ROW } from "../rows/stored_row.ts";
import type { StoredParts } from "../tables/parts.ts";
import type { StoredRow } from "../tables/tables.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { type Differences, differencesOf } from "./differences.ts";

const finance = shareTestFinance();
let ana: TestMember;
const ids = { accounts: [0, 0], cards: [0, 0], categories: [0, 0] };
before(async () => {
  ana = await finance.member("ana@example.com");
  const make = async (path: string, body: object) => ((await ana.post(path, body)).body as { id: number }).id;
  ids.accounts = [await make("/accounts", { name: "a" }), await make("/accounts", { name: "b" })];
  const days = { closing_day: 5, due_day: 10 };
  ids.cards = [await make("/credit_cards", { name: "a", ...days }), await make("/credit_cards", { name: "b", ...days })];
  ids.categories = [await make("/categories", { name: "a" }), await make("/categories", { name: "b" })];
});

type Kind = "account" | "card" | "payment" | "transfer";

const anyRow = fc.record({
  kind: fc.constantFrom<Kind>("account", "card", "payment", "transfer"),
  index: fc.nat({ max: 1 }),
  category: fc.nat({ max: 1 }),
  invoice: fc.integer({ min: 312, max: 314 }),
  date: fc.constantFrom("1999-12-31", "2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01"),
  paid: fc.boolean(),
  amount_cents: fc.constantFrom(-999_999_999_999, -250, -1, 0, 1, 300, 999_999_999_999),
  tags: fc.uniqueArray(fc.constantFrom("casa", "férias", '"', "a,b"), { maxLength: 3 }),
  split: fc.option(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.constantFrom([], ["casa"], ["novo", "férias"]))),
});

function rowOf(fields: ReturnType<typeof anyRow.generate>["value"], id: number): StoredRow {
  const { kind, index, category, invoice, date, paid, amount_cents, tags, split } = fields;
  const account = { account_id: ids.accounts[index] as number };
  const kinds = {
    account,
    card: { account_id: null, credit_card_id: ids.cards[index] as number, credit_card_invoice_id: invoice, paid: true },
    payment: { ...account, paid_credit_card_id: ids.cards[index] as number, paid_credit_card_invoice_id: invoice },
    transfer: { ...account, oposite_transaction_id: id, oposite_account_id: ids.accounts[1 - index] as number },
  };
  const isSplit = split !== null && amount_cents !== 0 && (kind === "account" || kind === "card");
  const parts = isSplit ? partsOf(amount_cents, ...split) : null;
  const common = {
    id,
    category_id: ids.categories[category] as number,
    description: "x",
    notes: null,
    created_at: "",
    updated_at: "",
  };
  return { ...PLAIN_ROW, ...common, date, paid, amount_cents, tags, parts, ...kinds[kind] };
}

/** Of both signs, where the first is larger than the amount or against it. */
function partsOf(cents: number, first: number, tags: readonly string[]): StoredParts {
  const [one, other] = ids.categories as [number, number];
  return [
    { tags, category_id: one, description: null, amount_cents: first },
    { tags: ["novo"], category_id: other, description: "y", amount_cents: cents - first },
  ];
}

test("the function of the database and the rule of the service add up every set of rows alike", async () => {
  class Undone extends Error {}
  for (const sample of fc.sample(fc.array(anyRow, { minLength: 1, maxLength: 12 }), { seed: 12, numRuns: 60 })) {
    const rows = sample.map((each, index) => rowOf(each, 1_000_000 + index));
    const computed = differencesOf({}, { transactions: rows });
    const fromDatabase = finance.service.world.db.transaction(async (tx) => {
      await tx.run(sql`
        insert into transactions
        select row.* from jsonb_populate_recordset(
               null::transactions, (select jsonb_agg(each || ${{ space_id: ana.spaceId, created_at: "now", updated_at: "now" }}::jsonb)
                                      from jsonb_array_elements(${rows}::jsonb) as each)) as row`);
      await tx.run(sql`select ${trusted(ADD_SUMS.name)}(${ana.spaceId}, 1, ${rows.map(({ id }) => id)}::bigint[])`);
      const list = (select: Sql) => tx.many<Record<string, unknown>>(sql`${select} where space_id = ${ana.spaceId}`);
      const stored = {
        account_months: await list(sql`select * from account_months`),
        account_years: await list(sql`select * from account_years`),
        category_months: await list(sql`select * from category_months`),
        card_invoices: await list(sql`select * from card_invoices`),
        tags: await list(sql`select * from tags`),
      };
      const [space] = await list(sql`select turnover_cents from spaces`);
      assert.equal(space?.turnover_cents, computed.turnover_cents);
      for (const [table, sums] of Object.entries(stored))
        assert.deepEqual(sorted(sums), sorted(computed[table as keyof typeof stored]), `${table} of ${JSON.stringify(sample)}`);
      throw new Undone();
    });
    await assert.rejects(fromDatabase, (error) => error instanceof Undone || Promise.reject(error));
  }
});

/** Without the space and without sums of nothing, which the database may keep. */
function sorted(sums: readonly object[] | Differences["tags"]): string[] {
  return sums
    .map((each) => Object.entries(each).filter(([name]) => name !== "space_id"))
    .filter((columns) => columns.some(([name, value]) => /^(paid|unpaid|amount|payment|uses)/.test(name) && value !== 0))
    .map((columns) => JSON.stringify(columns.sort(([one], [other]) => (one < other ? -1 : 1))))
    .sort();
}
