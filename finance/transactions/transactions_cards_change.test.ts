// PUT /transactions/:id of purchases on a card.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buy, changeCard, invoicesOf, newCard, read } from "../credit_cards/testing.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { quickClient, TRUSTING } from "../testing/quick_client.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { change, create, datesOf, fingerprint, list, type TransactionView, wrongFields } from "./testing.ts";

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

test("PUT /transactions/:id: a new date finds its invoice, a named one stays until null frees it, and echoes name nothing", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const row = await buy(ana, card.id, "2026-03-05");
  const invoiceAfter = async (body: object) => (await change(ana, row.id, body)).credit_card_invoice_id;
  assert.equal(await invoiceAfter({ date: "2026-03-06" }), 315);
  assert.equal(await invoiceAfter({ ...(await read(ana, row.id)), notes: "eco" }), 315);
  assert.equal(await invoiceAfter({ date: "2026-04-06" }), 316);
  assert.equal(await invoiceAfter({ credit_card_invoice_id: 330 }), 330);
  assert.equal(await invoiceAfter({ date: "2026-05-01", paid: true }), 330);
  assert.equal(await invoiceAfter({ credit_card_id: card.id, amount_cents: 7 }), 330);
  assert.equal(await invoiceAfter({ credit_card_invoice_id: null }), 316);
  assert.equal((await change(ana, row.id, { paid: true })).paid, false);
  const before = await fingerprint(db(), ana.spaceId);
  for (const [body, field] of [
    [{ credit_card_invoice_id: 1212 }, "credit_card_invoice_id"],
    [{ date: "1989-01-01" }, "date"],
    [{ paid_credit_card_id: card.id }, "paid_credit_card_id"],
  ] as const)
    assert.deepEqual(wrongFields(await ana.put(`/transactions/${row.id}`, body)), [field]);
  assert.equal(await fingerprint(db(), ana.spaceId), before);
  await right(ana);
});

test("PUT /transactions/:id moves between account and card by the new one alone, and from card to card with the old one beside it", async () => {
  const ana = await someone();
  const [card, other] = [await newCard(ana), await newCard(ana, { closing_day: 20, due_day: 27 })];
  const account = await newAccount(ana);
  const row = await buy(ana, card.id, "2026-03-10", { credit_card_invoice_id: 330 });
  const targetAfter = async (body: object) => {
    const { account_id, credit_card_id, credit_card_invoice_id, account_type, paid } = await change(ana, row.id, body);
    return [account_id, credit_card_id, credit_card_invoice_id, account_type, paid];
  };
  assert.deepEqual(await targetAfter({ credit_card_id: other.id }), [other.id, other.id, 314, "CreditCard", false]);
  assert.deepEqual(await targetAfter({ account_id: account }), [account, null, null, "Account", false]);
  assert.deepEqual(await targetAfter({ account_id: card.id, credit_card_id: null }), [
    card.id,
    card.id,
    315,
    "CreditCard",
    false,
  ]);
  assert.deepEqual(await targetAfter({ ...(await read(ana, row.id)), credit_card_id: other.id, credit_card_invoice_id: null }), [
    other.id,
    other.id,
    314,
    "CreditCard",
    false,
  ]);
  assert.deepEqual(await targetAfter({ ...(await read(ana, row.id)), account_id: card.id, credit_card_invoice_id: 340 }), [
    card.id,
    card.id,
    340,
    "CreditCard",
    false,
  ]);
  const refused = async (body: object) => (await ana.put(`/transactions/${row.id}`, body)).body as { errors: object };
  const errors = { credit_card_id: ["não pode ser usado junto com account_id"] };
  const stored = await fingerprint(db(), ana.spaceId);
  for (const credit_card_id of [card.id, other.id])
    assert.deepEqual((await refused({ account_id: account, credit_card_id })).errors, errors);
  assert.equal(await fingerprint(db(), ana.spaceId), stored);
  assert.deepEqual(await targetAfter({ account_id: account, date: "2026-01-01" }), [account, null, null, "Account", false]);
  for (const account_id of [account, other.id])
    assert.deepEqual((await refused({ account_id, credit_card_id: card.id })).errors, errors);
  const whole = await read(ana, row.id);
  assert.deepEqual({ ...(await change(ana, row.id, whole)), updated_at: whole.updated_at }, whole);
  await change(ana, row.id, { credit_card_id: card.id });
  await changeCard(ana, card.id, { archived: true });
  await change(ana, row.id, { credit_card_id: card.id, notes: "fica" });
  await changeCard(ana, other.id, { archived: true });
  assert.deepEqual(wrongFields(await ana.put(`/transactions/${row.id}`, { credit_card_id: other.id })), ["credit_card_id"]);
  await right(ana);
});

