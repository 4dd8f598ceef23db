// A row that is edited, what that changes, how far it goes, and what is said of it later.
import assert from "node:assert/strict";
import { test } from "node:test";
import { momentText } from "./days.ts";
import { changesOfDraft, copyOf, draftOf, refundOf } from "./draft.ts";
import { changedFields } from "./history.ts";
import { reachOf, scopeFields, seriesPath } from "./series_scope.ts";
import { ROW } from "./testing.ts";

const row = {
  ...ROW,
  id: 7,
  description: "Pão",
  amount_cents: -123_456,
  total_installments: 3,
  installment: 2,
  category_id: 4,
  recurrence_id: 9,
  tags: [{ name: "casa" }],
};

test("a draft that nobody touched changes nothing, in either language", () => {
  for (const language of ["pt-BR", "en"])
    assert.deepEqual(changesOfDraft(row, draftOf(row, language)), { changes: {}, wrong: {} });
});

test("only what differs is sent: the sign stays, the place is an account or a card, tags are a list", () => {
  const draft = { ...draftOf(row, "pt-BR"), amount: "10+2,5", place: "card:3", tags: "casa, férias", notes: "x", date: "" };
  assert.deepEqual(changesOfDraft(row, draft).changes, {
    amount_cents: -1250,
    credit_card_id: 3,
    tags: ["casa", "férias"],
    notes: "x",
  });
  for (const amount of ["", "abc", "0", "-5"]) assert.equal(changesOfDraft(row, { ...draft, amount }).wrong.amount, true, amount);
  assert.equal(changesOfDraft(row, { ...draft, description: "  " }).wrong.description, true);
  assert.equal(changesOfDraft(row, draft).wrong.date, true, "what is typed is no day");
});

test("what others change while a row is edited stays theirs", () => {
  assert.deepEqual(changesOfDraft(row, { ...draftOf(row, "pt-BR"), description: "Bolo" }).changes, { description: "Bolo" });
  const now = new Date(2026, 10, 16, 18, 0).getTime();
  assert.equal(momentText(new Date(2026, 10, 16, 9, 5).getTime(), now, "pt-BR"), "09:05");
  assert.match(momentText(new Date(2026, 10, 14, 9, 5).getTime(), now, "pt-BR"), /^14\/11,? 09:05$/);
});

test("a refund is the same the other way round, and a copy the same", () => {
  const shared = { category_id: 4, notes: null, tags: ["casa"], date: "2026-12-01", account_id: 1 };
  assert.deepEqual(copyOf(row, "2026-12-01"), { ...shared, description: "Pão", amount_cents: -123_456 });
  const { category_id: _, notes: __, ...refunded } = shared;
  const refund = { description: "Estorno: Pão", amount_cents: 123_456, refund_of_id: row.id };
  assert.deepEqual(refundOf(row, "2026-12-01", { description: "Estorno: Pão", cents: 123_456 }), { ...refunded, ...refund });
  const one = refundOf(row, "2026-12-01", { description: "Estorno: Pão", cents: 5, categoryId: 4 });
  assert.deepEqual([one.amount_cents, one.category_id], [5, 4]);
});

test("how far a change of a series goes: by the number of the part, or by the day of what is fixed", () => {
  const parts = [3, 1, 2].map((installment) => ({ ...row, id: installment, installment, date: `2026-1${installment}-01` }));
  const numbers = (scope: "one" | "future" | "all") => reachOf(parts, row, scope).rows.map(({ installment }) => installment);
  assert.deepEqual([numbers("one"), numbers("future"), numbers("all")], [[2], [2, 3], [1, 2, 3]]);
  const fixed = { ...row, total_installments: 1, installment: 1 };
  assert.equal(reachOf([fixed, { ...fixed, date: "2026-01-01" }], fixed, "future").rows.length, 1);
  const onCard = parts.map((each) => ({ ...each, credit_card_id: 1, paid: each.installment === 1 }));
  assert.equal(reachOf(onCard, row, "all").onPaidInvoices, 1);
  assert.deepEqual(scopeFields("future"), { update_future: true });
  assert.equal(seriesPath(row, "2026-01-01"), "/transactions?recurrence_id=9&start_date=1990-01-01&end_date=2027-02-28");
});

test("an entry of the log tells the fields that people know", () => {
  const entry = { version: 2, n: 0, at: "", action: "update", user_id: 1 } as const;
  const before = { amount_cents: -1, updated_at: "x" };
  assert.deepEqual(changedFields({ ...entry, before, after: { amount_cents: -2, updated_at: "y" } }), [
    { field: "amount_cents", before: -1, after: -2 },
  ]);
});
