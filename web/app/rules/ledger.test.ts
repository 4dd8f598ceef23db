import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, addMonths, invoiceMonth, invoiceNumber, lastDayOf } from "./days.ts";
import { flowsOfRows, resultOf } from "./figures.ts";
import { byDay } from "./ledger.ts";
import type { Transaction } from "./records.ts";
import { ROW } from "./testing.ts";

const row = (values: Partial<Transaction>): Transaction => ({ ...ROW, ...values });

test("a month's rows by day, with what each day comes to", () => {
  const days = byDay([row({}), row({ date: "2026-11-17", amount_cents: 300 }), row({ amount_cents: -50 })]);
  assert.deepEqual(
    days.map(({ date, resultCents }) => [date, resultCents]),
    [
      ["2026-11-17", 300],
      ["2026-11-16", -150],
    ],
  );
});

test("transfers and payments of invoices count nowhere; purchases on cards have happened, and what a card gives back is no income", () => {
  const rows = [
    row({ amount_cents: 1000 }),
    row({ amount_cents: -300, paid: false }),
    row({ amount_cents: -700, oposite_transaction_id: 9 }),
    row({ amount_cents: -500, paid_credit_card_id: 3 }),
    row({ amount_cents: -500, paid: false, credit_card_id: 3 }),
    row({ amount_cents: 40, paid: false, credit_card_id: 3 }),
  ];
  assert.deepEqual(flowsOfRows(rows), {
    realised: { inCents: 1000, outCents: -460, resultCents: 540 },
    predicted: { inCents: 1000, outCents: -760, resultCents: 240 },
  });
  assert.equal(resultOf(rows), 240);
  assert.equal(resultOf(rows.slice(2, 4)), undefined);
  assert.deepEqual(
    byDay(rows).map(({ resultCents }) => resultCents),
    [240],
  );
});

test("months and days roll over, and an invoice has the number of its month", () => {
  assert.equal(addMonths("2026-12", 1), "2027-01");
  assert.equal(addMonths("2026-01", -1), "2025-12");
  assert.equal(lastDayOf("2028-02"), "2028-02-29");
  assert.equal(addDays("2026-12-31", 1), "2027-01-01");
  for (const month of ["2000-01", "2026-11", "2031-12"]) assert.equal(invoiceMonth(invoiceNumber(month)), month);
});
