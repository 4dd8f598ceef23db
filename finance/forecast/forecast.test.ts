import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { CALENDAR_MONTHS } from "../calendar/months.ts";
import { bookRows } from "../integrity/testing.ts";
import { type InvoiceView, newCard } from "../invoices/testing.ts";
import { fillRandomly, operations } from "../reports/testing.ts";
import { shareTestFinance, type TestClient } from "../testing.ts";
import { create, fingerprint, list, wrongFields } from "../transactions/testing.ts";
import { budgetsExpected } from "./budgets_expected.ts";
import type { Forecast } from "./project.ts";

const finance = shareTestFinance();
const TODAY = "2026-01-15";
before(async () => {
  finance.clock.set(`${TODAY}T12:00:00Z`);
});

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

test("GET /forecast?budgets=true spreads what is left of limits over the days that are to come, and counts nothing twice", async () => {
  const eva = await someone();
  const make = async (path: string, body: object) => ((await eva.post(path, body)).body as { id: number }).id;
  const food = await make("/categories", { name: "Comida" });
  const market = await make("/categories", { name: "Mercado", parent_id: food });
  const month = { date: "2026-01-01", activity_type: 0 };
  await make("/budgets", { ...month, category_id: food, amount_cents: 10_000 });
  await make("/budgets", { ...month, category_id: market, amount_cents: 5_000 });
  await make("/budgets", { ...month, category_id: food, amount_cents: 700, activity_type: 1 });
  await make("/budgets", { date: "2026-02-01", category_id: market, amount_cents: 28 });
  const spent = { account_id: await make("/accounts", { name: "Conta" }), category_id: market };
  await create(eva, { ...spent, description: "x", amount_cents: -1_799, date: "2026-01-10", paid: true });
  await create(eva, { ...spent, description: "y", amount_cents: -1, date: "2026-01-20", paid: false });
  const { days } = await forecast(eva, "?days=24&budgets=true");
  const spending = days.map(({ date, rows }) => [
    date,
    ...rows.filter(({ kind }) => kind === "budget").map((row) => row.amount_cents),
  ]);
  assert.deepEqual(spending.slice(0, 3), [[TODAY], ["2026-01-16", -320, -200], ["2026-01-17", -312, -200]]);
  assert.deepEqual(spending.slice(15), [
    ["2026-01-30", -312, -200],
    ["2026-01-31", -312, -200],
    ...["01", "02", "03", "04", "05", "06", "07", "08"].map((day) => [`2026-02-${day}`, -1]),
  ]);
  const whole = (await forecast(eva, "?days=16&budgets=true")).days.flatMap(({ rows }) => rows);
  const left = (name: string) =>
    whole.filter(({ description }) => description === name).reduce((sum, row) => sum + row.amount_cents, 0);
  assert.deepEqual([left("Comida"), left("Mercado")], [-5_000, -3_200], "8,200 are left of both together, 3,200 of them below");
  assert.deepEqual(
    (await forecast(eva, "?days=24")).days.flatMap(({ rows }) => rows.map(({ kind }) => kind)),
    ["transaction"],
  );
  for (const named of [`account_id=${spent.account_id}`, `account_ids=${spent.account_id}`])
    assert.deepEqual(wrongFields(await eva.get(`/forecast?budgets=true&${named}`)), ["budgets"]);
});

test("on the last day of a month nothing of its limits is spent any more", () => {
  const limit = {
    id: 1,
    category_id: 7,
    activity_type: 0,
    amount_cents: 62,
    carry: "none" as const,
    carry_cap_cents: null,
    refill: false,
    paid_cents: 0,
    unpaid_cents: 0,
    sums_reach: "2028-01-31",
  };
  const budgets = ["2026-01-01", "2026-02-01"].map((date) => ({ ...limit, date }));
  const spent = (today: string) =>
    budgetsExpected(budgets, [], { months: CALENDAR_MONTHS, today, end: "2026-02-01" }).map((row) => [
      row.date,
      row.amount_cents,
    ]);
  assert.deepEqual(spent("2026-01-31"), [["2026-02-01", -8]]);
  assert.deepEqual(spent("2026-01-30"), [
    ["2026-01-31", -62],
    ["2026-02-01", -8],
  ]);
});

