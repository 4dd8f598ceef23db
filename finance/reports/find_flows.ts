// Reads what came in and went out in the months of a period, each counting when its basis says.
import type { Db } from "../../kernel/sql/database.ts";
import { byInvoice, owedOf } from "../billing/balance.ts";
import { invoiceDueOn, periodOf } from "../billing/cycle.ts";
import { findReach } from "../extension/queries.ts";
import { monthOf } from "../invoices/number.ts";
import { monthsAtMoment } from "../months/requested_months.ts";
import { listOwingCards } from "../rows/queries_cards.ts";
import { type Basis, listMoved } from "./basis.ts";
import { ALL_ROWS } from "./chosen.ts";
import { findDues } from "./dues.ts";
import { type Flow, flowsByMonth } from "./flows.ts";
import type { Span } from "./months.ts";
import { listAccountFlows, listCategoryMonths, listDueAmounts, listInvoiceAmounts, listPaymentMonths } from "./queries.ts";

export async function findFlows(tx: Db, spaceId: number, asked: Span, basis: Basis) {
  const span = { ...asked, months: await monthsAtMoment(tx, spaceId, asked.months) };
  const flows: Flow[] = [];
  const add = (flow: Flow) => flows.push(flow);
  const [reach, accounts] = await Promise.all([
    findReach(tx, spaceId),
    listAccountFlows(tx, spaceId, span),
    onCards[basis](tx, spaceId, span, add),
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

type Find = (tx: Db, spaceId: number, span: Span, add: (flow: Flow) => void) => Promise<void>;

const ofAll: Find = async (tx, spaceId, span, add) => {
  for (const each of await listCategoryMonths(tx, spaceId, span)) add({ ...each, flow: "credit_cards" });
};

const onCards: Record<Basis, Find> = {
  instalment: ofAll,
  purchase: async (tx, spaceId, span, add) => {
    const [moved] = await Promise.all([
      listMoved(tx, { spaceId, span, chosen: ALL_ROWS }, "purchase"),
      ofAll(tx, spaceId, span, add),
    ]);
    for (const each of moved) add(each);
  },
  invoice: async (tx, spaceId, span, add) => {
    const dues = await findDues(tx, spaceId, span);
    if (dues) {
      for (const { month, cents } of await listDueAmounts(tx, spaceId, dues))
        add({ month, flow: "credit_cards", paid_cents: cents, unpaid_cents: 0 });
      return;
    }
    for (const { invoice, cents } of await listInvoiceAmounts(tx, spaceId, span.days))
      add({ month: monthOf(invoice), flow: "credit_cards", paid_cents: cents, unpaid_cents: 0 });
  },
  payment: async (tx, spaceId, span, add) => {
    const { start, end } = span.days;
    const [payments, cards] = await Promise.all([
      listPaymentMonths(tx, spaceId, span),
      listOwingCards(tx, spaceId, invoiceDueOn(end)),
    ]);
    for (const each of payments) add({ ...each, flow: "credit_cards" });
    for (const { days, sums } of cards)
      for (const { invoice, cents } of owedOf(byInvoice(sums))) {
        const { due } = periodOf(days, invoice);
        if (due >= start && due <= end)
          add({ month: span.months.of(due), flow: "credit_cards", paid_cents: 0, unpaid_cents: -cents });
      }
  },
};
