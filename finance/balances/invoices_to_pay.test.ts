// GET /balances, credit_card_invoices_to_pay: what is owed on the invoices that are due in a step and that nobody pays yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buy, listInvoices, newCard, pay, readInvoice } from "../invoices/testing.ts";
import { shareTestFinance, type TestClient } from "../testing.ts";
import { statementsOf } from "../transactions/testing.ts";
import { newAccount } from "../transfers/testing.ts";

const finance = shareTestFinance();

type Step = { date: string; credit_card_invoices_to_pay: number };

/** By the first day of each step that has something to pay. */
async function toPay(client: TestClient, query: string): Promise<Record<string, number>> {
  const reply = await client.get(`/balances${query}`);
  assert.equal(reply.status, 200, reply.text);
  const steps = (reply.body as { balances: Step[] }).balances.filter((step) => step.credit_card_invoices_to_pay !== 0);
  return Object.fromEntries(steps.map((step) => [step.date, step.credit_card_invoices_to_pay]));
}

const YEAR = "?start_date=2026-01-01&end_date=2026-12-31";

test("an invoice is to be paid on its due date until it has a payment, made or planned; what is left of one is on the next", async () => {
  const ana = await finance.member("ana@example.com");
  const card = await newCard(ana);
  await buy(ana, card, -40_345, "2026-02-10");
  await buy(ana, card, 500, "2026-05-10");
  assert.deepEqual(await toPay(ana, YEAR), { "2026-03-10": 40_345 });
  assert.deepEqual(await toPay(ana, `${YEAR}&periodicity=monthly`), { "2026-03-01": 40_345 });
  assert.deepEqual(await toPay(ana, "?start_date=2026-03-10&end_date=2026-03-10"), { "2026-03-10": 40_345 });
  assert.deepEqual(await toPay(ana, "?start_date=2026-03-11&end_date=2026-04-09"), {});
  const { id } = await pay(ana, card, 314, { paid: false });
  assert.deepEqual(await toPay(ana, YEAR), {});
  const path = `/credit_cards/${card}/invoices/314/payments/${id}`;
  assert.equal((await ana.put(path, { paid: true, amount_cents: 40_000 })).status, 200);
  assert.deepEqual(await toPay(ana, YEAR), { "2026-04-10": 345 });
  await buy(ana, card, -1_000, "2026-03-10");
  assert.deepEqual(await toPay(ana, YEAR), { "2026-04-10": 1_345 });
  assert.equal((await ana.put(path, { amount_cents: 41_345 })).status, 200);
  assert.deepEqual(await toPay(ana, YEAR), {});
  assert.equal((await ana.delete(path)).status, 200);
  assert.deepEqual(await toPay(ana, YEAR), { "2026-03-10": 40_345, "2026-04-10": 1_000 });
  const list = () => ana.get(`/balances${YEAR}`);
  await list();
  assert.equal((await statementsOf(finance.service.world.db, list)).length, 1);
});

test("it is what the invoices say, over changed days and several cards, and an account is asked for the cards that it pays", async () => {
  const bruno = await finance.member("bruno@example.com");
  const other = await newAccount(bruno, "Outra");
  const hidden = await newAccount(bruno, "Escondida", { hide_balance: true });
  const cards = [
    await newCard(bruno, { closing_day: 31, due_day: 31 }),
    await newCard(bruno, { closing_day: 25, due_day: 5, payment_account_id: other }),
    await newCard(bruno, { closing_day: 10, due_day: 20, payment_account_id: hidden }),
  ];
  for (const [index, card] of cards.entries()) {
    await buy(bruno, card, -12_000 - index, "2025-12-20", { installments_attributes: { periodicity: "monthly", total: 12 } });
    await buy(bruno, card, -77, "2026-02-28");
    await pay(bruno, card, 314, { amount_cents: 100 });
    await pay(bruno, card, 315, { amount_cents: 100 });
    await pay(bruno, card, 318, { amount_cents: 99_999 });
    await pay(bruno, card, 321, { paid: false });
  }
  const changed = { closing_day: 1, due_day: 11, update_invoices_since: "2026-09-01" };
  assert.equal((await bruno.put(`/credit_cards/${cards[1]}`, changed)).status, 200);
  const answersFor = async (card: number): Promise<Record<string, number>> => {
    const answers: [string, number][] = [];
    for (const { id, date, balance_cents: balance } of await listInvoices(bruno, card, YEAR))
      if (balance < 0 && (await readInvoice(bruno, card, id)).payments.length === 0) answers.push([date, -balance]);
    return Object.fromEntries(answers);
  };
  const [first, second, third] = await Promise.all(cards.map(answersFor));
  assert.equal(second?.["2026-09-11"], 1_000);
  assert.deepEqual(await toPay(bruno, `${YEAR}&account_id=${other}`), second);
  assert.deepEqual(await toPay(bruno, `${YEAR}&account_id=${hidden}`), third);
  assert.deepEqual(await toPay(bruno, YEAR), sorted({ ...first, ...second }), "no two are due on one day");
});

function sorted(dues: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(dues).sort());
}
