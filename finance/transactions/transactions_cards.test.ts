// Purchases on cards: what is on which invoice, and what becomes of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingLog } from "../../kernel/testing/log.ts";
import { buy, changeCard, invoicesOf, newCard, pay, read } from "../credit_cards/testing.ts";
import { extendAll } from "../extension/extend.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { quickClient, TRUSTING } from "../testing/quick_client.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { amountsOf, change, create, fingerprint, list, statementsOf, type TransactionView, wrongFields } from "./testing.ts";

const finance = shareTestFinance(TRUSTING);
let members = 0;

const db = () => finance.service.world.db;
async function someone(): Promise<TestMember> {
  const member = await finance.member(`purchases${++members}@example.com`);
  return { ...member, ...quickClient(finance.port, member.authorization) };
}
const right = (member: TestMember) => assertSumsAreRight(db(), member.spaceId);
const newAccount = async (member: TestMember, more: object = {}) =>
  ((await member.post("/accounts", { name: "conta", ...more })).body as { id: number }).id;
const ofSeries = async (member: TestMember, series: number | null) =>
  (await list(member)).filter((row) => row.recurrence_id === series);

test("POST /transactions with credit_card_id answers a purchase, all 26 keys, and reads in one batch and posts", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  let row: TransactionView | undefined;
  const statements = await statementsOf(db(), async () => {
    row = await buy(ana, card.id, "2026-01-20", { paid: true });
  });
  assert.equal(statements.length, 5);
  const { id, category_id, created_at, updated_at, ...rest } = row as TransactionView;
  assert.deepEqual(rest, {
    description: "Compra",
    date: "2026-01-20",
    paid: false,
    amount_cents: -1_000,
    total_installments: 1,
    installment: 1,
    recurring: false,
    account_id: card.id,
    account_type: "CreditCard",
    contact_id: null,
    notes: null,
    attachments_count: 0,
    credit_card_id: card.id,
    credit_card_invoice_id: 313,
    paid_credit_card_id: null,
    paid_credit_card_invoice_id: null,
    oposite_transaction_id: null,
    oposite_account_id: null,
    tags: [],
    attachments: [],
    recurrence_id: null,
    created_by_id: ana.userId,
  });
  assert.deepEqual(await read(ana, id), row);
  assert.deepEqual(await list(ana), [row]);
  const sameCard = await create(ana, { description: "x", account_id: card.id, amount_cents: 500, date: "2026-02-06" });
  assert.deepEqual([sameCard.credit_card_id, sameCard.credit_card_invoice_id, sameCard.amount_cents], [card.id, 314, 500]);
  const both = await create(ana, { description: "x", account_id: card.id, credit_card_id: card.id });
  assert.deepEqual([both.account_id, both.credit_card_id, both.account_type], [card.id, card.id, "CreditCard"]);
  const paying = await create(ana, { description: "x", paid_credit_card_id: card.id, paid_credit_card_invoice_id: 313 });
  assert.deepEqual([paying.paid_credit_card_id, paying.paid_credit_card_invoice_id], [null, null]);
  await right(ana);
});

test("POST /transactions refuses cards that are archived or unknown, invoices without one, and days that no invoice has", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const archived = await newCard(ana, { archived: true });
  const account = await newAccount(ana);
  const closed = await newAccount(ana, { archived: true });
  const yearly = { installments_attributes: { periodicity: "yearly", total: 100 } };
  const before = await fingerprint(db(), ana.spaceId);
  const cases: [body: object, fields: string[]][] = [
    [{ credit_card_id: archived.id }, ["credit_card_id"]],
    [{ account_id: archived.id }, ["account_id"]],
    [{ account_id: closed }, ["account_id"]],
    [{ account_id: account, credit_card_id: card.id }, ["credit_card_id"]],
    [{ account_id: account, credit_card_id: card.id, credit_card_invoice_id: 400 }, ["credit_card_id"]],
    [{ account_id: card.id, credit_card_id: archived.id }, ["credit_card_id"]],
    [{ account_id: 1_999_999_999, credit_card_id: card.id }, ["credit_card_id"]],
    [{ account_id: account, credit_card_id: account }, ["credit_card_id"]],
    [{ credit_card_id: 1_999_999_999 }, ["credit_card_id"]],
    [{ credit_card_id: account }, ["credit_card_id"]],
    [{ credit_card_id: "1" }, ["credit_card_id"]],
    [{ credit_card_invoice_id: 313 }, ["credit_card_invoice_id"]],
    [{ account_id: account, credit_card_invoice_id: 313 }, ["credit_card_invoice_id"]],
    ...[-121, 1212, 1e15, -1e15, "313", 1.5, true].map((invoice): [object, string[]] => [
      { credit_card_id: card.id, credit_card_invoice_id: invoice },
      ["credit_card_invoice_id"],
    ]),
    [{ credit_card_id: card.id, date: "1989-12-31" }, ["date"]],
    [{ credit_card_id: card.id, date: "2100-11-01" }, ["date"]],
    [{ account_id: card.id, ...yearly }, ["date"]],
    [
      { credit_card_id: card.id, credit_card_invoice_id: 1200, installments_attributes: { periodicity: "monthly", total: 13 } },
      ["credit_card_invoice_id"],
    ],
    [{ credit_card_id: card.id, category_id: 1_999_999_999 }, ["category_id"]],
  ];
  for (const [body, fields] of cases) {
    const reply = await ana.post("/transactions", { description: "x", amount_cents: -1_000, ...body });
    assert.deepEqual(wrongFields(reply), fields, JSON.stringify(body));
  }
  const transfer = { from_account_id: card.id, to_account_id: account, amount_cents: 5 };
  assert.deepEqual(wrongFields(await ana.post("/transfers", transfer)), ["from_account_id"]);
  assert.equal(await fingerprint(db(), ana.spaceId), before);
});

