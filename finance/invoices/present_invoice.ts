// An invoice as the API shows it.
import { Type } from "typebox";
import type { Invoice } from "./invoice.ts";
import { STATUSES, statusOf } from "./status.ts";

const Day = Type.String({ format: "date" });

export const invoiceProperties = {
  id: Type.Integer({ description: "(year - 2000) * 12 + month - 1 of the due date; each card has its own" }),
  date: Type.String({ format: "date", description: "When it is due" }),
  starting_date: Day,
  closing_date: Day,
  amount_cents: Type.Integer({ description: "What was bought is negative, refunds are positive" }),
  payment_amount_cents: Type.Integer({ description: "Negative, as it left an account; planned payments do not count" }),
  balance_cents: Type.Integer({ description: "previous_balance_cents + amount_cents - payment_amount_cents; negative: owed" }),
  previous_balance_cents: Type.Integer({ description: "The balance of the invoice before if that has a payment, else 0" }),
  credit_card_id: Type.Integer(),
  status: Type.String({
    enum: [...STATUSES],
    description:
      "With a payment: paid if nothing is owed, else partial, and the rest is on the next invoice. Without: future, open, then overdue " +
      "if something is owed after the due day, else closed",
  }),
};

export const InvoiceReply = Type.Object(invoiceProperties);

export function presentInvoice(invoice: Invoice, creditCardId: number, today: string) {
  return {
    id: invoice.number,
    date: invoice.due,
    starting_date: invoice.starting,
    closing_date: invoice.closing,
    amount_cents: invoice.amountCents,
    payment_amount_cents: invoice.paymentCents,
    balance_cents: invoice.balanceCents,
    previous_balance_cents: invoice.previousCents,
    credit_card_id: creditCardId,
    status: statusOf(invoice, today),
  };
}
