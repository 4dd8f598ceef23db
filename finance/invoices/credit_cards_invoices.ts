// GET /credit_cards/:id/invoices and GET /credit_cards/:id/invoices/:number: a card's invoices, by the month in which they are due.
// invoice.ts computes invoices from sums, and find_invoice.ts reads them. present_invoice.ts and status.ts make the view, explain.ts
// the explanation, and check.ts the comparison with the bank's bill. pay_invoice.ts and change_payment.ts write payments.
import { Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, farProperties } from "../extension/far_days.ts";
import { readPathId } from "../fields/path_id.ts";
import { readYearPeriod } from "../fields/period.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { LenientDay } from "../fields/schemas.ts";
import { presentTransaction, TransactionReply } from "../rows/row.ts";
import { findFullInvoice, findInvoices } from "./find_invoice.ts";
import { numbersIn, readInvoiceNumber } from "./number.ts";
import { InvoiceReply, invoiceProperties, presentInvoice } from "./present_invoice.ts";

const Day = (which: string) => Type.Optional(LenientDay(`YYYY-MM-DD; ${which} due date. One bound alone means its whole year`));

export const getInvoices = endpoint({
  method: "GET",
  path: "/credit_cards/:id/invoices",
  access: "reader",
  summary:
    "The invoices of a card that are due in a period, the current year unless given, oldest first; also those without anything",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ start_date: Day("the first"), end_date: Day("the last") }),
  readsFields: true,
  reply: Type.Array(InvoiceReply),
  replyHeaders: FAR_HEADERS,
  handle: async ({ params, query, db, caller, now }) => {
    const creditCardId = readPathId(params.id);
    const record = submit(query, undefined);
    const today = dayIn(caller.timeZone, now);
    const { value: period, problems } = readYearPeriod(record, today);
    throwIfInvalid(record, {}, problems);
    const question = { spaceId: caller.spaceId, creditCardId, ...numbersIn(period) };
    const { invoices, completeUntil } = await findInvoices({ db, caller, now }, question);
    const due = invoices.filter((each) => each.due >= period.start && each.due <= period.end);
    const views = due.map((each) => presentInvoice(each, creditCardId, today));
    return answerFar(views, completeUntil);
  },
});

export const getInvoice = endpoint({
  method: "GET",
  path: "/credit_cards/:id/invoices/:number",
  access: "reader",
  summary: "An invoice with what was bought on it and what paid for it, newest first",
  params: Type.Object({ id: Type.String(), number: Type.String() }),
  reply: Type.Object({
    ...invoiceProperties,
    transactions: Type.Array(TransactionReply),
    payments: Type.Array(TransactionReply),
    ...farProperties,
  }),
  replyHeaders: FAR_HEADERS,
  handle: async ({ params, db, caller, now }) => {
    const creditCardId = readPathId(params.id);
    const number = readInvoiceNumber(params.number);
    const question = { spaceId: caller.spaceId, creditCardId, first: number, last: number };
    const { invoice, purchases, payments, completeUntil } = await findFullInvoice({ db, caller, now }, question, "together");
    const view = {
      ...presentInvoice(invoice, creditCardId, dayIn(caller.timeZone, now)),
      transactions: purchases.map((row) => presentTransaction(row, caller.timeZone)),
      payments: payments.map((row) => presentTransaction(row, caller.timeZone)),
    };
    return answerFar(view, completeUntil);
  },
});