test("GET /forecast lists the newest 100 of what is overdue; older ones come together, and the balance is the same", async () => {
  const gil = await someone();
  const { db } = finance.service.world;
  const days = Array.from({ length: 130 }, (_, index) =>
    new Date(Date.parse(TODAY) - index * 86_400_000).toISOString().slice(0, 10),
  );
  await bookRows(
    db,
    gil.spaceId,
    days.map((date, index) => ({ amount_cents: -1 - index, date, paid: false })),
  );
  const [today] = (await forecast(gil)).days;
  assert.deepEqual([today?.rows.length, today?.balance_cents], [101, (-130 * 131) / 2]);
  const rest = today?.rows.filter(({ kind }) => kind === "overdue");
  const oldest = Array.from({ length: 30 }, (_, index) => -130 + index).reduce((sum, cents) => sum + cents, 0);
  assert.deepEqual(
    rest?.map((row) => [row.date, row.amount_cents, row.transaction_id]),
    [[days[99], oldest, null]],
  );
  const { overdue } = await ask<{ overdue: Record<string, unknown> }>(gil, "/overview");
  assert.deepEqual([overdue.count, overdue.has_more, overdue.amount_cents], [99, true, (-130 * 131) / 2 + 1]);
});

test("GET and POST /forecast of several accounts is that of each together; one that is not there is refused", async () => {
  const [hugo, other] = [await someone(), await someone()];
  const account = async (client: TestClient, cents: number) =>
    ((await client.post("/accounts", { name: "x", opening_balance_cents: cents })).body as { id: number }).id;
  const [one, two, three] = [await account(hugo, 100), await account(hugo, 20), await account(hugo, 3)];
  await newCard(hugo, { payment_account_id: two });
  await create(hugo, { description: "x", amount_cents: -7, account_id: two, date: "2026-01-20", paid: false });
  await create(hugo, { description: "y", amount_cents: -9, account_id: three, date: "2026-01-20", paid: false });
  const filtered = await forecast(hugo, `?account_ids=${one},${two}`);
  assert.deepEqual([filtered.balance_cents, filtered.final_balance_cents], [120, 113]);
  assert.deepEqual((await hugo.post("/forecast", { account_ids: [two, one, two] })).body, filtered);
  const theirs = await account(other, 1);
  for (const ids of [`${one},${theirs}`, "1987654321", "99999999999999", "x", `${one},`, ""])
    assert.deepEqual(wrongFields(await hugo.get(`/forecast?account_ids=${ids}`)), ["account_ids"], ids);
  for (const ids of [[], [one, theirs], ["1"], one, Array.from({ length: 101 }, (_, index) => index + 1)])
    assert.deepEqual(wrongFields(await hugo.post("/forecast", { account_ids: ids })), ["account_ids"], JSON.stringify(ids));
  assert.deepEqual(wrongFields(await hugo.get(`/forecast?account_ids=${one}&account_id=${one}`)), ["account_ids"]);
});

test("day 0 is the balance, the last day is what GET /balances predicts less the invoices that nobody pays, and days follow each other", async () => {
  await fc.assert(
    fc.asyncProperty(operations, fc.constantFrom(30, 120, 365), async (all, length) => {
      const client = await someone();
      const planless = all.filter((each) => each.kind !== "payment" || each.paid);
      const { accounts, cards } = await fillRandomly(client, planless);
      const end = new Date(Date.parse(TODAY) + length * 86_400_000).toISOString().slice(0, 10);
      const years = `start_date=2024-01-01&end_date=${end}`;
      const invoices = await ask<InvoiceView[]>(client, `/invoices?${years}`);
      for (const [index, of] of [undefined, ...accounts].entries()) {
        const account = of === undefined ? "" : `&account_id=${of}`;
        const answer = await forecast(client, `?days=${length}${account}`);
        const now = await ask<{ balance: number }>(client, `/balances?start_date=${TODAY}&end_date=${TODAY}${account}`);
        assert.equal(answer.balance_cents, now.balance);
        assert.equal(answer.days[0]?.previous_balance_cents, now.balance);
        const then = await ask<{ predicted_balance: number }>(client, `/balances?${years.replace("2024", "2025")}${account}`);
        const unpaid = invoices
          .filter((each) => each.payment_amount_cents === 0 && (index === 0 || each.credit_card_id === cards[index - 1]))
          .reduce((sum, each) => sum + Math.min(each.balance_cents, 0), 0);
        assert.equal(answer.final_balance_cents, then.predicted_balance + unpaid);
        let at = answer.balance_cents;
        for (const day of answer.days) {
          assert.equal(day.previous_balance_cents, at);
          at += day.rows.reduce((sum, row) => sum + row.amount_cents, 0);
          assert.equal(day.balance_cents, at);
        }
        assert.equal(answer.lowest.balance_cents, Math.min(...answer.days.map((day) => day.balance_cents)));
        assert.equal(answer.first_negative?.date, answer.days.find((day) => day.balance_cents < 0)?.date);
        const rows = await list(client, "2024-01-01", end);
        const coming = rows.filter((row) => row.credit_card_id === null && (!row.paid || row.date > TODAY));
        assert.deepEqual(
          answer.days.flatMap((day) => day.rows.flatMap((row) => row.transaction_id ?? [])).sort((one, other) => one - other),
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
