import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import type { Forecast } from "../forecast/project.ts";
import { fillRandomly, operations } from "../reports/testing.ts";
import { shareTestFinance, type TestClient } from "../testing.ts";
import { list, wrongFields } from "../transactions/testing.ts";
import type { showOverview } from "./show_overview.ts";

const finance = shareTestFinance();
const TODAY = "2026-01-15";
before(async () => {
  finance.clock.set(`${TODAY}T12:00:00Z`);
});

type Overview = ReturnType<typeof showOverview>;

async function ask<Body>(client: TestClient, path: string): Promise<Body> {
  const reply = await client.get(path);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Body;
}

let members = 0;
const someone = () => finance.member(`overview${++members}@example.com`);

test("GET /overview says of each part what the endpoint of that part says, whatever is in the space", async () => {
  await fc.assert(
    fc.asyncProperty(operations, fc.constantFrom("2025-12", "2026-01", "2026-03"), async (all, month) => {
      const client = await someone();
      const { cards } = await fillRandomly(client, all);
      const overview = await ask<Overview>(client, `/overview?month=${month}`);
      const days = `start_date=${month}-01&end_date=${month}-31`;
      const balances = await ask<{ balance: number; predicted_balance: number }>(client, `/balances?${days}`);
      const { days: ofForecast, ...forecast } = await ask<Forecast>(client, "/forecast?days=60");
      const flows = await ask<{ months: Record<string, number>[] }>(client, `/reports/cash_flow?${days}`);
      const { date: _, ...flow } = flows.months[0] as Record<string, unknown>;
      assert.deepEqual([overview.date, overview.month], [TODAY, `${month}-01`]);
      assert.equal(overview.balance_cents, forecast.balance_cents);
      assert.deepEqual(
        [overview.month_balance_cents, overview.predicted_month_balance_cents],
        [balances.balance, balances.predicted_balance],
      );
      const further = await ask<Forecast>(client, "/forecast?days=80");
      const asForecast = further.days.find(({ date }) => date === `${month}-31`)?.balance_cents;
      assert.equal(overview.expected_month_balance_cents, month < TODAY.slice(0, 7) ? balances.balance : asForecast);
      assert.deepEqual(overview.cash_flow, flow);
      const compact = ofForecast.map(({ date, balance_cents }) => ({ date, balance_cents }));
      assert.deepEqual(overview.forecast, { ...forecast, days: compact });
      const rows = ofForecast.flatMap((day) => day.rows);
      const overdue = rows.filter(({ date }) => date < TODAY);
      assert.deepEqual(
        [overview.overdue.count, overview.overdue.amount_cents],
        [overdue.length, overdue.reduce((cents, row) => cents + row.amount_cents, 0)],
      );
      assert.deepEqual(
        new Set(overview.due_soon.map((row) => JSON.stringify(row))),
        new Set(
          rows
            .filter((row) => row.date >= TODAY && row.date <= "2026-01-25" && row.amount_cents < 0 && !row.paid)
            .map((row) => JSON.stringify(row)),
        ),
      );
      for (const card of cards) {
        const listed = await ask<Record<string, unknown>>(client, `/credit_cards/${card}`);
        const of = overview.credit_cards.find((each) => each.credit_card_id === card) as Overview["credit_cards"][number];
        for (const name of ["name", "limit_cents", "outstanding_cents", "available_cents"] as const)
          assert.equal(of[name], listed[name]);
        const { transactions, payments, ...invoice } = await ask<Record<string, unknown>>(
          client,
          `/credit_cards/${card}/invoices/${of.open_invoice.id}`,
        );
        assert.deepEqual(of.open_invoice, invoice);
        assert.ok(of.open_invoice.starting_date <= TODAY && TODAY <= of.open_invoice.closing_date);
      }
      assert.ok((await list(client, "2024-01-01", "2026-12-31")).length >= overview.due_soon.filter(isRow).length);
    }),
    { numRuns: 4, seed: 14 },
  );
});

const isRow = ({ kind }: { kind: string }) => kind === "transaction";

test("GET /overview lists the limits that are used up most, leaves archived cards out, and refuses what is no month", async () => {
  const ana = await someone();
  const create = async (path: string, body: object) => {
    const reply = await ana.post(path, body);
    assert.equal(reply.status, 201, reply.text);
    return (reply.body as { id: number }).id;
  };
  const limits: number[] = [];
  for (const used of [10, 90, 50, 20, 70, 30]) {
    const category_id = await create("/categories", { name: `used ${used}` });
    limits.push(await create("/budgets", { category_id, amount_cents: 100, year: 2026, month: 1 }));
    await create("/transactions", { description: "x", amount_cents: -used, category_id, date: TODAY });
  }
  const card = await create("/credit_cards", { name: "Velho", closing_day: 5, due_day: 10 });
  await ana.put(`/credit_cards/${card}`, { archived: true });
  const overview = await ask<Overview>(ana, "/overview");
  assert.deepEqual(
    overview.budgets.map(({ id }) => id),
    [limits[1], limits[4], limits[2], limits[5], limits[3]],
  );
  assert.deepEqual(overview.credit_cards, []);
  assert.deepEqual((await ask<Overview>(ana, "/overview?month=2026-02")).budgets, []);
  assert.equal((await ask<Overview>(ana, "/overview?month=2028-01")).expected_month_balance_cents, null);
  for (const wrong of ["2026-13", "2026", "x", "1899-12"])
    assert.deepEqual(wrongFields(await ana.get(`/overview?month=${wrong}`)), ["month"]);
  assert.equal((await finance.call("/overview")).status, 401);
});
