// Test support: spaces with random money in them, and reports added up again from the rows that the API shows.
import assert from "node:assert/strict";
import fc from "fast-check";
import { newCard } from "../invoices/testing.ts";
import type { TestClient } from "../testing.ts";
import { create, list, type TransactionView } from "../transactions/testing.ts";
import type { Basis } from "./basis.ts";

const day = fc.integer({ min: 0, max: 300 }).map((days) => new Date(Date.UTC(2025, 7, 1 + days)).toISOString().slice(0, 10));
const cents = fc.integer({ min: -50_000, max: 20_000 }).filter((each) => each !== 0);
const target = fc.nat(3);

/** By the category of a row, so that tags tell rows apart. */
const TAGS = [[], ["casa"], ["casa", "x'y"]];

const operation = fc.oneof(
  fc.record({ kind: fc.constant("row" as const), place: target, day, cents, paid: fc.boolean(), category: fc.nat(2) }),
  fc.record({
    kind: fc.constant("parts" as const),
    place: target,
    day,
    cents,
    total: fc.integer({ min: 2, max: 5 }),
    category: fc.nat(2),
  }),
  fc.record({
    kind: fc.constant("fixed" as const),
    place: target,
    day,
    cents: fc.integer({ min: -900, max: -1 }),
    category: fc.nat(2),
  }),
  fc.record({ kind: fc.constant("transfer" as const), day, cents: fc.integer({ min: 1, max: 9_000 }), paid: fc.boolean() }),
  fc.record({
    kind: fc.constant("payment" as const),
    card: fc.nat(1),
    invoice: fc.integer({ min: 308, max: 318 }),
    day,
    cents: fc.integer({ min: 1, max: 60_000 }),
    paid: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("delete" as const), nth: fc.nat(40) }),
  fc.record({ kind: fc.constant("move" as const), nth: fc.nat(40), day }),
);
export const operations = fc.array(operation, { minLength: 6, maxLength: 14 });
export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

export interface RandomSpace {
  accounts: number[];
  cards: number[];
}

/** Two accounts and two cards, and what the operations do to them. */
export async function fillRandomly(client: TestClient, all: readonly Operation[]): Promise<RandomSpace> {
  const createRecord = async (path: string, body: object) => {
    const reply = await client.post(path, body);
    assert.equal(reply.status, 201, `${path} ${JSON.stringify(body)}: ${reply.text}`);
    return (reply.body as { id: number }).id;
  };
  const accounts = [
    await createRecord("/accounts", { name: "one", opening_balance_cents: 10_000, default: true }),
    await createRecord("/accounts", { name: "two", opening_balance_cents: -700 }),
  ];
  const cards = [
    await newCard(client, { closing_day: 5, due_day: 10 }),
    await newCard(client, { closing_day: 25, due_day: 3, payment_account_id: accounts[1] }),
  ];
  const categories = [await createRecord("/categories", { name: "a" }), await createRecord("/categories", { name: "b" })];
  categories.push(await createRecord("/categories", { name: "c", parent_id: categories[0] }));
  const at = (index: number) => (index < 2 ? { account_id: accounts[index] } : { credit_card_id: cards[index - 2] });
  for (const each of all) {
    if (each.kind === "transfer") {
      const sides = { from_account_id: accounts[0], to_account_id: accounts[1] };
      await createRecord("/transfers", { ...sides, amount_cents: each.cents, date: each.day, paid: each.paid });
    } else if (each.kind === "payment") {
      const body = { amount_cents: each.cents, date: each.day, paid: each.paid };
      await createRecord(`/credit_cards/${cards[each.card]}/invoices/${each.invoice}/payments`, body);
    } else if (each.kind === "delete" || each.kind === "move") {
      const rows = await list(client, "2025-01-01", "2026-12-31");
      const row = rows[each.nth % Math.max(rows.length, 1)];
      if (row === undefined) continue;
      const path = `/transactions/${row.id}`;
      const reply = each.kind === "delete" ? await client.delete(path) : await client.put(path, { date: each.day });
      assert.equal(reply.status, 200, reply.text);
    } else {
      const row = {
        ...at(each.place),
        category_id: categories[each.category],
        date: each.day,
        description: each.kind,
        tags: TAGS[each.category],
      };
      const more =
        each.kind === "row"
          ? { amount_cents: each.cents, ...(each.place < 2 && { paid: each.paid }) }
          : each.kind === "fixed"
            ? { amount_cents: each.cents, recurrence_attributes: { periodicity: "monthly" } }
            : { amount_cents: each.cents * each.total, installments_attributes: { periodicity: "monthly", total: each.total } };
      const parts = partsOf(more.amount_cents, categories.slice(each.category));
      await create(client, { ...row, ...more, ...(parts && { parts }) });
    }
  }
  return { accounts, cards };
}