const SPLITS: [total: number, parts: number, first: number, later: number][] = [
  [-10_000, 3, -3_334, -3_333],
  [-16_580, 2, -8_290, -8_290],
  [-6_000, 3, -2_000, -2_000],
  [-99_999, 12, -8_336, -8_333],
  [-100, 6, -20, -16],
  [300, 2, 150, 150],
];

test("POST /transactions splits a purchase, and each part is on its own invoice, around the closing day too", async () => {
  const ana = await someone();
  for (const [total_cents, total, firstCents, laterCents] of SPLITS)
    for (const [date, invoice] of [
      ["2026-01-05", 312],
      ["2026-01-06", 313],
      ["2026-01-31", 313],
    ] as const) {
      const card = await newCard(ana);
      const repetition = { installments_attributes: { periodicity: "monthly", total } };
      const first = await buy(ana, card.id, date, { amount_cents: total_cents, ...repetition });
      const rows = await ofSeries(ana, first.recurrence_id);
      assert.deepEqual(amountsOf(rows), [firstCents, ...Array(total - 1).fill(laterCents)]);
      assert.deepEqual(
        invoicesOf(rows),
        rows.map((_, index) => invoice + index),
      );
    }
  await right(ana);
});

test("a pinned first part takes the others along: by months, or where days are counted as the dates say", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const split = async (periodicity: string, invoice: number, total: number) => {
    const more = { credit_card_invoice_id: invoice, installments_attributes: { periodicity, total } };
    const first = await buy(ana, card.id, "2026-01-31", { amount_cents: -10_000, ...more });
    return invoicesOf(await ofSeries(ana, first.recurrence_id));
  };
  assert.deepEqual(await split("monthly", 320, 4), [320, 321, 322, 323]);
  assert.deepEqual(await split("bimonthly", 300, 3), [300, 302, 304]);
  // 31 January and 7 February are on 313 and 314, and so are the other Saturdays up to 7 March.
  assert.deepEqual(await split("weekly", 320, 7), [320, 321, 321, 321, 321, 322, 322]);
  await changeCard(ana, card.id, { closing_day: 20, due_day: 27, update_invoices_since: "2026-01-01" });
  const pinned = (await list(ana)).filter((row) => row.total_installments === 4);
  assert.deepEqual(invoicesOf(pinned), [320, 321, 322, 323]);
  await right(ana);
});

test("a fixed purchase goes on at night on the invoices of its dates, or after the one that was named", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const plain = await buy(ana, card.id, "2026-01-31", { recurrence_attributes: { periodicity: "monthly" } });
  const named = { credit_card_invoice_id: 330, recurrence_attributes: { periodicity: "monthly" } };
  const pinned = await buy(ana, card.id, "2026-01-31", named);
  await change(ana, pinned.id, { date: "2026-02-10", update_all: true });
  const weekly = await buy(ana, card.id, "2026-01-31", { recurrence_attributes: { periodicity: "weekly" } });
  await change(ana, weekly.id, { credit_card_invoice_id: 320, update_future: true });
  const count = (await list(ana)).length;
  finance.clock.set("2026-05-02T12:00:00Z");
  await extendAll(db(), recordingLog(), finance.clock.now);
  assert.ok((await list(ana)).length > count);
  await right(ana);
  const plainRows = await ofSeries(ana, plain.recurrence_id);
  assert.deepEqual(
    invoicesOf(plainRows),
    plainRows.map((_, index) => 313 + index),
  );
  const pinnedRows = await ofSeries(ana, pinned.recurrence_id);
  assert.deepEqual(
    invoicesOf(pinnedRows),
    pinnedRows.map((_, index) => 330 + index),
  );
  const weeks = invoicesOf(await ofSeries(ana, weekly.recurrence_id)) as number[];
  assert.equal(weeks[0], 320);
  assert.ok(weeks.every((invoice, index) => index === 0 || [0, 1].includes(invoice - (weeks[index - 1] as number))));
  finance.clock.set("2026-01-31T12:00:00Z");
});

