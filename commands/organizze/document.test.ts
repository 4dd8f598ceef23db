// Converts documented and known answers of Organizze to our export format.
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysFrom } from "./card_days.ts";
import { documentFrom } from "./document.ts";
import type { Source, SourceRecord } from "./source.ts";

const NOW = new Date("2026-01-31T12:00:00Z");
const SOURCE: Source = {
  ...{
    accounts: [],
    categories: [],
    cards: [],
    invoices: new Map(),
    transactions: [],
    budgets: [],
    openings: new Map(),
    warnings: [],
  },
  ...{ firstDay: "2015-01-01", lastDay: "2026-12-31" },
};
const create = (source: Partial<Source>) => documentFrom({ ...SOURCE, ...source }, { today: "2026-01-31", now: NOW });

const BANK = { id: 3, name: "Bradesco CC", description: "Some", archived: false, default: true, type: "checking" };
const FOOD = { id: 21, name: "Lazer", color: "438b83", parent_id: null };
const ROW = {
  ...{
    id: 100,
    description: "SHOPPING CURITIBA",
    date: "2015-09-01",
    paid: true,
    amount_cents: -15_000,
    total_installments: 1,
    installment: 1,
  },
  ...{
    recurring: false,
    account_id: 3,
    account_type: "Account",
    category_id: 21,
    contact_id: null,
    notes: null,
    attachments_count: 0,
  },
  ...{ credit_card_id: null, credit_card_invoice_id: null, paid_credit_card_id: null, paid_credit_card_invoice_id: null },
  ...{
    oposite_transaction_id: null,
    oposite_account_id: null,
    created_at: "2015-08-20T18:00:20-03:00",
    updated_at: "2015-08-20T18:00:20-03:00",
  },
};
const rows = (...changes: object[]) => changes.map((change, index) => ({ ...ROW, id: 100 + index, ...change }) as SourceRecord);

test("records with the documented keys alone are enough", () => {
  const { document, notes } = create({
    accounts: [BANK],
    categories: [FOOD],
    transactions: rows({}, { tags: "", amount_cents: 5 }),
  });
  assert.deepEqual(notes, []);
  assert.deepEqual(
    document.transactions.map(({ amount_cents, tags, created_at }) => ({ amount_cents, tags, created_at })),
    [-15_000, 5].map((amount_cents) => ({ amount_cents, tags: [], created_at: ROW.created_at })),
  );
  const { space } = document;
  assert.equal(space.default_account_id, 3);
  const kindOf = (name: string) => document.categories.find(({ id }) => id === space[name])?.kind;
  assert.equal(kindOf("default_earnings_category_id"), "earnings");
  assert.equal(kindOf("transfers_category_id"), "none");
  assert.equal(kindOf("payments_category_id"), "none");
});

/** The list of Organizze's documentation: days 4 and 17 apply from the invoice due in July. */
const INVOICES = Array.from({ length: 12 }, (_, index) => {
  const [month, isLate] = [String(index + 1).padStart(2, "0"), index >= 6];
  return { id: 180 + index, date: `2015-${month}-${isLate ? 17 : 15}`, closing_date: `2015-${month}-0${isLate ? 4 : 2}` };
});

test("the days of a card are found with the invoice since which they hold", () => {
  const card = { id: 3, closing_day: 4, due_day: 17 };
  assert.deepEqual(daysFrom(card, INVOICES), [
    { fromInvoice: 180, closingDay: 2, dueDay: 15 },
    { fromInvoice: 186, closingDay: 4, dueDay: 17 },
  ]);
  // The short February of a card that closes on the 31st is no change of days.
  const short = [
    { id: 312, date: "2026-01-10", closing_date: "2025-12-31" },
    { id: 314, date: "2026-03-10", closing_date: "2026-02-28" },
    { id: 315, date: "2026-04-10", closing_date: "2026-03-31" },
  ];
  assert.deepEqual(daysFrom({ id: 3, closing_day: 31, due_day: 10 }, short), [{ fromInvoice: 312, closingDay: 31, dueDay: 10 }]);
  assert.deepEqual(daysFrom(card, []), [{ fromInvoice: 0, closingDay: 4, dueDay: 17 }]);
});

