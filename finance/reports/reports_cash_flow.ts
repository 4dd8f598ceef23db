// GET /reports/cash_flow: what came in and went out, month by month. Transfers between the own accounts are neither.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import { owedAsPlanned } from "../billing/owed.ts";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, farProperties, readFar } from "../extension/far_days.ts";
import { findReach } from "../extension/queries.ts";
import type { Period } from "../fields/period.ts";
import { readOneOf } from "../fields/readers.ts";
import { judge, submit } from "../fields/record.ts";
import { monthOf } from "../invoices/number.ts";
import { listOwingCards } from "../rows/queries_cards.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { BASES, type Basis, BasisField, listMoved } from "./basis.ts";
import { type Flow, FlowProperties, flowsByMonth, presentFlows } from "./flows.ts";
import { EndField, readMonths, StartField } from "./months.ts";
import { listAccountFlows, listCategoryMonths, listInvoiceAmounts, listPaymentMonths } from "./queries.ts";

export const getReportsCashFlow = endpoint({
  method: "GET",
  path: "/reports/cash_flow",
  access: "reader",
  summary: "What came in and went out in each month of a period, the current year unless given",
  query: Type.Object({
    start_date: Type.Optional(StartField),
    end_date: Type.Optional(EndField),
    basis: Type.Optional(
      BasisField(
        BASES,
        "payment",
        "When what is on cards counts. payment: as money leaves accounts for invoices. invoice: in the month in which its invoice is due. " +
          "instalment: each instalment on its own day. purchase: a purchase in instalments whole on the day of its first, also on accounts.",
      ),
    ),
  }),
  readsFields: true,
  reply: Type.Object({
    start_date: Type.String({ format: "date" }),
    end_date: Type.String({ format: "date" }),
    basis: Type.String({ enum: [...BASES] }),
    ...FlowProperties,
    months: Type.Array(
      Type.Object({ date: Type.String({ format: "date", description: "The first day of the month" }), ...FlowProperties }),
    ),
    ...farProperties,
  }),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, db, caller, now }) => {
    const record = submit(query, undefined);
    const period = readMonths(record, dayIn(caller.timeZone, now));
    const basis = readOneOf(record, "basis", BASES) ?? "payment";
    judge(record, {});
    const { found, completeUntil } = await readFar(
      { db, caller, now },
      () => atOneMoment(db, (tx) => findFlows(tx, caller.spaceId, period, basis)),
      ({ reach }) => ({ end: period.end, extendedThrough: reach?.extended_through ?? period.end }),
    );
    const shown = presentFlows(found.flows, period);
    return answerFar({ start_date: period.start, end_date: period.end, basis, ...shown }, completeUntil);
  },
});

async function findFlows(tx: Db, spaceId: number, period: Period, basis: Basis) {
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
    const [moved] = await Promise.all([listMoved(tx, spaceId, period, "purchase"), ofAll(tx, spaceId, period, add)]);
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
    for (const { sums, planned } of cards)
      for (const { invoice, cents } of owedAsPlanned(sums, planned))
        if (invoice >= first && invoice <= last)
          add({ month: monthOf(invoice), flow: "credit_cards", paid_cents: 0, unpaid_cents: -cents });
  },
};
