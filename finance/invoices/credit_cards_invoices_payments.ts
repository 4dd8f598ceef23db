// /credit_cards/:id/invoices/:number/payments: what paid for an invoice. A payment is also a transaction of its account.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readOneOf } from "../fields/readers.ts";
import { refuse, submit, throwIfInvalid } from "../fields/record.ts";
import { NOTES_BODY_BYTES } from "../fields/schemas.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { presentTransaction, TransactionReply } from "../rows/row.ts";
import { NO_CARD, showRow } from "../rows/transaction_row.ts";
import { changePayment, type PaymentKey, removePayment } from "./change_payment.ts";
import { readInvoiceNumber } from "./number.ts";
import { payInvoice } from "./pay_invoice.ts";
import { PaymentBody } from "./payment_fields.ts";
import { listPayments } from "./queries.ts";

interface InvoicePath {
  id: string;
  number: string;
}
interface PaymentPath extends InvoicePath {
  payment_id: string;
}
const InvoiceParams = Type.Object({ id: Type.String(), number: Type.String() });
const PaymentParams = Type.Object({ ...InvoiceParams.properties, payment_id: Type.String() });

const SHAPES = ["object", "array"] as const;
const MOST_PAYMENTS = 50_000;

const keyIn = ({ id, number, payment_id: paymentId }: PaymentPath): PaymentKey => ({
  creditCardId: readPathId(id),
  invoice: readInvoiceNumber(number),
  paymentId: readPathId(paymentId, Number.MAX_SAFE_INTEGER),
});

export const getInvoicePayments = endpoint({
  method: "GET",
  path: "/credit_cards/:id/invoices/:number/payments",
  access: "reader",
  summary:
    "The newest payment of an invoice, [] without any; with shape=array, or with FINANCE_UPSTREAM_ANSWERS, all of them, newest first",
  params: InvoiceParams,
  query: Type.Object({
    shape: Type.Optional(
      Type.String({ enum: [...SHAPES], description: "array answers a list always, object 404 without a payment" }),
    ),
  }),
  readsFields: true,
  reply: Type.Union([TransactionReply, Type.Array(TransactionReply)]),
  handle: async ({ params, query, config, db, caller }) => {
    const creditCardId = readPathId(params.id);
    const number = readInvoiceNumber(params.number);
    const record = submit(query, undefined);
    const { value: shape, problems } = readOneOf(record, "shape", SHAPES);
    throwIfInvalid(record, {}, problems);
    const isList = shape === "array" || (shape === undefined && config.upstreamAnswers);
    const question = { spaceId: caller.spaceId, creditCardId, first: number, last: number };
    const payments = await listPayments(db, question, isList ? MOST_PAYMENTS + 1 : 1);
    if (!payments || (payments.length === 0 && shape === "object")) throw fail.recordUnknown();
    if (payments.length > MOST_PAYMENTS) refuse(record, {}, "shape", { kind: "tooMany", values: { most: MOST_PAYMENTS } });
    const views = payments.map((row) => presentTransaction(showRow(row, NO_CARD), caller.timeZone));
    // No documentation says what an invoice without a payment answers, and clients read a 404 as a failure.
    return isList ? views : (views[0] ?? []);
  },
});

export const postInvoicePayments = writeEndpoint<InvoicePath>({
  method: "POST",
  path: "/credit_cards/:id/invoices/:number/payments",
  summary: "Pay an invoice: what is owed, from the account that pays for the card, today, unless given",
  params: InvoiceParams,
  body: PaymentBody,
  bodyLimitBytes: NOTES_BODY_BYTES,
  reply: TransactionReply,
  status: 201,
  handle: (input) => payInvoice(input, readPathId(input.params.id), readInvoiceNumber(input.params.number)),
});

export const putInvoicePayment = writeEndpoint<PaymentPath>({
  method: "PUT",
  path: "/credit_cards/:id/invoices/:number/payments/:payment_id",
  summary: "Change a payment; what is absent stays as it is",
  params: PaymentParams,
  body: PaymentBody,
  bodyLimitBytes: NOTES_BODY_BYTES,
  reply: TransactionReply,
  handle: (input) => changePayment(input, keyIn(input.params)),
});

export const deleteInvoicePayment = writeEndpoint<PaymentPath>({
  method: "DELETE",
  path: "/credit_cards/:id/invoices/:number/payments/:payment_id",
  summary: "Delete a payment",
  params: PaymentParams,
  body: Type.Object({}),
  reply: TransactionReply,
  handle: (input) => removePayment(input, keyIn(input.params)),
});
