import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { newCard, type ShownInvoice } from "../invoices/testing.ts";
import { fillRandomly, operations } from "../reports/testing.ts";
import { startTestFinance, type TestClient, type TestFinance } from "../testing.ts";
import { create, fingerprint, list, wrongFields } from "../transactions/testing.ts";
import type { Forecast } from "./project.ts";

let finance: TestFinance;
const TODAY = "2026-01-15";
before(async () => {
  finance = await startTestFinance();
  finance.clock.set(`${TODAY}T12:00:00Z`);
});
after(() => finance[Symbol.asyncDispose]());

let members = 0;
const someone = () => finance.member(`forecast${++members}@example.com`);

async function ask<Body>(client: TestClient, path: string): Promise<Body> {
  const reply = await client.get(path);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Body;
}
const forecast = (client: TestClient, query = "") => ask<Forecast>(client, `/forecast${query}`);
const summary = ({ days, ...rest }: Forecast) => ({
  ...rest,
  days: days
    .filter(({ rows }) => rows.length > 0)
    .map((day) => [day.date, day.balance_cents, day.rows.map((row) => row.description)]),
});

test("GET /forecast: overdue rows count today, rows and invoices on their days; it names the lowest point and the first day below zero", async () => {
  const ana = await someone();
  const account = (await ana.post("/accounts", { name: "Conta", opening_balance_cents: 100_000, default: true })).body as {
    id: number;
  };
  const card = await newCard(ana, { name: "Visa", closing_day: 5, due_day: 10 });
  const row = { account_id: account.id, paid: false };
  await create(ana, { ...row, description: "luz", amount_cents: -10_000, date: "2025-12-20" });
  await create(ana, { ...row, description: "aluguel", amount_cents: -60_000, date: "2026-01-20" });
  await create(ana, { ...row, description: "salário", amount_cents: 200_000, date: "2026-02-20" });
  await create(ana, { ...row, paid: true, description: "pago adiantado", amount_cents: -1_000, date: "2026-01-18" });
  await create(ana, { description: "TV", credit_card_id: card, amount_cents: -50_000, date: "2026-01-10" });
  assert.deepEqual(summary(await forecast(ana, "?days=60")), {
    balance_cents: 100_000,
    final_balance_cents: 179_000,
    lowest: { date: "2026-02-10", balance_cents: -21_000 },
    first_negative: { date: "2026-02-10", balance_cents: -21_000 },
    days: [
      [TODAY, 90_000, ["luz"]],
      ["2026-01-18", 89_000, ["pago adiantado"]],
      ["2026-01-20", 29_000, ["aluguel"]],
      ["2026-02-10", -21_000, ["Visa"]],
      ["2026-02-20", 179_000, ["salário"]],
    ],
  });
  const { days, first_negative: none } = await forecast(ana, "?days=5");
  assert.deepEqual([days.length, days[0]?.date, days.at(-1)?.date, none], [6, TODAY, "2026-01-20", null]);
});

test("GET /forecast: what is planned to be paid of an invoice is not owed again, and what it leaves comes with the next one", async () => {
  const bia = await someone();
  const card = await newCard(bia, { name: "Visa", closing_day: 5, due_day: 10 });
  const row = await create(bia, { description: "TV", credit_card_id: card, amount_cents: -50_000, date: "2026-01-10" });
  const invoice = row.credit_card_invoice_id as number;
  const path = `/credit_cards/${card}/invoices/${invoice}/payments`;
  await bia.post(path, { amount_cents: 20_000, date: "2026-02-08", paid: false });
  const owed = (await forecast(bia)).days.flatMap(({ rows }) => rows.map((each) => [each.kind, each.date, each.amount_cents]));
  assert.deepEqual(owed, [
    ["transaction", "2026-02-08", -20_000],
    ["invoice", "2026-03-10", -30_000],
  ]);
  await bia.delete(`/credit_cards/${card}`);
  assert.deepEqual(summary(await forecast(bia)).days.length, 1, "the planned payment stays, the invoices are gone");
});

