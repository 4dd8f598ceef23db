import assert from "node:assert/strict";
import { test } from "node:test";
import { aheadPaths, plansOf, stepsOf, timeOf } from "./invoices.ts";
import type { Invoice, Transaction } from "./records.ts";
import { ROW } from "./testing.ts";

const INVOICE = {
  id: 323,
  credit_card_id: 7,
  starting_date: "2026-11-04",
  closing_date: "2026-12-03",
  date: "2026-12-10",
  status: "open" as Invoice["status"],
  transactions: [] as Transaction[],
};

test("an invoice opens, closes, is due and was due; a paid one waits for nothing", () => {
  const next = (today: string, status: Invoice["status"] = "open") => timeOf({ ...INVOICE, status }, today).next;
  assert.deepEqual(next("2026-11-01", "future"), { event: "opens", days: 3 });
  assert.deepEqual(next("2026-11-24"), { event: "closes", days: 9 });
  assert.deepEqual(next("2026-12-03"), { event: "closes", days: 0 });
  assert.deepEqual(next("2026-12-04", "closed"), { event: "isDue", days: 6 });
  assert.deepEqual(next("2026-12-10", "partial"), { event: "isDue", days: 0 });
  assert.deepEqual(next("2026-12-11", "overdue"), { event: "wasDue", days: 1 });
  assert.equal(next("2026-12-11", "partial"), undefined);
  assert.equal(next("2026-11-24", "paid"), undefined);
});

test("time passes from the opening to the due date, and never leaves the line", () => {
  const { passed, closes, isToday } = timeOf(INVOICE, "2026-11-22");
  assert.deepEqual([passed, closes, isToday], [50, 80.6, true]);
  assert.deepEqual([timeOf(INVOICE, "2026-01-01").passed, timeOf(INVOICE, "2026-01-01").isToday], [0, false]);
  assert.deepEqual([timeOf(INVOICE, "2027-01-01").passed, timeOf(INVOICE, "2027-01-01").isToday], [100, false]);
});

test("steps are the card's later invoices up to the last with instalments, with months between", () => {
  const later = [
    { id: 323, credit_card_id: 7, installments_cents: -900 },
    { id: 324, credit_card_id: 7, installments_cents: -500 },
    { id: 324, credit_card_id: 8, installments_cents: -999 },
    { id: 326, credit_card_id: 7, installments_cents: -300 },
    { id: 327, credit_card_id: 7, installments_cents: 0 },
  ];
  assert.deepEqual(stepsOf(INVOICE, later), [
    { id: 324, month: "2027-01", cents: 500 },
    { id: 325, month: "2027-02", cents: 0 },
    { id: 326, month: "2027-03", cents: 300 },
  ]);
  assert.deepEqual(stepsOf(INVOICE, []), []);
});

const part = (installment: number, values: Partial<Transaction> = {}): Transaction => ({
  ...ROW,
  id: installment,
  installment,
  total_installments: 3,
  recurrence_id: 5,
  credit_card_invoice_id: 322 + installment,
  amount_cents: installment === 1 ? -3334 : -3333,
  ...values,
});

test("a plan says what is left to the cent and when it ends, and nothing where instalments are missing", () => {
  const transactions = [ROW, part(1), part(3, { id: 9, recurrence_id: 6 }), part(1, { id: 20, recurrence_id: 8 })];
  const plans = plansOf({ ...INVOICE, transactions }, [part(1), part(2), part(3), part(2, { recurrence_id: 8 })]);
  assert.deepEqual(
    plans.map(({ row, left }) => [row.id, left]),
    [
      [1, { cents: 6666, lastMonth: "2027-02" }],
      [20, undefined],
    ],
  );
});

test("what is ahead is requested for two years, longer for longer plans, and rows only where a plan goes on", () => {
  assert.deepEqual(aheadPaths(INVOICE), { invoices: "/invoices?start_date=2026-12-11&end_date=2028-12-31", rows: undefined });
  const { rows } = aheadPaths({ ...INVOICE, transactions: [part(1, { total_installments: 37 })] });
  assert.equal(rows, "/transactions?credit_card_id=7&start_date=2026-11-01&end_date=2029-12-31");
});
