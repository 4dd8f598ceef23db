import assert from "node:assert/strict";
import { test } from "node:test";
import { shareTestFinance, type TestClient } from "../testing.ts";
import { wrongFields } from "../transactions/testing.ts";
import { buy, type InvoiceView, listInvoices, newCard, pay, readInvoice } from "./testing.ts";

const finance = shareTestFinance();

type Listed = InvoiceView & { installments_cents: number };
const listAll = async (client: TestClient, query = "") => {
  const reply = await client.get(`/invoices${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Listed[];
};

test("GET /invoices lists what each card lists, by due date, without those on which nothing is, and says what of it are instalments", async () => {
  const ana = await finance.member("ana@example.com");
  const year = "?start_date=2015-01-01&end_date=2015-12-31";
  const [early, late, empty] = [
    await newCard(ana, { closing_day: 5, due_day: 10 }),
    await newCard(ana, { closing_day: 25, due_day: 5 }),
    await newCard(ana),
  ];
  await buy(ana, early, -9_000, "2015-03-01", { installments_attributes: { periodicity: "monthly", total: 3 } });
  await buy(ana, early, -500, "2015-03-02");
  await buy(ana, late, -700, "2015-02-20");
  await buy(ana, late, -100, "2015-12-20");
  await pay(ana, early, 182, { amount_cents: 1_000, date: "2015-03-09" });
  const all = await listAll(ana, year);
  const byCard = (await Promise.all([early, late, empty].map((card) => listInvoices(ana, card, year)))).flat();
  const expected = byCard
    .filter((each) => each.amount_cents || each.payment_amount_cents || each.previous_balance_cents)
    .sort((one, other) => one.date.localeCompare(other.date) || one.credit_card_id - other.credit_card_id);
  assert.deepEqual(
    all.map(({ installments_cents: _, ...each }) => each),
    expected,
  );
  assert.deepEqual(
    all.map((each) => [each.credit_card_id, each.id, each.previous_balance_cents]),
    [
      [late, 182, 0],
      [early, 182, 0],
      [early, 183, -2_500],
      [early, 184, 0],
    ],
  );
  for (const each of all) {
    const { transactions } = await readInvoice(ana, each.credit_card_id, each.id);
    const parts = transactions.filter(({ total_installments: total }) => total > 1);
    assert.equal(
      each.installments_cents,
      parts.reduce((sum, row) => sum + row.amount_cents, 0),
    );
  }
  assert.deepEqual(await listAll(ana, "?start_date=2015-03-06&end_date=2015-04-09"), [all[1]]);
  assert.equal((await listAll(ana, "?end_date=2016-05-05")).length, 1, "the purchase of December is due in January");
});

test("GET /invoices: a deleted card's are gone; periods that are too long or no dates are 422; nobody else's; one statement", async () => {
  const [bia, caio] = [await finance.member("bia@example.com"), await finance.member("caio@example.com")];
  const card = await newCard(bia);
  await buy(bia, card, -1_000, "2026-01-20");
  assert.equal((await listAll(bia, "?start_date=2026-01-01")).length, 1);
  assert.deepEqual(await listAll(caio, "?start_date=2026-01-01"), []);
  assert.deepEqual(wrongFields(await bia.get("/invoices?start_date=2010-01-01&end_date=2020-01-01")), ["end_date"]);
  assert.deepEqual(wrongFields(await bia.get("/invoices?start_date=x")), ["start_date"]);
  assert.deepEqual(wrongFields(await bia.get("/invoices?start_date=2026-02-01&end_date=2026-01-01")), ["end_date"]);
  assert.equal((await finance.call("/invoices")).status, 401);
  const before = finance.service.world.db.roundTrips;
  await listAll(bia);
  assert.equal(finance.service.world.db.roundTrips - before, 1);
  await bia.delete(`/credit_cards/${card}`);
  assert.deepEqual(await listAll(bia, "?start_date=2026-01-01"), []);
});