test("a purchase stays on the invoice that the source says, pinned where its day says another", () => {
  const cards = [{ id: 5, name: "Visa", closing_day: 4, due_day: 17, limit_cents: 0 }];
  const purchase = { account_id: 5, account_type: "CreditCard", credit_card_id: 5, paid: false };
  const { document } = create({
    ...{ accounts: [BANK], categories: [FOOD], cards, invoices: new Map([[5, INVOICES]]) },
    transactions: rows(
      { ...purchase, date: "2015-06-03", credit_card_invoice_id: 186 },
      { ...purchase, date: "2015-06-03", credit_card_invoice_id: 187 },
    ),
  });
  const places = document.transactions.map((row) => [row.account_id, row.credit_card_invoice_id, row.invoice_pinned, row.paid]);
  assert.deepEqual(places, [
    [null, 186, false, true],
    [null, 187, true, true],
  ]);
});

test("what cannot be taken as it is, is said: rows without their account, legs that do not mirror, series without a rule", () => {
  const leg = { date: "2015-09-02", paid: true };
  const fixed = { recurring: true, recurrence_id: 9 };
  const { document, notes } = create({
    accounts: [BANK, { ...BANK, id: 4, default: false }],
    categories: [FOOD],
    transactions: rows(
      { account_id: 77 },
      { ...leg, amount_cents: -500, oposite_transaction_id: 102, oposite_account_id: 4 },
      { ...leg, amount_cents: 400, account_id: 4, oposite_transaction_id: 101, oposite_account_id: 3 },
      ...["2015-01-01", "2015-01-04", "2015-03-17", "2015-11-02", "2016-07-23"].map((date) => ({ ...fixed, date })),
    ),
  });
  assert.equal(notes.length, 3);
  assert.deepEqual(
    notes.map((note) => note.split(" ")[0]),
    ["transaction", "transaction", "recurrence"],
  );
  assert.equal(document.transactions.length, 7);
  assert.ok(
    document.transactions.every((row) => row.oposite_transaction_id === null && row.series_id === null && !row.recurring),
  );
});

const SERIES: [what: string, days: string[], periodicity: string, occurrences: number[], ended: boolean][] = [
  ["monthly on the 31st", ["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31"], "monthly", [1, 2, 3, 4], false],
  ["one that stopped", ["2015-01-10", "2015-02-10", "2015-03-10"], "monthly", [1, 2, 3], true],
  [
    "one that was deleted in between",
    ["2026-01-02", "2026-01-09", "2026-01-23", "2026-01-30", "2026-02-06"],
    "weekly",
    [1, 2, 4, 5, 6],
    false,
  ],
  ["one that was moved by two days", ["2025-12-10", "2026-01-12", "2026-02-10"], "monthly", [1, 2, 3], false],
  ["yearly", ["2025-03-01", "2026-03-01"], "yearly", [1, 2], false],
];

for (const [what, days, periodicity, occurrences, ended] of SERIES) {
  test(`how often a series recurs is seen from its days: ${what}`, () => {
    const transactions = rows(...days.map((date) => ({ date, recurring: true, recurrence_id: 9 })));
    const { document } = create({ accounts: [BANK], categories: [FOOD], transactions });
    const [series] = document.series;
    assert.deepEqual([series?.periodicity, series?.ended], [periodicity, ended]);
    assert.deepEqual(
      document.transactions.map(({ occurrence }) => occurrence),
      occurrences,
    );
    assert.ok(String(document.space.extended_through) >= "2026-01-31");
  });
}

test("categories deeper than two levels are below the one at the top", () => {
  const { document } = create({
    accounts: [BANK],
    categories: [FOOD, { ...FOOD, id: 22, parent_id: 21 }, { ...FOOD, id: 23, parent_id: 22 }],
  });
  assert.deepEqual(
    document.categories.slice(0, 3).map(({ parent_id: parent }) => parent),
    [null, 21, 21],
  );
});
