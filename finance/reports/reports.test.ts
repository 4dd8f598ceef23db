// Every figure of a report equals a sum over the rows that the API shows, whatever is in the space.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type InvoiceView, newCard } from "../invoices/testing.ts";
import { shareTestFinance, type TestClient } from "../testing.ts";
import { create, list, type TransactionView, wrongFields } from "../transactions/testing.ts";
import { BASES, type Basis } from "./basis.ts";
import { counted, dueMonth, fillRandomly, isNeutral, monthOfDay, operations, total } from "./testing.ts";

const finance = shareTestFinance();

let members = 0;
const someone = () => finance.member(`report${++members}@example.com`);
const PERIOD = "start_date=2025-10-01&end_date=2026-04-30";
const MONTHS = [10, 11, 12, 13, 14, 15, 16].map((month) => new Date(Date.UTC(2025, month - 1, 1)).toISOString().slice(0, 10));

async function ask<Body>(client: TestClient, path: string): Promise<Body> {
  const reply = await client.get(path);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Body;
}

interface Categories {
  total_cents: number;
  predicted_total_cents: number;
  categories: { category_id: number; months: { date: string; total_cents: number; predicted_total_cents: number }[] }[];
}

interface Choice {
  query: string;
  has(row: TransactionView): boolean;
}
const EVERYTHING: Choice = { query: "", has: () => true };

async function checkCategories(
  client: TestClient,
  rows: readonly TransactionView[],
  basis: Basis,
  choice = EVERYTHING,
): Promise<void> {
  const report = await ask<Categories>(client, `/reports/categories?${PERIOD}&basis=${basis}${choice.query}`);
  const totals = report.categories.flatMap(({ category_id: id, months }) =>
    months.map((each) => [id, each.date, each.total_cents, each.predicted_total_cents]),
  );
  const within = counted(rows, basis).filter(({ row, month }) => MONTHS.includes(month) && choice.has(row));
  const expected = [...Map.groupBy(within, ({ row, month }) => `${row.category_id} ${month}`)]
    .map(([, each]) => {
      const done = total(each.filter((one) => one.done).map(({ row }) => row));
      return [each[0]!.row.category_id, each[0]!.month, done, total(each.map(({ row }) => row))];
    })
    .filter(([, , done, predicted]) => done !== 0 || predicted !== 0)
    .sort((one, other) => (one[0] as number) - (other[0] as number) || String(one[1]).localeCompare(String(other[1])));
  assert.deepEqual(totals, expected, basis + choice.query);
  assert.equal(report.total_cents, total(within.filter(({ done }) => done).map(({ row }) => row)));
  assert.equal(report.predicted_total_cents, total(within.map(({ row }) => row)));
}

interface Flows {
  result_cents: number;
  months: (Record<string, number> & { date: string })[];
}

async function checkCashFlow(
  client: TestClient,
  rows: readonly TransactionView[],
  invoices: InvoiceView[],
  basis: Basis,
): Promise<void> {
  const report = await ask<Flows>(client, `/reports/cash_flow?${PERIOD}&basis=${basis}`);
  assert.deepEqual(
    report.months.map(({ date }) => date),
    MONTHS,
  );
  const sums = (month: string, isDone: boolean) => {
    const plain = counted(rows, basis === "payment" ? "instalment" : basis).filter((each) => each.month === month);
    const ofAccounts = plain.filter(({ row, done }) => row.credit_card_id === null && (done || !isDone)).map(({ row }) => row);
    const payments = rows.filter((row) => row.paid_credit_card_id !== null && monthOfDay(row.date) === month);
    const onCards = plain.filter(({ row }) => row.credit_card_id !== null).map(({ row }) => row);
    return [
      total(ofAccounts.filter((row) => row.amount_cents > 0)),
      total(ofAccounts.filter((row) => row.amount_cents < 0)),
      basis === "payment" ? total(payments.filter(({ paid }) => paid || !isDone)) : total(onCards),
    ];
  };
  for (const each of report.months) {
    const done = [each.earnings_cents, each.expenses_cents, each.credit_cards_cents];
    assert.deepEqual(done, sums(each.date, true), `${basis} ${each.date}`);
    assert.equal(
      each.result_cents,
      done.reduce((sum, one) => (sum as number) + (one as number), 0),
    );
    const predicted = [each.predicted_earnings_cents, each.predicted_expenses_cents, each.predicted_credit_cards_cents];
    const planned = sums(each.date, false);
    // What nobody has planned to pay is owed when it is due. Planned payments that leave something are tried in the forecast's tests.
    if (basis === "payment" && !rows.some((row) => row.paid_credit_card_id !== null && !row.paid)) {
      const owed = invoices.filter(({ id, payment_amount_cents: paid }) => dueMonth(id) === each.date && paid === 0);
      planned[2] = (planned[2] as number) + owed.reduce((sum, { balance_cents: cents }) => sum + Math.min(cents, 0), 0);
      assert.deepEqual(predicted, planned, `predicted by ${basis} ${each.date}`);
    } else if (basis !== "payment") assert.deepEqual(predicted, planned, `predicted by ${basis} ${each.date}`);
  }
}

