// GET /invoices: the invoices of all cards, by the day on which they are due.
import { Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, readFar } from "../extension/far_days.ts";
import { checkLength, type Period, readYearPeriod } from "../fields/period.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { LenientDay } from "../fields/schemas.ts";
import { joinProblems } from "../fields/with_problems.ts";
import { type Invoice, invoicesOf } from "./invoice.ts";
import { numbersIn } from "./number.ts";
import { invoiceProperties, presentInvoice } from "./present_invoice.ts";
import { type CardInvoices, findInvoicesOfAll } from "./queries_all.ts";

const Day = (which: string) => Type.Optional(LenientDay(`YYYY-MM-DD; ${which} due date. One bound alone means its whole year`));

export const getAllInvoices = endpoint({
  method: "GET",
  path: "/invoices",
  access: "reader",
  summary:
    "The invoices of all cards that are due in a period of at most ten years, the current year unless given, by due date; without those " +
    "whose figures are all 0",
  query: Type.Object({ start_date: Day("the first"), end_date: Day("the last") }),
  readsFields: true,
  reply: Type.Array(
    Type.Object({
      ...invoiceProperties,
      installments_cents: Type.Integer({ description: "How much of amount_cents are instalments of purchases in parts" }),
    }),
  ),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, db, caller, now }) => {
    const record = submit(query, undefined);
    const today = dayIn(caller.timeZone, now);
    const { value: period, problems } = readYearPeriod(record, today);
    throwIfInvalid(record, {}, joinProblems(problems, checkLength(period)));
    const { result, completeUntil } = await readFar(
      { db, caller, now },
      () => findInvoicesOfAll(db, { spaceId: caller.spaceId, ...numbersIn(period) }),
      ({ extended_through: extendedThrough }) => ({ end: period.end, extendedThrough }),
    );
    const views = result.cards.flatMap((card) => showCard(card, period, today));
    views.sort((one, other) => one.date.localeCompare(other.date) || one.credit_card_id - other.credit_card_id);
    return answerFar(views, completeUntil);
  },
});

function showCard({ id, days, sums, installments }: CardInvoices, { start, end }: Period, today: string) {
  if (sums.length === 0) return [];
  const { first, last } = numbersIn({ start, end });
  const parts = new Map(installments.map(({ invoice, cents }) => [invoice, cents]));
  return invoicesOf({ days, sums }, first, last)
    .filter((invoice) => invoice.due >= start && invoice.due <= end && holdsAnything(invoice))
    .map((invoice) => ({ ...presentInvoice(invoice, id, today), installments_cents: parts.get(invoice.number) ?? 0 }));
}

function holdsAnything({ amountCents, previousCents, hasPayment }: Invoice): boolean {
  return amountCents !== 0 || previousCents !== 0 || hasPayment;
}
