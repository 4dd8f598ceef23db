// Records that Organizze allows and a restore rejects are converted to valid ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysFrom } from "./card_days.ts";
import { documentFrom } from "./document.ts";
import type { Source, SourceRecord } from "./source.ts";

const NONE: Source = {
  ...{ accounts: [], categories: [], cards: [], invoices: new Map(), transactions: [], budgets: [] },
  ...{ openings: new Map(), warnings: [], firstDay: "2015-01-01", lastDay: "2026-12-31" },
};
const create = (source: object) =>
  documentFrom({ ...NONE, ...source } as Source, { today: "2026-01-31", now: new Date("2026-01-31T12:00:00Z") });

const accounts = [
  { id: 3, name: "A", default: true },
  { id: 4, name: "B" },
];
const cards = [{ id: 9, name: "C", closing_day: 5, due_day: 10 }];
const categories = [
  { id: 20, name: "Casa", parent_id: null },
  { id: 21, name: "Aluguel", parent_id: 20 },
  { id: 30, name: "Transferências", kind: "none", parent_id: null },
  { id: 31, name: "Entre contas", parent_id: 30 },
];
const row = (id: number, more: object) => ({
  ...{ id, description: "x", date: "2025-09-01", paid: true, amount_cents: -5, account_id: 3, category_id: 21, ...more },
});

test("a category is of its parent's kind, and below none that only moves money, which has no budgets", () => {
  const budgets = [21, 30].map((category_id) => ({ id: category_id, category_id, date: "2025-09-01", amount_in_cents: 5 }));
  const { document, notes } = create({ accounts, categories, budgets, transactions: [row(1, { amount_cents: 900 })] });
  const kinds = document.categories.map(({ id, kind, parent_id: parent }) => [id, kind, parent]);
  assert.deepEqual(kinds.slice(0, 4), [
    ...[
      [20, "expenses", null],
      [21, "expenses", 20],
      [30, "none", null],
    ],
    [31, "expenses", null],
  ]);
  assert.deepEqual([document.budgets.map((each) => each.category_id), notes.length], [[21], 1]);
});

test("a payment that takes no money and a transfer of nothing are plain rows, and said", () => {
  const pays = { paid_credit_card_id: 9, paid_credit_card_invoice_id: 300 };
  const transactions = [
    ...[-5, 5, 0].map((amount_cents, index) => row(index + 1, { amount_cents, ...pays })),
    row(10, { amount_cents: 0, oposite_transaction_id: 11, oposite_account_id: 4 }),
    row(11, { amount_cents: 0, account_id: 4, oposite_transaction_id: 10, oposite_account_id: 3 }),
  ];
  const { document, notes } = create({ accounts, cards, categories, transactions });
  assert.deepEqual(
    document.transactions.map((each) => [each.id, each.paid_credit_card_id, each.oposite_transaction_id]),
    [[1, 9, null], ...[2, 3, 10, 11].map((id) => [id, null, null])],
  );
  assert.equal(notes.length, 3);
});

test("rows of a series have what it has: a fixed one is in no parts, and all parts are of one number", () => {
  const fixed = [1, 2].map((id) =>
    row(id, { date: `2025-0${id}-10`, recurring: true, total_installments: 12, installment: id, recurrence_id: 7 }),
  );
  const parts = [3, 4].map((id) =>
    row(id, { date: `2025-0${id}-10`, total_installments: id, installment: id - 2, recurrence_id: 8 }),
  );
  const { document } = create({ accounts, categories, transactions: [...fixed, ...parts] });
  assert.deepEqual(
    document.series.map((each) => [each.id, each.kind, each.total_installments]),
    [
      [7, "fixed", 1],
      [8, "installments", 3],
    ],
  );
  assert.deepEqual(
    document.transactions.map((each) => [each.series_id, each.recurring, each.total_installments]),
    [...Array(2).fill([7, true, 1]), ...Array(2).fill([8, false, 3])],
  );
});

test("two invoices of one month give a card its days of that month once", () => {
  const invoices = [
    { id: 1, date: "2025-05-10", closing_date: "2025-05-05" },
    { id: 2, date: "2025-05-20", closing_date: "2025-05-12" },
    { id: 3, date: "2025-06-10", closing_date: "2025-06-05" },
  ];
  const days = daysFrom(cards[0] as SourceRecord, invoices as SourceRecord[]).map(({ fromInvoice }) => fromInvoice);
  assert.equal(new Set(days).size, days.length);
});
