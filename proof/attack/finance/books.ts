// FV: after all attacks the sums are still right.
import assert from "node:assert/strict";
import { type Disagreement, INVARIANTS } from "../../../finance/integrity/disagreement.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { invoicesOf } from "./calendar.ts";
import { type Books, change, checkBooks, make, makeRow, type RecordView, type Row, read, rowsOf } from "./records.ts";

const stored = new WeakMap<Pair, Promise<Books>>();

/** Computed once for all rows. */
function booksOf(pair: Pair): Promise<Books> {
  const existing = stored.get(pair) ?? checkBooks(pair);
  stored.set(pair, existing);
  return existing;
}

const agree = (id: keyof typeof INVARIANTS): AttackCase =>
  attack(id, INVARIANTS[id], async (pair) => {
    const { spaces, disagreements } = await booksOf(pair);
    const mine = disagreements.filter(({ invariant }) => invariant === id);
    assert.deepEqual(mine.slice(0, 3), [] satisfies Disagreement[]);
    return `${spaces} spaces`;
  });

/** Runs after all other attacks on finance, and after the fuzzer. */
export const books: AttackCase[] = [
  ...(
    ["FV-01", "FV-02", "FV-03", "FV-04", "FV-05", "FV-06", "FV-07", "FV-09", "FV-10", "FV-11", "FV-12", "FV-13", "FA-01"] as const
  ).map(agree),
  attack("FV-08", "neutral transactions do not change totals", async (pair) => {
    const member = await pair.people.member();
    const { account, category, rows } = await smallSpace(member);
    const before = await sumsOf(member, account.id);
    const [first] = rows as [Row];
    const all = { update_all: true };
    const acts: [what: string, act: () => Promise<unknown>][] = [
      ["description", () => change(member, `/transactions/${first.id}`, { description: "another", ...all })],
      ["notes", () => change(member, `/transactions/${first.id}`, { notes: "another", ...all })],
      ["tags", () => change(member, `/transactions/${first.id}`, { tags: ["a", "b"], ...all })],
      ["a new category", () => change(member, `/transactions/${first.id}`, { category_id: category.id, ...all })],
      ["the name of an account", () => change(member, `/accounts/${account.id}`, { name: "another" })],
      ["an archived account", () => change(member, `/accounts/${account.id}/archive`, {})],
      ["and back", () => change(member, `/accounts/${account.id}/unarchive`, {})],
      ["a category that is replaced", () => member.delete(`/categories/${category.id}`)],
    ];
    for (const [what, act] of acts) {
      await act();
      assert.deepEqual(await sumsOf(member, account.id), before, what);
    }
  }),
];

async function smallSpace(member: Member): Promise<{ account: RecordView; category: RecordView; rows: Row[] }> {
  const account = await make(member, "/accounts", { name: "x", opening_balance_cents: 12_345 });
  const category = await make(member, "/categories", { name: "x" });
  const booked = { account_id: account.id, date: "2026-04-30" };
  const split = { installments_attributes: { periodicity: "monthly", total: 3 } };
  const rows = [await makeRow(member, { ...booked, amount_cents: -1_000, ...split })];
  rows.push(await makeRow(member, { ...booked, amount_cents: 5_000, paid: true }));
  const card = await make(member, "/credit_cards", { name: "x", closing_day: 5, due_day: 10 });
  rows.push(await makeRow(member, { credit_card_id: card.id, amount_cents: -777, date: "2026-04-30" }));
  return { account, category, rows };
}

async function sumsOf(member: Member, account: number): Promise<object> {
  const year = "start_date=2026-01-01&end_date=2026-12-31";
  const { balance, predicted_balance: predicted } = await read(member, `/balances?account_id=${account}&${year}`);
  const sum = (await rowsOf(member)).reduce((total, row) => total + row.amount_cents, 0);
  const cards = await read<RecordView[]>(member, "/credit_cards");
  const invoices = await Promise.all(cards.map(({ id }) => invoicesOf(member, id, "2026-01-01", "2026-12-31")));
  return { balance, predicted, sum, invoices: invoices.flat().map(({ id, balance_cents: cents }) => [id, cents]) };
}