interface Worth {
  months: Record<"accounts_cents" | "credit_cards_cents" | "net_worth_cents" | "predicted_net_worth_cents", number>[];
}

async function checkNetWorth(client: TestClient, rows: readonly TransactionView[], invoices: InvoiceView[]): Promise<void> {
  for (const basis of ["instalment", "invoice", "payment"] as const) {
    const { months } = await ask<Worth>(client, `/reports/net_worth?${PERIOD}&basis=${basis}`);
    for (const [index, month] of MONTHS.entries()) {
      const end = new Date(Date.parse(MONTHS[index + 1] ?? "2026-05-01") - 86_400_000).toISOString().slice(0, 10);
      const past = rows.filter((row) => row.credit_card_id === null && row.date <= end);
      const accounts = 9_300 + total(past.filter(({ paid }) => paid));
      const owed = invoices
        .filter((each) => (basis === "invoice" ? dueMonth(each.id) <= month : each.starting_date <= end))
        .reduce((sum, each) => sum + each.amount_cents, 0);
      const payments = past.filter((row) => row.paid_credit_card_id !== null);
      const cards = basis === "payment" ? 0 : owed - total(payments.filter(({ paid }) => paid));
      const predicted = 9_300 + total(past) + (basis === "payment" ? 0 : owed - total(payments));
      const figures = months[index] as Worth["months"][number];
      assert.deepEqual(
        [figures.accounts_cents, figures.credit_cards_cents, figures.net_worth_cents, figures.predicted_net_worth_cents],
        [accounts, cards, accounts + cards, predicted],
        `${basis} ${end}`,
      );
    }
  }
}

test("every figure of every report equals a sum over the rows of the API, by every basis, whatever is in the space", async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (all) => {
      const client = await someone();
      const { accounts, cards } = await fillRandomly(client, all);
      const rows = await list(client, "2024-01-01", "2028-12-31");
      const on = (target: number | undefined): Choice => ({
        query: `&account_id=${target}`,
        has: (row) => (row.credit_card_id ?? row.account_id) === target,
      });
      const tagged = (tag: string): Choice => ({
        query: `&tag=${encodeURIComponent(tag)}`,
        has: (row) => row.tags.some(({ name }) => name === tag),
      });
      const both = {
        query: on(cards[1]).query + tagged("casa").query,
        has: (row: TransactionView) => on(cards[1]).has(row) && tagged("casa").has(row),
      };
      const years = "start_date=2024-01-01&end_date=2028-12-31";
      const invoices = (
        await Promise.all(cards.map((card) => ask<InvoiceView[]>(client, `/credit_cards/${card}/invoices?${years}`)))
      ).flat();
      for (const basis of BASES) {
        for (const choice of [EVERYTHING, on(accounts[0]), on(cards[0]), tagged("x'y"), both])
          await checkCategories(client, rows, basis, choice);
        await checkCashFlow(client, rows, invoices, basis);
      }
      await checkNetWorth(client, rows, invoices);
      assert.equal(rows.filter(isNeutral).length, rows.filter((row) => row.oposite_account_id ?? row.paid_credit_card_id).length);
    }),
    { numRuns: 6, seed: 14 },
  );
});

test("GET /reports/categories: a television in three instalments counts as each basis says", async () => {
  const client = await someone();
  const card = await newCard(client, { closing_day: 5, due_day: 10 });
  const parts = { installments_attributes: { periodicity: "monthly", total: 3 } };
  const row = await create(client, {
    description: "TV",
    amount_cents: -90_000,
    credit_card_id: card,
    date: "2025-10-20",
    ...parts,
  });
  await client.post(`/credit_cards/${card}/invoices/${row.credit_card_invoice_id}/payments`, {
    amount_cents: 30_000,
    date: "2025-12-02",
  });
  const figures = async (basis: Basis) => {
    const { categories } = await ask<Categories>(client, `/reports/categories?${PERIOD}&basis=${basis}&kind=expenses`);
    return categories.flatMap(({ months }) => months.map((each) => [each.date, each.total_cents, each.predicted_total_cents]));
  };
  assert.deepEqual(await figures("purchase"), [["2025-10-01", -90_000, -90_000]]);
  assert.deepEqual(
    await figures("instalment"),
    ["2025-10-01", "2025-11-01", "2025-12-01"].map((date) => [date, -30_000, -30_000]),
  );
  assert.deepEqual(
    await figures("invoice"),
    ["2025-11-01", "2025-12-01", "2026-01-01"].map((date) => [date, -30_000, -30_000]),
  );
  assert.deepEqual(await figures("payment"), [
    ["2025-12-01", -30_000, -60_000],
    ["2026-01-01", 0, -30_000],
  ]);
  assert.deepEqual((await ask<Categories>(client, `/reports/categories?${PERIOD}&kind=earnings`)).categories, []);
  await client.delete(`/credit_cards/${card}`);
  for (const basis of BASES)
    assert.equal((await ask<Categories>(client, `/reports/categories?${PERIOD}&basis=${basis}`)).categories.length, 1);
});

