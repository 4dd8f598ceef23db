// An invoice as the API shows it.
import { Type } from "typebox";
import type { Statement } from "./statement.ts";
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

export function presentInvoice(statement: Statement, creditCardId: number, today: string) {
  return {
    id: statement.number,
    date: statement.due,
    starting_date: statement.starting,
    closing_date: statement.closing,
    amount_cents: statement.amountCents,
    payment_amount_cents: statement.paymentCents,
    balance_cents: statement.balanceCents,
    previous_balance_cents: statement.previousCents,
    credit_card_id: creditCardId,
    status: statusOf(statement, today),
  };
}