test("a purchase is shown paid while its invoice is, in every answer", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const row = await buy(ana, card.id, "2026-03-01");
  const paid = async () => [(await read(ana, row.id)).paid, (await list(ana)).find(({ id }) => id === row.id)?.paid];
  const first = await pay(ana, card.id, 314, { amount_cents: 600 });
  assert.deepEqual(await paid(), [false, false]);
  const second = await pay(ana, card.id, 314, { amount_cents: 400 });
  assert.deepEqual(await paid(), [true, true]);
  assert.equal((await change(ana, row.id, { notes: "x" })).paid, true);
  assert.equal((await change(ana, row.id, { amount_cents: 1_001 })).paid, false);
  assert.equal((await change(ana, row.id, { amount_cents: 999 })).paid, true);
  const late = await buy(ana, card.id, "2026-03-02", { amount_cents: -50 });
  assert.deepEqual([late.paid, ...(await paid())], [false, false, false]);
  assert.equal((await ana.delete(`/transactions/${late.id}`)).status, 200);
  assert.deepEqual(await paid(), [true, true]);
  // What 314 left, 1, is carried to 315.
  const next = await buy(ana, card.id, "2026-03-10", { amount_cents: -101 });
  await pay(ana, card.id, 315, { amount_cents: 100 });
  assert.deepEqual([(await read(ana, next.id)).paid, (await list(ana)).at(-1)?.paid], [true, true]);
  await change(ana, second.id, { paid: false });
  assert.deepEqual([await paid(), (await read(ana, next.id)).paid], [[false, false], false]);
  await change(ana, second.id, { paid: true, amount_cents: 500 });
  assert.equal((await read(ana, second.id)).amount_cents, -500);
  assert.deepEqual(await paid(), [true, true]);
  assert.deepEqual(wrongFields(await ana.put(`/transactions/${first.id}`, { credit_card_id: card.id })), ["credit_card_id"]);
  assert.deepEqual(wrongFields(await ana.put(`/transactions/${first.id}`, { account_id: card.id })), ["account_id"]);
  await change(ana, first.id, { ...(await read(ana, first.id)), description: "eco" });
  assert.equal((await ana.delete(`/transactions/${first.id}`)).status, 200);
  assert.deepEqual(await paid(), [false, false]);
  await right(ana);
});

test("GET /transactions filters by card, also as account_id, in one round trip; a category that goes takes purchases along", async () => {
  const ana = await someone();
  const [card, other] = [await newCard(ana), await newCard(ana)];
  const category = (await ana.post("/categories", { name: "velha" })).body as { id: number };
  const row = await buy(ana, card.id, "2026-01-10", { category_id: category.id, tags: ["t"] });
  const second = await buy(ana, other.id, "2026-01-11", {
    recurrence_attributes: { periodicity: "monthly" },
    category_id: category.id,
  });
  await create(ana, { description: "conta", date: "2026-01-12" });
  const ids = async (query: string) =>
    ((await ana.get(`/transactions?start_date=2026-01-01&${query}`)).body as TransactionView[]).map(({ id }) => id);
  const statements = await statementsOf(db(), async () => {
    assert.deepEqual(await ids(`credit_card_id=${card.id}`), [row.id]);
    assert.deepEqual(await ids(`account_id=${other.id}`), [second.id]);
    assert.deepEqual(await ids(`account_id=${other.id}&credit_card_id=${other.id}&page=1`), [second.id]);
    assert.deepEqual(await ids(`account_id=${card.id}&credit_card_id=${other.id}`), []);
  });
  assert.equal(statements.length, 4);
  assert.deepEqual(wrongFields(await ana.get("/transactions?credit_card_id=1999999999")), ["credit_card_id"]);
  assert.deepEqual(wrongFields(await ana.get(`/transfers?account_id=${card.id}`)), ["account_id"]);
  const replacement = (await ana.post("/categories", { name: "nova" })).body as { id: number };
  assert.equal((await ana.delete(`/categories/${category.id}`, { replacement_id: replacement.id })).status, 200);
  assert.deepEqual(
    [(await read(ana, row.id)).category_id, (await read(ana, second.id)).category_id],
    [replacement.id, replacement.id],
  );
  await right(ana);
});
