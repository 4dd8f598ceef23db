// GET /balances: right to the cent on every day, whatever was booked.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { type BookedRow, bookRows, bookTransfer } from "../integrity/testing.ts";
import { shareTestFinance, startTestFinance, type TestClient } from "../testing.ts";
import { create, wrongFields } from "../transactions/testing.ts";
import { countStatements, newAccount, transfer } from "../transfers/testing.ts";

const finance = shareTestFinance();

const db = () => finance.service.world.db;
let members = 0;
const someone = () => finance.member(`balance${++members}@example.com`);

type Figures = Record<string, number>;
type Step = Figures & { date: string; date_range: string };
type Report = Figures & { balances: Step[] };

async function ask(client: TestClient, query = ""): Promise<Report> {
  const reply = await client.get(`/balances${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Report;
}

const BALANCES = ["balance", "predicted_balance", "previous_balance", "previous_predicted_balance"];
const FLOWS = ["outcomes", "incomes", "expenses", "earnings", "initial_amounts"].flatMap((name) => [name, `predicted_${name}`]);

/** Opening, salary paid, rent unpaid, transfer paid, invoice unpaid. */
async function workedExample(): Promise<Report> {
  const ana = await someone();
  const account = await newAccount(ana, "Conta", { opening_balance_cents: 100_000 });
  const other = await newAccount(ana, "Outra");
  const on = { account_id: account };
  await create(ana, { ...on, description: "Salário", amount_cents: 500_000, date: "2026-11-05", paid: true });
  await create(ana, { ...on, description: "Aluguel", amount_cents: -150_000, date: "2026-11-10", paid: false });
  await transfer(ana, account, other, { amount_cents: 20_000, date: "2026-11-12", paid: true });
  await create(ana, { ...on, description: "Fatura", amount_cents: -40_345, date: "2026-11-17", paid: false });
  return ask(ana, `?account_id=${account}&start_date=2026-11-01&end_date=2026-11-30`);
}

test("GET /balances answers the worked example: opening, salary paid, rent unpaid, transfer paid, invoice unpaid", async () => {
  const { balances, ...whole } = await workedExample();
  assert.deepEqual(whole, {
    previous_balance: 100_000,
    previous_predicted_balance: 100_000,
    balance: 580_000,
    predicted_balance: 389_655,
    outcomes: -20_000,
    predicted_outcomes: -210_345,
    incomes: 500_000,
    predicted_incomes: 500_000,
    expenses: 0,
    predicted_expenses: -190_345,
    earnings: 500_000,
    predicted_earnings: 500_000,
    initial_amounts: 0,
    predicted_initial_amounts: 0,
    result: 500_000,
    predicted_result: 309_655,
  });
  assert.equal(balances.length, 30);
  assert.deepEqual([balances.at(-1)?.balance, balances.at(-1)?.predicted_balance], [580_000, 389_655]);
});

test("GET /balances has for each day of the worked example its own sums and those of all days so far", async () => {
  const { balances } = await workedExample();
  assert.deepEqual(balances[11], {
    date: "2026-11-12",
    date_range: "2026-11-12..2026-11-12",
    outcomes: -20_000,
    predicted_outcomes: -20_000,
    incomes: 0,
    predicted_incomes: 0,
    expenses: 0,
    predicted_expenses: 0,
    earnings: 0,
    predicted_earnings: 0,
    initial_amounts: 0,
    predicted_initial_amounts: 0,
    transferences: -20_000,
    predicted_transferences: -20_000,
    credit_card_invoices_to_pay: 0,
    balance: 580_000,
    predicted_balance: 430_000,
    previous_balance: 600_000,
    previous_predicted_balance: 450_000,
    accumulated_outcomes: -20_000,
    accumulated_predicted_outcomes: -170_000,
    accumulated_incomes: 500_000,
    accumulated_predicted_incomes: 500_000,
    accumulated_expenses: 0,
    accumulated_predicted_expenses: -150_000,
    accumulated_earnings: 500_000,
    accumulated_predicted_earnings: 500_000,
    accumulated_initial_amounts: 0,
    accumulated_predicted_initial_amounts: 0,
  });
});

test("GET /balances has every key as a whole number for a new space, the current month unless given, a step for each day", async () => {
  const report = await ask(await someone(), "?account_id123");
  assert.deepEqual(Object.keys(report).sort(), [...BALANCES, ...FLOWS, "balances", "predicted_result", "result"].sort());
  assert.equal(report.balances.length, 31);
  const keys = [
    "date",
    "date_range",
    "transferences",
    "predicted_transferences",
    "credit_card_invoices_to_pay",
    ...BALANCES,
    ...FLOWS,
    ...FLOWS.map((name) => `accumulated_${name}`),
  ].sort();
  for (const step of report.balances) {
    assert.deepEqual(Object.keys(step).sort(), keys);
    for (const [name, value] of Object.entries(step)) assert.ok(name.startsWith("date") || value === 0, name);
  }
  assert.deepEqual([report.balances[0]?.date, report.balances.at(-1)?.date], ["2026-01-01", "2026-01-31"]);
});

test("GET /balances takes its days exactly, and cuts them into days, weeks from Monday, or months", async () => {
  const ana = await someone();
  for (const date of ["2025-12-31", "2026-01-14", "2026-01-15", "2026-02-03", "2026-02-04"])
    await create(ana, { description: date, date, amount_cents: 100, paid: true });
  const days = "?start_date=2026-01-15&end_date=2026-02-03";
  for (const [periodicity, ranges] of [
    ["weekly", ["2026-01-15..2026-01-18", "2026-01-19..2026-01-25", "2026-01-26..2026-02-01", "2026-02-02..2026-02-03"]],
    ["monthly", ["2026-01-15..2026-01-31", "2026-02-01..2026-02-03"]],
  ] as const) {
    const report = await ask(ana, `${days}&periodicity=${periodicity}`);
    assert.deepEqual([report.previous_balance, report.earnings, report.balance], [200, 200, 400]);
    assert.deepEqual(
      report.balances.map((step) => step.date_range),
      ranges,
    );
    assert.deepEqual(
      report.balances.map((step) => step.date),
      ranges.map((range) => range.slice(0, 10)),
    );
  }
  const daily = await ask(ana, days);
  assert.deepEqual(await ask(ana, `${days}&periodicity=daily`), daily);
  assert.equal(daily.balances.length, 20);
  assert.equal((await ask(ana, "?end_date=2026-02-03%2000:00:00")).balance, 400);
  assert.equal((await ask(ana, "?start_date=2026-01-15")).balances.length, 17);
});

test("GET /balances of all accounts leaves out those with hide_balance, and counts archived ones", async () => {
  const ana = await someone();
  const hidden = await newAccount(ana, "Escondida", { hide_balance: true, opening_balance_cents: 1_000_000 });
  const archived = await newAccount(ana, "Velha", { opening_balance_cents: 500 });
  const open = await newAccount(ana, "Aberta", { opening_balance_cents: -30 });
  for (const account_id of [hidden, archived, open])
    await create(ana, { description: "x", account_id, amount_cents: 7, date: "2026-01-10" });
  await transfer(ana, open, hidden, { amount_cents: 100, date: "2026-01-11" });
  await transfer(ana, open, archived, { amount_cents: 40, date: "2026-01-11" });
  await ana.put(`/accounts/${archived}/archive`);
  const all = await ask(ana, "?periodicity=monthly");
  assert.deepEqual([all.previous_balance, all.balance, all.earnings], [470, 470 + 14 - 100, 14]);
  assert.deepEqual([all.incomes, all.outcomes, all.balances[0]?.transferences], [14 + 40, -140, -100]);
  const one = await ask(ana, `?account_id=${hidden}&periodicity=monthly`);
  assert.deepEqual([one.previous_balance, one.balance, one.balances[0]?.transferences], [1_000_000, 1_000_107, 100]);
});

test("GET /balances refuses each wrong parameter on its field; another space's account is like one that nobody has", async () => {
  const [ana, rui] = [await someone(), await someone()];
  const his = await newAccount(rui, "Dele");
  const refused: [query: string, field: string][] = [
    ["account_id=abc", "account_id"],
    ["account_id=0", "account_id"],
    ["account_id=99999999999", "account_id"],
    ["account_id=1&account_id=2", "account_id"],
    [`account_id=${his}`, "account_id"],
    ["periodicity=yearly", "periodicity"],
    ["periodicity=daily&periodicity=weekly", "periodicity"],
    ["start_date=ontem", "start_date"],
    ["end_date=2200-01-01", "end_date"],
    ["start_date=2026-01-02&end_date=2026-01-01", "end_date"],
    ["start_date=2016-01-31&end_date=2026-01-31", "end_date"],
    ["start_date=1900-01-01&end_date=2199-12-31&periodicity=monthly", "end_date"],
  ];
  for (const [query, field] of refused) assert.deepEqual(wrongFields(await ana.get(`/balances?${query}`)), [field], query);
  assert.equal((await ana.get(`/balances?account_id=${his}`)).text, (await ana.get("/balances?account_id=2000000000")).text);
  assert.equal((await ask(ana, "?start_date=2016-01-31&end_date=2026-01-30")).balances.length, 3_653);
  assert.equal((await ask(ana, "?start_date=2199-12-31&account_id=")).balances.length, 1);
});

test("GET /balances makes one round trip to the database", async () => {
  const ana = await someone();
  const account = await newAccount(ana, "Conta");
  for (const query of ["", `?account_id=${account}`, "?start_date=2025-01-10&end_date=2026-05-10&periodicity=monthly"]) {
    await ask(ana, query);
    assert.equal(await countStatements(db(), () => ask(ana, query)), 1, query);
  }
});

test("GET /balances past the rows of a fixed transaction makes them first, up to ten years ahead", async () => {
  const ana = await someone();
  await create(ana, {
    description: "Aluguel",
    amount_cents: -100,
    date: "2026-02-28",
    recurrence_attributes: { periodicity: "monthly" },
  });
  for (const [end, months] of [
    ["2026-02-28", 1],
    ["2028-02-28", 25],
    ["2030-02-27", 48],
    ["2035-12-31", 119],
    ["2036-01-30", 120],
  ] as const) {
    const { predicted_balance, balance } = await ask(ana, `?start_date=2026-01-31&end_date=${end}&periodicity=monthly`);
    assert.deepEqual([end, predicted_balance, balance], [end, months * -100, 0]);
  }
});

test("GET /balances shows the month that it is in the space's zone", async () => {
  await using late = await startTestFinance();
  late.clock.set("2026-02-01T02:59:59Z");
  const ana = await late.member("ana@example.com");
  assert.equal((await ask(ana)).balances[0]?.date, "2026-01-01");
  late.clock.set("2026-02-01T03:00:00Z");
  assert.equal((await ask(ana)).balances[0]?.date, "2026-02-01");
});

const day = fc.integer({ min: 0, max: 130 }).map((offset) => addDays("2025-11-20", offset));
const movement = fc.record({
  date: day,
  paid: fc.boolean(),
  amount_cents: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
  account: fc.nat(2),
  to: fc.nat(2),
  isTransfer: fc.boolean(),
});
const question = fc.record({
  days: fc.tuple(day, day),
  account: fc.option(fc.nat(2)),
  periodicity: fc.constantFrom("daily", "weekly", "monthly"),
});
const openings = fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: -1_000, max: 1_000 }), fc.constant(0));

test("balance = opening + movements, on every day, for every account, however the period is cut, and steps sum to the whole", async () => {
  await fc.assert(
    fc.asyncProperty(
      openings,
      fc.array(movement, { maxLength: 40 }),
      fc.array(question, { minLength: 1, maxLength: 6 }),
      async (opening, movements, questions) => {
        const ana = await someone();
        const accounts: number[] = [];
        for (const cents of opening) accounts.push(await newAccount(ana, "Conta", { opening_balance_cents: cents }));
        const rows: BookedRow[] = [];
        for (const { account, to, isTransfer, ...row } of movements) {
          const from = accounts[account] as number;
          const target = accounts[to] as number;
          if (!isTransfer || from === target) {
            rows.push({ ...row, account_id: from });
            await bookRows(db(), ana.spaceId, rows.slice(-1));
          } else {
            const amount_cents = Math.max(Math.abs(row.amount_cents), 1);
            await bookTransfer(db(), ana.spaceId, { ...row, amount_cents, from, to: target });
            const link = { oposite_account_id: target };
            rows.push({ ...row, ...link, account_id: from, amount_cents: -amount_cents });
            rows.push({ ...row, ...link, account_id: target, amount_cents });
          }
        }
        const opened = new Map(accounts.map((id, index) => [id, opening[index] as number]));
        for (const { days, account, periodicity } of questions) {
          const [start, end] = [...days].sort() as [string, string];
          const id = account === null ? undefined : accounts[account];
          const query = `?start_date=${start}&end_date=${end}&periodicity=${periodicity}${id ? `&account_id=${id}` : ""}`;
          assertRight(await ask(ana, query), rows, opened, { start, end, id });
        }
      },
    ),
    { numRuns: 12 },
  );
});

/** FV-02 and FV-11: written apart from the statement, over the rows themselves. */
function assertRight(
  report: Report,
  rows: BookedRow[],
  opened: Map<number, number>,
  { start, end, id }: { start: string; end: string; id: number | undefined },
): void {
  const mine = rows.filter(({ account_id }) => id === undefined || account_id === id);
  const opening = [...opened].reduce((sum, [account, cents]) => (id === undefined || account === id ? sum + cents : sum), 0);
  const sum = (isIncluded: (row: BookedRow) => boolean) =>
    mine.filter(isIncluded).reduce((total, { amount_cents }) => total + amount_cents, 0);
  const through = (last: string, predicted: boolean) =>
    opening + sum(({ date = "", paid }) => date <= last && (predicted || paid === true));
  const flow = (from: string, to: string, sign: 1 | -1, predicted: boolean, withTransfers: boolean) =>
    sum(
      ({ date = "", paid, amount_cents, oposite_account_id: other }) =>
        date >= from && date <= to && amount_cents * sign > 0 && (predicted || paid === true) && (withTransfers || !other),
    );
  const expected = (from: string, to: string): Figures => ({
    previous_balance: through(addDays(from, -1), false),
    previous_predicted_balance: through(addDays(from, -1), true),
    balance: through(to, false),
    predicted_balance: through(to, true),
    outcomes: flow(from, to, -1, false, true),
    predicted_outcomes: flow(from, to, -1, true, true),
    incomes: flow(from, to, 1, false, true),
    predicted_incomes: flow(from, to, 1, true, true),
    expenses: flow(from, to, -1, false, false),
    predicted_expenses: flow(from, to, -1, true, false),
    earnings: flow(from, to, 1, false, false),
    predicted_earnings: flow(from, to, 1, true, false),
  });
  const pick = (figures: Figures, like: Figures) => Object.fromEntries(Object.keys(like).map((name) => [name, figures[name]]));
  const whole = expected(start, end);
  assert.deepEqual(pick(report, whole), whole);
  for (const step of report.balances) {
    const [from = "", to = ""] = step.date_range.split("..");
    assert.deepEqual(pick(step, whole), expected(from, to), step.date_range);
    const accumulated = expected(start, to);
    for (const name of ["outcomes", "predicted_incomes", "expenses", "predicted_earnings"])
      assert.equal(step[`accumulated_${name}`], accumulated[name], name);
    assert.equal(step.transferences, (step.incomes ?? 0) + (step.outcomes ?? 0) - (step.earnings ?? 0) - (step.expenses ?? 0));
  }
}

test("GET /balances and GET /accounts/:id agree on what is on an account today, and the list of a month sums to its flows", async () => {
  const ana = await someone();
  const account = await newAccount(ana, "Conta", { opening_balance_cents: 12_345 });
  const other = await newAccount(ana, "Outra");
  await create(ana, { description: "a", account_id: account, amount_cents: -45, date: "2026-01-31" });
  await create(ana, { description: "b", account_id: account, amount_cents: -1, date: "2026-02-01", paid: true });
  await transfer(ana, other, account, { amount_cents: 700, date: "2025-06-06" });
  const { balance } = (await ana.get(`/accounts/${account}`)).body as { balance: string };
  const report = await ask(ana, `?account_id=${account}&end_date=2026-01-31`);
  assert.deepEqual([balance, report.balance], ["R$ 130,00", 13_000]);
  const today = "2026-01-31";
  const listed = (await ana.get(`/transactions?start_date=${firstOfMonth(today)}&end_date=${lastOfMonth(today)}`)).body;
  const sum = (listed as { amount_cents: number }[]).reduce((total, { amount_cents }) => total + amount_cents, 0);
  assert.equal(sum, (report.predicted_incomes ?? 0) + (report.predicted_outcomes ?? 0));
});