test("periodicity puts the months of a report together: years are cut into whole steps, the first of a period begins where that does", async () => {
  const client = await someone();
  const card = await newCard(client);
  for (const [index, month] of MONTHS.entries()) {
    const on = index % 2 === 0 ? { credit_card_id: card } : { paid: true };
    await create(client, { description: "x", amount_cents: -(10 ** index), date: `${month.slice(0, 8)}07`, ...on });
  }
  const STEPS = {
    monthly: MONTHS,
    bimonthly: ["2025-10-01", "2025-11-01", "2026-01-01", "2026-03-01"],
    trimonthly: ["2025-10-01", "2026-01-01", "2026-04-01"],
    sixmonthly: ["2025-10-01", "2026-01-01"],
    yearly: ["2025-10-01", "2026-01-01"],
  };
  const stepsOf = (report: string, periodicity: string) =>
    ask<Flows & Categories>(client, `/reports/${report}?${PERIOD}&periodicity=${periodicity}`);
  for (const [periodicity, starts] of Object.entries(STEPS)) {
    const stepOf = (month: string) => starts.findLast((start) => start <= month);
    const flows = await stepsOf("cash_flow", periodicity);
    const single = await stepsOf("cash_flow", "monthly");
    assert.deepEqual([flows.months.map(({ date }) => date), flows.result_cents], [starts, single.result_cents], periodicity);
    for (const { date, ...figures } of flows.months)
      for (const [name, cents] of Object.entries(figures)) {
        const parts = single.months.filter((each) => stepOf(each.date) === date).map((each) => each[name] as number);
        assert.equal(
          cents,
          parts.reduce((sum, each) => sum + each, 0),
          `${periodicity} ${date} ${name}`,
        );
      }
    const months = async (length: string) => (await stepsOf("categories", length)).categories.flatMap((each) => each.months);
    const byStep = Map.groupBy(await months("monthly"), ({ date }) => stepOf(date));
    assert.deepEqual(
      (await months(periodicity)).map((each) => [each.date, each.total_cents]),
      [...byStep].map(([date, each]) => [date, each.reduce((sum, { total_cents: cents }) => sum + cents, 0)]),
    );
    const ends = (await stepsOf("net_worth", "monthly")).months.filter(
      ({ date }, index) => stepOf(MONTHS[index + 1] ?? "9999") !== stepOf(date) || index === MONTHS.length - 1,
    );
    assert.deepEqual((await stepsOf("net_worth", periodicity)).months, ends);
  }
});

test("reports refuse each wrong parameter on its field, and strangers", async () => {
  const client = await someone();
  for (const report of ["categories", "cash_flow", "net_worth"]) {
    assert.deepEqual(wrongFields(await client.get(`/reports/${report}?basis=x&start_date=y&periodicity=daily`)), [
      "start_date",
      "periodicity",
      "basis",
    ]);
    assert.deepEqual(wrongFields(await client.get(`/reports/${report}?start_date=2010-01-01&end_date=2020-01-31`)), ["end_date"]);
    assert.equal((await finance.call(`/reports/${report}`)).status, 401);
    const empty = await ask<{ start_date: string; end_date: string }>(client, `/reports/${report}?end_date=2015-06-06`);
    assert.deepEqual([empty.start_date, empty.end_date], ["2015-01-01", "2015-12-31"]);
  }
  assert.deepEqual(wrongFields(await client.get("/reports/categories?kind=none")), ["kind"]);
  for (const wrong of ["account_id=1987654321", "account_id=x", "tag=%20"])
    assert.deepEqual(wrongFields(await client.get(`/reports/categories?${wrong}`)), [wrong.split("=")[0]]);
  assert.deepEqual(wrongFields(await client.get("/reports/net_worth?basis=purchase")), ["basis"]);
});
