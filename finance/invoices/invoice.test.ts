import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CardDays, periodOf } from "../billing/cycle.ts";
import { invoicesOf } from "./invoice.ts";
import { numbersIn, readInvoiceNumber } from "./number.ts";
import { STATUSES, statusOf } from "./status.ts";

const day = fc.integer({ min: 1, max: 31 });
const entry = fc.record({ fromInvoice: fc.integer({ min: 170, max: 230 }), closingDay: day, dueDay: day });
const histories = fc
  .uniqueArray(entry, { minLength: 1, maxLength: 12, selector: ({ fromInvoice }) => fromInvoice })
  .map((entries): CardDays[] => entries.toSorted((one, other) => one.fromInvoice - other.fromInvoice));
const cents = fc.integer({ min: -100_000, max: 100_000 });
const sums = fc.uniqueArray(
  fc.record({
    invoice: fc.integer({ min: 180, max: 199 }),
    amount_cents: cents,
    payment_cents: cents,
    payments: fc.nat({ max: 2 }),
  }),
  { selector: ({ invoice }) => invoice },
);

test("invoices in a row have the periods of the whole history, and each balance is what came and went since the last unpaid one", () => {
  fc.assert(
    fc.property(histories, sums, cents, (days, all, carriedCents) => {
      // What the invoice before leaves to the first: it has a payment, and the one before it does not.
      const before = { invoice: 179, amount_cents: carriedCents, payment_cents: 0, payments: 1 };
      const invoices = invoicesOf({ days, sums: [before, ...all] }, 180, 199);
      assert.equal(invoices.length, 20);
      for (const [index, invoice] of invoices.entries()) {
        const { starting, closing, due, number } = invoice;
        assert.deepEqual({ starting, closing, due }, periodOf(days, number));
        const last = invoices[index - 1];
        assert.equal(invoice.previousCents, last ? (last.hasPayment ? last.balanceCents : 0) : carriedCents);
        assert.equal(invoice.balanceCents, invoice.previousCents + invoice.amountCents - invoice.paymentCents);
      }
    }),
    { seed: 6, numRuns: 300 },
  );
});

test("every standing has one status: a payment decides first, then the days", () => {
  const periodDays = { starting: "2026-02-06", closing: "2026-03-05", due: "2026-03-10" };
  const days = ["2026-02-05", "2026-02-06", "2026-03-05", "2026-03-06", "2026-03-10", "2026-03-11"];
  const table: [hasPayment: boolean, balanceCents: number, statuses: string][] = [
    [false, -1, "future open open closed closed overdue"],
    [false, 0, "future open open closed closed closed"],
    [false, 1, "future open open closed closed closed"],
    [true, -1, "partial partial partial partial partial partial"],
    [true, 0, "paid paid paid paid paid paid"],
    [true, 1, "paid paid paid paid paid paid"],
  ];
  for (const [hasPayment, balanceCents, statuses] of table)
    assert.equal(days.map((today) => statusOf({ ...periodDays, hasPayment, balanceCents }, today)).join(" "), statuses);
  assert.deepEqual([...new Set(table.flatMap(([, , statuses]) => statuses.split(" ")))].sort(), [...STATUSES].sort());
});

test("the number of an invoice is written in one way, and is due from 1990 to 2100", () => {
  for (const [text, number] of Object.entries({ "0": 0, "186": 186, "1211": 1211, "-1": -1, "-120": -120 }))
    assert.equal(readInvoiceNumber(text), number);
  for (const text of ["", "-0", "00", "0186", "+1", "1e2", "1.0", " 1", "abc", "-121", "1212", "99999", "١", "NaN"])
    assert.throws(() => readInvoiceNumber(text), /registro não encontrado/, text);
  assert.deepEqual(numbersIn({ start: "2015-01-31", end: "2015-12-01" }), { first: 180, last: 191 });
  assert.deepEqual(numbersIn({ start: "1900-01-01", end: "2199-12-31" }), { first: -120, last: 1211 });
});