test("POST /forecast counts what is tried out, for readers too, and writes nothing", async () => {
  const [caio, reader] = [await someone(), await finance.member("reader@example.com", { scope: "read" })];
  const { db } = finance.service.world;
  const before = await fingerprint(db, caio.spaceId);
  const what_if = [
    { date: "2026-01-16", amount_cents: -5_000, description: "viagem" },
    { date: "2025-01-01", amount_cents: 2_000 },
    { date: "2027-01-01", amount_cents: 9_999 },
  ];
  const reply = await caio.post("/forecast", { days: 10, what_if });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(summary(reply.body as Forecast), {
    balance_cents: 0,
    final_balance_cents: -3_000,
    lowest: { date: "2026-01-16", balance_cents: -3_000 },
    first_negative: { date: "2026-01-16", balance_cents: -3_000 },
    days: [
      [TODAY, 2_000, [""]],
      ["2026-01-16", -3_000, ["viagem"]],
    ],
  });
  assert.equal(await fingerprint(db, caio.spaceId), before);
  assert.equal((await reader.post("/forecast", { what_if })).status, 200);
  const wrong = [
    { date: "2026-02-30", amount_cents: 1 },
    { amount_cents: 1.5 },
    7,
    { date: TODAY, amount_cents: 1, description: 8 },
  ];
  assert.deepEqual(wrongFields(await caio.post("/forecast", { what_if: wrong })), [
    "what_if.0.date",
    "what_if.1.amount_cents",
    "what_if.1.date",
    "what_if.2",
    "what_if.3.description",
  ]);
  assert.deepEqual(wrongFields(await caio.post("/forecast", { what_if: {} })), ["what_if"]);
  assert.deepEqual(wrongFields(await caio.post("/forecast", { what_if: Array(501).fill(what_if[0]) })), ["what_if"]);
});

test("GET /forecast refuses each wrong parameter on its field; another space's account is like one that nobody has", async () => {
  const [dora, ines] = [await someone(), await someone()];
  const { id } = (await ines.post("/accounts", { name: "x" })).body as { id: number };
  assert.deepEqual(wrongFields(await dora.get("/forecast?days=0&account_id=x")), ["days", "account_id"]);
  assert.deepEqual(wrongFields(await dora.get("/forecast?days=732")), ["days"]);
  for (const unknown of [id, 2_000_000_000])
    assert.deepEqual(wrongFields(await dora.get(`/forecast?account_id=${unknown}`)), ["account_id"]);
  assert.equal((await finance.call("/forecast")).status, 401);
});

test("day 0 is the balance, the last day is what GET /balances predicts less the invoices that nobody pays, and days follow each other", async () => {
  await fc.assert(
    fc.asyncProperty(operations, fc.constantFrom(30, 120, 365), async (all, length) => {
      const client = await someone();
      const planless = all.filter((each) => each.kind !== "payment" || each.paid);
      const { accounts, cards } = await fillRandomly(client, planless);
      const end = new Date(Date.parse(TODAY) + length * 86_400_000).toISOString().slice(0, 10);
      const years = `start_date=2024-01-01&end_date=${end}`;
      const invoices = await ask<ShownInvoice[]>(client, `/invoices?${years}`);
      for (const [index, of] of [undefined, ...accounts].entries()) {
        const account = of === undefined ? "" : `&account_id=${of}`;
        const shown = await forecast(client, `?days=${length}${account}`);
        const now = await ask<{ balance: number }>(client, `/balances?start_date=${TODAY}&end_date=${TODAY}${account}`);
        assert.equal(shown.balance_cents, now.balance);
        assert.equal(shown.days[0]?.previous_balance_cents, now.balance);
        const then = await ask<{ predicted_balance: number }>(client, `/balances?${years.replace("2024", "2025")}${account}`);
        const unpaid = invoices
          .filter((each) => each.payment_amount_cents === 0 && (index === 0 || each.credit_card_id === cards[index - 1]))
          .reduce((sum, each) => sum + Math.min(each.balance_cents, 0), 0);
        assert.equal(shown.final_balance_cents, then.predicted_balance + unpaid);
        let at = shown.balance_cents;
        for (const day of shown.days) {
          assert.equal(day.previous_balance_cents, at);
          at += day.rows.reduce((sum, row) => sum + row.amount_cents, 0);
          assert.equal(day.balance_cents, at);
        }
        assert.equal(shown.lowest.balance_cents, Math.min(...shown.days.map((day) => day.balance_cents)));
        assert.equal(shown.first_negative?.date, shown.days.find((day) => day.balance_cents < 0)?.date);
        const rows = await list(client, "2024-01-01", end);
        const coming = rows.filter((row) => row.credit_card_id === null && (!row.paid || row.date > TODAY));
        assert.deepEqual(
          shown.days.flatMap((day) => day.rows.flatMap((row) => row.transaction_id ?? [])).sort((one, other) => one - other),
          coming
            .filter((row) => of === undefined || row.account_id === of)
            .map((row) => row.id)
            .sort((one, other) => one - other),
        );
      }
    }),
    { numRuns: 6, seed: 14 },
  );
});
