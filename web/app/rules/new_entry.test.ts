import assert from "node:assert/strict";
import { test } from "node:test";
import { type NewEntry, requestOf } from "./new_entry.ts";

const entry = (values: Partial<NewEntry> = {}): NewEntry => ({
  kind: "expense",
  cents: 1250,
  description: "Bolo",
  date: "2026-11-16",
  place: "account:3",
  target: "account:4",
  category: "",
  invoice: "",
  repeat: "once",
  parts: "2",
  tags: "",
  split: [],
  paid: true,
  ...values,
});
const common = { description: "Bolo", date: "2026-11-16" };

test("an expense is negative, with what was filled in alone", () => {
  assert.deepEqual(requestOf(entry()), {
    path: "/transactions",
    body: { ...common, amount_cents: -1250, account_id: 3, paid: true },
  });
  assert.deepEqual(requestOf(entry({ kind: "income", category: "7", tags: "casa, férias", repeat: "fixed" })).body, {
    ...common,
    amount_cents: 1250,
    account_id: 3,
    paid: true,
    category_id: 7,
    tags: ["casa", "férias"],
    recurrence_attributes: { periodicity: "monthly" },
  });
});

test("a purchase on a card has an invoice and instalments, and is not paid by itself", () => {
  assert.deepEqual(requestOf(entry({ place: "card:9", invoice: "301", repeat: "parts", parts: "3" })).body, {
    ...common,
    amount_cents: -1250,
    credit_card_id: 9,
    credit_card_invoice_id: 301,
    installments_attributes: { periodicity: "monthly", total: 3 },
  });
});

test("a transfer goes from one account to another", () => {
  assert.deepEqual(requestOf(entry({ kind: "transfer" })), {
    path: "/transfers",
    body: { ...common, amount_cents: 1250, from_account_id: 3, to_account_id: 4 },
  });
});
