// What the statements of a request read and send does not grow with the years that somebody has booked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sql, sql } from "../kernel/sql/sql.ts";
import { bookRows } from "./integrity/testing.ts";
import { buildSpaceMonths } from "./months/build_space_months.ts";
import { explainRun, nodesOf, OF_SPACE, type Plan, statementsOf } from "./testing/plans.ts";
import { TRUSTING } from "./testing/quick_client.ts";
import { shareTestFinance } from "./testing.ts";

const finance = shareTestFinance(TRUSTING);

test("what a report, a list, a forecast, a balance, an invoice and a write read of rows, put into order and are sent does not grow with the years", async () => {
  const [few, many] = [await costsAfter(6), await costsAfter(30)];
  for (const [path, costs] of Object.entries(many))
    for (const [name, most] of Object.entries(MORE)) {
      const [before, after] = [few[path] as Cost, costs].map((each) => each[name as keyof Cost]) as [number, number];
      assert.ok(after <= 1.5 * before + most, `${path}: ${name} are ${after} after 30 years, ${before} after 6`);
    }
  const invoices = [few, many].map((costs) => (costs[PAID_MONTH] as Cost).invoices) as [number, number];
  assert.ok(
    invoices[1] <= invoices[0] + 5,
    `a month that is paid reads ${invoices[1]} invoices after 30 years, ${invoices[0]} after 6`,
  );
  assert.ok((few["/forecast"] as Cost).rows > 100, "the check itself must be able to fail");
});

/** Two purchases on a card, whose invoices are paid as of the one before. */
const BOUGHT_MONTH = "/transactions?start_date=2025-12-02&end_date=2026-01-02";

const PAID_MONTH = "/balances?start_date=2025-10-01&end_date=2025-10-31";

/** Of the requests of somebody who has booked for so long. */
async function costsAfter(years: number): Promise<Record<string, Cost>> {
  const { db } = finance.service.world;
  const member = await finance.member(`years${years}@example.com`);
  const card = (await member.post("/credit_cards", { name: "card", closing_day: 5, due_day: 10 })).body as { id: number };
  await bookRows(db, member.spaceId, rowsOfYears(years, card.id));
  await db.run(sql`analyze transactions, card_invoices`);
  assert.equal((await member.put("/spaces/months", { start_day: 5 })).status, 200);
  await buildSpaceMonths(db, member.spaceId);
  const costs: Record<string, Cost> = {};
  for (const path of [
    ...OF_SPACE,
    BOUGHT_MONTH,
    "/overview",
    "/reports/cash_flow",
    "/reports/net_worth?basis=payment",
    "/reports/categories",
    "/forecast",
    "/balances",
    PAID_MONTH,
    "/credit_cards/:id/invoices/312",
  ]) {
    costs[path] = await costOf(await statementsOf(db, () => member.get(path.replace(":id", String(card.id)))));
  }
  let bought = 0;
  const purchase = { description: "x", amount_cents: -100, credit_card_id: card.id, date: "2026-01-10" };
  for (const [name, write] of Object.entries<() => Promise<{ status: number; text: string; body: unknown }>>({
    "a purchase": () => member.post("/transactions", purchase),
    "a change of it": () => member.put(`/transactions/${bought}`, { date: "2026-01-20" }),
    "a change of many": () => member.post("/transactions/bulk", { ids: [bought], set: { notes: "x" } }),
    "new days of the card": () =>
      member.put(`/credit_cards/${card.id}`, { closing_day: 6, due_day: 12, update_invoices_since: "2026-01-01" }),
  })) {
    const statements = await statementsOf(db, async () => {
      const reply = await write();
      assert.ok(reply.status < 300, `${name}: ${reply.text}`);
      bought ||= (reply.body as { id: number }).id;
    });
    // A post belongs to the version that it was made for.
    costs[name] = await costOf(statements.filter(({ text }) => !/\bpost_\w+\(/.test(text)));
  }
  return costs;
}

async function costOf(statements: readonly Sql[]): Promise<Cost> {
  const { db } = finance.service.world;
  const plans = await Promise.all(statements.map((statement) => explainRun(db, sql`select 1`, statement)));
  const answers = await Promise.all(statements.map((statement) => db.many(statement)));
  const nodes = plans.flatMap(nodesOf);
  return {
    rows: touchedBy(nodes.filter((node) => node["Relation Name"] === "transactions")),
    ordered: touchedBy(nodes.filter((node) => node["Node Type"] === "WindowAgg")),
    bytes: JSON.stringify(answers).length,
    invoices: touchedBy(nodes.filter((node) => node["Relation Name"] === "card_invoices")),
  };
}

function rowsOfYears(years: number, cardId: number) {
  const months = Array.from({ length: years * 12 }, (_, index) => new Date(Date.UTC(2026, -index, 1)).toISOString().slice(0, 8));
  const unpaid = months.flatMap((month) =>
    ["02", "09", "16", "23"].map((day) => ({ amount_cents: -1, date: month + day, paid: false })),
  );
  const bought = months.map((month, index) => ({
    credit_card_id: cardId,
    credit_card_invoice_id: 312 - index,
    amount_cents: -1,
    date: `${month}02`,
  }));
  const paid = bought.map(({ credit_card_invoice_id: invoice, date }) => ({
    paid_credit_card_id: cardId,
    paid_credit_card_invoice_id: invoice,
    amount_cents: -1,
    date,
  }));
  return [...unpaid, ...bought, ...paid.slice(1)];
}

/** Counts of a request: rows read, rows sorted, bytes sent by the database, and sums of invoices read. */
type Cost = Record<keyof typeof MORE | "invoices", number>;

/** By which a cost may differ that is nearly nothing. */
const MORE = { rows: 5, ordered: 5, bytes: 200 };

function touchedBy(nodes: readonly Plan[]): number {
  return nodes.reduce(
    (sum, node) =>
      sum + (Number(node["Actual Rows"]) + Number(node["Rows Removed by Filter"] ?? 0)) * Number(node["Actual Loops"]),
    0,
  );
}
