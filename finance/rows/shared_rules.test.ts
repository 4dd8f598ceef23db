// Rules that statements need as well, for what they search: the service and the database say the same.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { balanceOf, byInvoice, type InvoiceSums, isPaid, isSettled, outstandingOf } from "../billing/balance.ts";
import { invoicesOf } from "../invoices/invoice.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { cardSumsJson, paidSumsOf, periodSumsJson } from "./queries_cards.ts";
import { isNotNeutral } from "./queries_neutral.ts";
import { paidInvoices } from "./queries_paid_invoices.ts";
import { isNeutral } from "./stored_row.ts";

const finance = shareTestFinance();
let ana: TestMember;
let cards: number[] = [];
before(async () => {
  ana = await finance.member("ana@example.com");
  const make = async (name: string) =>
    ((await ana.post("/credit_cards", { name, closing_day: 5, due_day: 10 })).body as { id: number }).id;
  cards = [await make("a"), await make("b")];
});

const [FIRST, LAST] = [312, 321];
// Small sums, so that many balances are exactly nothing.
const cents = fc.integer({ min: -3, max: 3 });
const anySums: fc.Arbitrary<InvoiceSums[]> = fc.uniqueArray(
  fc.record({
    invoice: fc.integer({ min: FIRST, max: LAST }),
    amount_cents: cents,
    payment_cents: cents,
    payments: fc.nat({ max: 2 }),
  }),
  { maxLength: LAST - FIRST + 1, selector: ({ invoice }) => invoice },
);

test("the database and the service call the same rows neutral", async () => {
  const rows = [null, 7].flatMap((leg) => [null, 5].map((card) => ({ oposite_transaction_id: leg, paid_credit_card_id: card })));
  for (const row of rows) {
    const { is_not_neutral } = await finance.service.world.db.one<{ is_not_neutral: boolean }>(sql`
      select ${isNotNeutral} as is_not_neutral
        from (select ${row.oposite_transaction_id}::bigint as oposite_transaction_id,
                     ${row.paid_credit_card_id}::int as paid_credit_card_id) as row`);
    assert.equal(is_not_neutral, !isNeutral(row));
  }
});

/** The sums of each card, while they are there. */
async function withSums(sumsOfCards: readonly InvoiceSums[][], look: (tx: Db) => Promise<void>): Promise<void> {
  class Undone extends Error {}
  const rows = sumsOfCards.flatMap((sums, index) =>
    sums.map((each) => ({ ...each, space_id: ana.spaceId, credit_card_id: cards[index] })),
  );
  const looking = finance.service.world.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into card_invoices (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
      select space_id, credit_card_id, invoice, amount_cents, payment_cents, payments
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as each(space_id int, credit_card_id int, invoice int, amount_cents bigint, payment_cents bigint, payments int)`);
    await look(tx);
    throw new Undone();
  });
  await assert.rejects(looking, Undone);
}

const numbers = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);

test("the database and the service call the same invoices paid", async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(anySums, anySums), (sumsOfCards) =>
      withSums(sumsOfCards, async (tx) => {
        const paid = await tx.many<{ credit_card_id: number; invoice: number }>(sql`
          select credit_card_id, invoice from (${paidInvoices(ana.spaceId)}) as paid order by credit_card_id, invoice`);
        const expected = sumsOfCards.flatMap((sums, index) => {
          const ofCard = byInvoice(sums);
          return numbers
            .filter((invoice) => isPaid(ofCard, invoice))
            .map((invoice) => ({ credit_card_id: cards[index] as number, invoice }));
        });
        assert.deepEqual(paid, expected);
      }),
    ),
    { numRuns: 100 },
  );
});

test("runs that the database has added up leave the balances that invoices one by one have", async () => {
  await fc.assert(
    fc.asyncProperty(anySums, fc.integer({ min: FIRST, max: LAST }), (sums, first) =>
      withSums([sums], async (tx) => {
        const card = sql`${cards[0] as number}`;
        const { runs, period } = await tx.one<{ runs: InvoiceSums[]; period: InvoiceSums[] }>(sql`
          select ${cardSumsJson(ana.spaceId, card)} as runs,
                 ${periodSumsJson(ana.spaceId, card, sql`${first}::int`, sql`${LAST}::int`)} as period`);
        const all = byInvoice(sums);
        assert.equal(outstandingOf(byInvoice(runs)), outstandingOf(all));
        for (const { invoice } of runs) assert.equal(balanceOf(byInvoice(runs), invoice), balanceOf(all, invoice));
        for (const invoice of numbers.filter((each) => each >= first)) {
          assert.equal(balanceOf(byInvoice(period), invoice), balanceOf(all, invoice));
          assert.equal(isPaid(byInvoice(period), invoice), isPaid(all, invoice));
        }
      }),
    ),
    { numRuns: 60 },
  );
});

test("the sums from one invoice to another tell which of those are paid, of each card", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(anySums, anySums),
      fc.integer({ min: FIRST, max: LAST }),
      fc.nat(4),
      (sumsOfCards, first, further) =>
        withSums(sumsOfCards, async (tx) => {
          const last = first + further;
          const sums = await tx.many<InvoiceSums & { credit_card_id: number }>(
            paidSumsOf(ana.spaceId, { cards: sql`${cards}::int[]`, first: sql`${first}::int`, last: sql`${last}::int` }),
          );
          for (const [index, all] of sumsOfCards.entries()) {
            const near = byInvoice(sums.filter(({ credit_card_id: id }) => id === cards[index]));
            assert.ok(near.size <= further + 2);
            for (const invoice of numbers.filter((each) => first <= each && each <= last))
              assert.equal(isPaid(near, invoice), isPaid(byInvoice(all), invoice));
          }
        }),
    ),
    { numRuns: 60 },
  );
});

test("invoices in a row have the balances that each has by itself", () => {
  const days = [{ fromInvoice: 0, closingDay: 5, dueDay: 10 }];
  fc.assert(
    fc.property(anySums, (anyOfThem) => {
      const sums = byInvoice(anyOfThem);
      for (const invoice of invoicesOf({ days, sums: anyOfThem }, FIRST, LAST)) {
        assert.equal(invoice.balanceCents, balanceOf(sums, invoice.number));
        assert.equal(isSettled(invoice), isPaid(sums, invoice.number));
      }
    }),
  );
});