test("what leaves a card is paid or not as it was before it went there, by PUT, by bulk and for a whole series; paid in the body wins", async () => {
  const ana = await someone();
  const [card, other, account] = [await newCard(ana), await newCard(ana), await newAccount(ana)];
  const toCard = { credit_card_id: card.id };
  const toAccount = { account_id: account };
  for (const paid of [true, false]) {
    const row = await create(ana, { description: "x", amount_cents: -100, date: "2026-01-02", paid, ...toAccount });
    await change(ana, row.id, toCard);
    await change(ana, row.id, { credit_card_id: other.id });
    assert.equal((await change(ana, row.id, toAccount)).paid, paid);
    await change(ana, row.id, { ...toCard, paid: !paid });
    assert.equal((await change(ana, row.id, toAccount)).paid, paid, "on a card its invoice says it");
    await change(ana, row.id, toCard);
    assert.equal((await change(ana, row.id, { ...toAccount, paid: !paid })).paid, !paid);
    await change(ana, row.id, toCard);
    assert.equal((await change(ana, row.id, toAccount)).paid, !paid, "the newest move counts");
    const bulk = (set: object) => ana.post("/transactions/bulk", { ids: [row.id], set });
    assert.equal((await bulk(toCard)).status, 200);
    assert.equal((await bulk(toAccount)).status, 200);
    assert.equal((await read(ana, row.id)).paid, !paid);
  }
  const purchase = await buy(ana, card.id, "2026-01-02");
  assert.equal((await change(ana, purchase.id, toAccount)).paid, true, "made on the card: paid if its day is over");

  const monthly = { installments_attributes: { periodicity: "monthly", total: 4 } };
  const first = await create(ana, { description: "s", amount_cents: -400, date: "2025-11-20", ...toAccount, ...monthly });
  const second = (await ofSeries(ana, first.recurrence_id))[1] as TransactionView;
  await change(ana, second.id, { paid: false });
  const states = async () => (await ofSeries(ana, first.recurrence_id)).map(({ paid }) => paid);
  const before = await states();
  assert.ok(before.includes(true) && before.includes(false));
  await change(ana, first.id, { ...toCard, update_all: true });
  await change(ana, first.id, { ...toAccount, update_all: true });
  assert.deepEqual(await states(), before);
  await right(ana);
});

test("update_all and update_future spread dates, cards and invoices over a series on a card", async () => {
  const ana = await someone();
  const [card, other] = [await newCard(ana), await newCard(ana, { closing_day: 20, due_day: 27 })];
  const account = await newAccount(ana);
  const repetition = { installments_attributes: { periodicity: "monthly", total: 4 } };
  const first = await buy(ana, card.id, "2026-01-31", { amount_cents: -400, ...repetition });
  const after = async (index: number, body: object) => {
    await change(ana, first.id + index, body);
    await right(ana);
    return ofSeries(ana, first.recurrence_id);
  };
  assert.deepEqual(datesOf(await after(0, { date: "2026-02-01", update_all: true })), [
    "2026-02-01",
    "2026-03-01",
    "2026-04-01",
    "2026-05-01",
  ]);
  assert.deepEqual(invoicesOf(await ofSeries(ana, first.recurrence_id)), [313, 314, 315, 316]);
  assert.deepEqual(invoicesOf(await after(1, { date: "2026-03-06", update_future: true })), [313, 315, 316, 317]);
  assert.deepEqual(datesOf(await after(0, { date: "2026-03-31", update_all: true })), [
    "2026-03-31",
    "2026-04-30",
    "2026-05-31",
    "2026-06-30",
  ]);
  assert.deepEqual(invoicesOf(await ofSeries(ana, first.recurrence_id)), [315, 316, 317, 318]);
  assert.deepEqual(invoicesOf(await after(1, { credit_card_invoice_id: 400, update_future: true })), [315, 400, 401, 402]);
  assert.deepEqual(invoicesOf(await after(2, { date: "2026-07-01", update_all: true })), [316, 400, 401, 402]);
  assert.deepEqual(invoicesOf(await after(3, { account_id: account })), [316, 400, 401, null]);
  assert.deepEqual(invoicesOf(await after(2, { credit_card_id: other.id, update_future: true })), [316, 400, 318, 319]);
  assert.deepEqual(invoicesOf(await after(2, { account_id: account, update_all: true })), [null, null, null, null]);
  const off = wrongFields(
    await ana.put(`/transactions/${first.id}`, { date: "1980-01-01", credit_card_id: card.id, update_all: true }),
  );
  assert.deepEqual(off, ["date"]);
  assert.deepEqual(
    invoicesOf(await after(2, { account_id: card.id, credit_card_invoice_id: 350, update_all: true })),
    [348, 349, 350, 351],
  );
});
