// Reads what came in and went out in the months of a period, each counting when its basis says.
import type { Db } from "../../kernel/sql/database.ts";
import { byInvoice, owedOf } from "../billing/balance.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import { findReach } from "../extension/queries.ts";
import type { Period } from "../fields/period.ts";
import { monthOf } from "../invoices/number.ts";
import { listOwingCards } from "../rows/queries_cards.ts";
import { type Basis, listMoved } from "./basis.ts";
import { ALL_ROWS } from "./chosen.ts";
import { type Flow, flowsByMonth } from "./flows.ts";
import { listAccountFlows, listCategoryMonths, listInvoiceAmounts, listPaymentMonths } from "./queries.ts";

export async function findFlows(tx: Db, spaceId: number, period: Period, basis: Basis) {
  const flows: Flow[] = [];
  const add = (flow: Flow) => flows.push(flow);
  const [reach, accounts] = await Promise.all([
    findReach(tx, spaceId),
    listAccountFlows(tx, spaceId, period),
    onCards[basis](tx, spaceId, period, add),
  ]);
  for (const each of accounts) {
    add({ month: each.month, flow: "earnings", paid_cents: each.paid_earnings, unpaid_cents: each.unpaid_earnings });
    add({ month: each.month, flow: "expenses", paid_cents: each.paid_expenses, unpaid_cents: each.unpaid_expenses });
    // Of all that was earned and spent, what no account had was on cards.
    if (basis === "instalment" || basis === "purchase")
      add({
        month: each.month,
        flow: "credit_cards",
        paid_cents: -each.paid_earnings - each.paid_expenses,
        unpaid_cents: -each.unpaid_earnings - each.unpaid_expenses,
      });
  }
  return { reach, flows: flowsByMonth(flows) };
}

type Find = (tx: Db, spaceId: number, period: Period, add: (flow: Flow) => void) => Promise<void>;

const ofAll: Find = async (tx, spaceId, period, add) => {
  for (const each of await listCategoryMonths(tx, spaceId, period)) add({ ...each, flow: "credit_cards" });
};

const onCards: Record<Basis, Find> = {
  instalment: ofAll,
  purchase: async (tx, spaceId, period, add) => {
    const [moved] = await Promise.all([
      listMoved(tx, { spaceId, months: period, chosen: ALL_ROWS }, "purchase"),
      ofAll(tx, spaceId, period, add),
    ]);
    for (const each of moved) add(each);
  },
  invoice: async (tx, spaceId, period, add) => {
    for (const { invoice, cents } of await listInvoiceAmounts(tx, spaceId, period))
      add({ month: monthOf(invoice), flow: "credit_cards", paid_cents: cents, unpaid_cents: 0 });
  },
  payment: async (tx, spaceId, period, add) => {
    const [first, last] = [invoiceDueOn(period.start), invoiceDueOn(period.end)];
    const [payments, cards] = await Promise.all([listPaymentMonths(tx, spaceId, period), listOwingCards(tx, spaceId, last)]);
    for (const each of payments) add({ ...each, flow: "credit_cards" });
    for (const { sums } of cards)
      for (const { invoice, cents } of owedOf(byInvoice(sums)))
        if (invoice >= first && invoice <= last)
          add({ month: monthOf(invoice), flow: "credit_cards", paid_cents: 0, unpaid_cents: -cents });
  },
};