/** Of each third amount: the parts are under different categories where there are, and the first has a tag that may be the row's too. */
function partsOf(cents: number, [one, other = one]: readonly number[]): object[] | undefined {
  const first = Math.trunc(cents / 3);
  if (cents % 3 !== 0 || first === 0) return;
  return [
    { category_id: one, amount_cents: first, tags: ["casa"] },
    { category_id: other, amount_cents: cents - first },
  ];
}

export const isNeutral = (row: TransactionView) => row.oposite_transaction_id !== null || row.paid_credit_card_id !== null;
export const total = (rows: readonly TransactionView[]) => rows.reduce((cents, row) => cents + row.amount_cents, 0);
export const monthOfDay = (date: string) => `${date.slice(0, 7)}-01`;
export const dueMonth = (invoice: number) => new Date(Date.UTC(2000, invoice, 1)).toISOString().slice(0, 10);

/** As if each of its parts were a row. */
function sharesOf(row: TransactionView): TransactionView[] {
  const { parts = [row] } = row;
  return parts.map(({ category_id, amount_cents, tags }) => ({
    ...row,
    category_id,
    amount_cents,
    tags: [...row.tags, ...tags],
  }));
}

const CALENDAR = { monthOf: monthOfDay, dueMonthOf: (_card: number, invoice: number) => dueMonth(invoice) };

/** A row, and of a split one each part, with the month in which it counts, and whether it does already. */
export function counted(
  rows: readonly TransactionView[],
  basis: Basis,
  { monthOf, dueMonthOf } = CALENDAR,
): { row: TransactionView; month: string; done: boolean }[] {
  const first = new Map<number, TransactionView>();
  for (const row of rows) {
    if (row.recurrence_id === null || row.total_installments === 1) continue;
    const firstRow = first.get(row.recurrence_id);
    if (!firstRow || row.installment < firstRow.installment) first.set(row.recurrence_id, row);
  }
  return rows
    .filter((row) => !isNeutral(row))
    .flatMap(sharesOf)
    .map((row) => {
      const onCard = row.credit_card_id !== null;
      const own = { row, month: monthOf(row.date), done: onCard || row.paid };
      if (basis === "purchase" && row.total_installments > 1 && row.recurrence_id !== null)
        return { ...own, month: monthOf((first.get(row.recurrence_id) as TransactionView).date) };
      if (!onCard || basis === "instalment" || basis === "purchase") return own;
      const due = dueMonthOf(row.credit_card_id as number, row.credit_card_invoice_id as number);
      if (basis === "invoice") return { ...own, month: due };
      const [payment] = rows
        .filter((each) => each.paid && each.paid_credit_card_id === row.credit_card_id)
        .filter((each) => each.paid_credit_card_invoice_id === row.credit_card_invoice_id)
        .sort((one, other) => (one.date < other.date ? -1 : 1));
      return payment ? { ...own, month: monthOf(payment.date) } : { ...own, month: due, done: false };
    });
}
