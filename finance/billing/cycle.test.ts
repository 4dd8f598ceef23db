import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays } from "../calendar/day.ts";
import {
  type CardDays,
  changeDays,
  type DayHistory,
  FIRST_INVOICE,
  firstDueSince,
  invoiceDueIn,
  invoiceOn,
  newestDays,
  periodOf,
} from "./cycle.ts";

const card = (closingDay: number, dueDay: number): DayHistory => [{ fromInvoice: FIRST_INVOICE, closingDay, dueDay }];

test("invoices are numbered by their due month", () => {
  assert.deepEqual(
    [invoiceDueIn(2015, 1), invoiceDueIn(2015, 12), invoiceDueIn(2023, 1), invoiceDueIn(2026, 8)],
    [180, 191, 276, 319],
  );
});

const WORKED: [closing: number, due: number, invoice: number, dueDate: string, starting: string, closingDate: string][] = [
  [5, 10, 314, "2026-03-10", "2026-02-06", "2026-03-05"],
  [31, 10, 312, "2026-01-10", "2025-12-01", "2025-12-31"],
  [31, 7, 314, "2026-03-07", "2026-02-01", "2026-02-28"],
  [31, 7, 315, "2026-04-07", "2026-03-01", "2026-03-31"],
  [25, 5, 313, "2026-02-05", "2025-12-26", "2026-01-25"],
  [28, 5, 314, "2026-03-05", "2026-01-29", "2026-02-28"],
  [30, 31, 313, "2026-02-28", "2026-01-31", "2026-02-28"],
  [20, 20, 314, "2026-03-20", "2026-01-21", "2026-02-20"],
];

for (const [closingDay, dueDay, invoice, due, starting, closing] of WORKED) {
  test(`a card that closes on ${closingDay} and is due on ${dueDay}: invoice ${invoice} runs from ${starting} to ${closing}`, () => {
    assert.deepEqual(periodOf(card(closingDay, dueDay), invoice), { due, starting, closing });
  });
}

test("a purchase is on the first invoice that closes on its day or later", () => {
  const cases: [day: string, closing: number, due: number, invoice: number][] = [
    ["2026-03-05", 5, 10, 314],
    ["2026-03-06", 5, 10, 315],
    ["2026-01-25", 25, 5, 313],
    ["2026-01-26", 25, 5, 314],
    ["2026-02-28", 31, 7, 314],
    ["2026-03-01", 31, 7, 315],
    ["2015-09-06", 4, 17, 189],
  ];
  for (const [day, closing, due, invoice] of cases) assert.equal(invoiceOn(card(closing, due), day), invoice, day);
});

test("days that were lost are read as whole months, due on the 10th of the next", () => {
  assert.equal(invoiceOn([], "2026-02-28"), invoiceDueIn(2026, 3));
  assert.equal(invoiceOn([], "2026-03-01"), invoiceDueIn(2026, 4));
  const { starting, closing, due } = periodOf([], invoiceDueIn(2026, 3));
  assert.deepEqual([starting, closing, due], ["2026-02-01", "2026-02-28", "2026-03-10"]);
  assert.deepEqual([newestDays([]).closingDay, newestDays([]).dueDay], [31, 10]);
});

test("other days from 2015-07-01 on: the first changed invoice keeps its start", () => {
  const days = { closingDay: 4, dueDay: 17 };
  const from = firstDueSince(days, "2015-07-01");
  assert.equal(from, 186);
  const history = changeDays(card(2, 15), { fromInvoice: from, ...days });
  assert.deepEqual(periodOf(history, 185), { starting: "2015-05-03", closing: "2015-06-02", due: "2015-06-15" });
  assert.deepEqual(periodOf(history, 186), { starting: "2015-06-03", closing: "2015-07-04", due: "2015-07-17" });
  assert.deepEqual(periodOf(history, 187), { starting: "2015-07-05", closing: "2015-08-04", due: "2015-08-17" });
  assert.deepEqual([invoiceOn(card(2, 15), "2015-07-03"), invoiceOn(history, "2015-07-03")], [187, 186]);
});

test("days that leave no day for the first changed invoice make it empty, and the next one goes on", () => {
  const history = changeDays(card(27, 28), { fromInvoice: 314, closingDay: 25, dueDay: 5 });
  const empty = periodOf(history, 314);
  assert.equal(empty.starting, addDays(empty.closing, 1));
  assert.deepEqual([periodOf(history, 315).starting, periodOf(history, 315).closing], ["2026-02-28", "2026-03-25"]);
});

test("all 961 pairs of days over 600 months: periods tile the calendar, and close when they are due or before", () => {
  for (let closingDay = 1; closingDay <= 31; closingDay++) {
    for (let dueDay = 1; dueDay <= 31; dueDay++) {
      const history = card(closingDay, dueDay);
      let before = periodOf(history, 239);
      for (let invoice = 240; invoice < 840; invoice++) {
        const period = periodOf(history, invoice);
        if (period.starting !== addDays(before.closing, 1) || period.starting > period.closing || period.closing > period.due) {
          assert.fail(`${closingDay}/${dueDay} ${invoice}: ${JSON.stringify([before, period])}`);
        }
        if (invoiceDueIn(Number(period.due.slice(0, 4)), Number(period.due.slice(5, 7))) !== invoice) assert.fail(period.due);
        before = period;
      }
    }
  }
});

const days = fc.integer({ min: 1, max: 31 });
const changes = fc.array(fc.record({ fromInvoice: fc.integer({ min: 300, max: 340 }), closingDay: days, dueDay: days }), {
  maxLength: 5,
});

test("over random changes of days every day is on exactly one invoice, the one that invoiceOn names", () => {
  fc.assert(
    fc.property(days, days, changes, (closingDay, dueDay, each: CardDays[]) => {
      const history = each.reduce<DayHistory>(changeDays, card(closingDay, dueDay));
      for (let invoice = 290; invoice < 350; invoice++) {
        const period = periodOf(history, invoice);
        assert.equal(periodOf(history, invoice + 1).starting, addDays(period.closing, 1));
        if (period.starting > period.closing) continue;
        assert.equal(invoiceOn(history, period.starting), invoice);
        assert.equal(invoiceOn(history, period.closing), invoice);
      }
    }),
    { numRuns: 200 },
  );
});
