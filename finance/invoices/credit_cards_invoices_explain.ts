// GET /credit_cards/:id/invoices/:number/explain: every row of an invoice and the rule that put each cent there.
import { type TUnsafe, Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, farProperties } from "../extension/far_days.ts";
import { readPathId } from "../fields/path_id.ts";
import { wantsEnglish } from "../fields/problems.ts";
import { daysOf, explainInvoice } from "./explain.ts";
import { RULES } from "./explain_texts.ts";
import { findFullInvoice } from "./find_invoice.ts";
import { readInvoiceNumber } from "./number.ts";
import { invoiceProperties, presentInvoice } from "./present_invoice.ts";

const IntegerOrNull: TUnsafe<number | null> = Type.Unsafe<number | null>({ type: ["integer", "null"] });

const LineReply = Type.Object({
  rule: Type.String({ enum: [...RULES] }),
  text: Type.String({ description: "In Portuguese, in English with Accept-Language: en" }),
  amount_cents: Type.Integer({ description: "What it adds to the balance" }),
  balance_cents: Type.Integer({ description: "What the balance is after it" }),
  transaction_id: IntegerOrNull,
  invoice_id: Type.Unsafe<number | null>({ type: ["integer", "null"], description: "Where it comes from" }),
});

export const getInvoiceExplain = endpoint({
  method: "GET",
  path: "/credit_cards/:id/invoices/:number/explain",
  access: "reader",
  summary: "Why an invoice is what it is: a line for each row and each rule, of which the last is the balance",
  params: Type.Object({ id: Type.String(), number: Type.String() }),
  reply: Type.Object({
    ...invoiceProperties,
    closing_day: Type.Integer({ description: "The card's day that holds for this invoice" }),
    due_day: Type.Integer(),
    lines: Type.Array(LineReply),
    ...farProperties,
  }),
  replyHeaders: FAR_HEADERS,
  handle: async ({ params, request, db, caller, now }) => {
    const creditCardId = readPathId(params.id);
    const number = readInvoiceNumber(params.number);
    const question = { spaceId: caller.spaceId, creditCardId, first: number, last: number };
    const full = await findFullInvoice({ db, caller, now }, question, "each");
    const { closingDay, dueDay } = daysOf(full.facts.days, number);
    const explained = {
      ...presentInvoice(full.invoice, creditCardId, dayIn(caller.timeZone, now)),
      closing_day: closingDay,
      due_day: dueDay,
      lines: explainInvoice(full, wantsEnglish(request.headers["accept-language"]) ? "en" : "pt-BR"),
    };
    return answerFar(explained, full.completeUntil);
  },
});
