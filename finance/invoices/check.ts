// An invoice against the bank's bill, as the API shows it.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { checkKey } from "./check_key.ts";
import type { CheckRow } from "./queries_checks.ts";

export const CheckReply = Type.Object({
  id: Type.Integer(),
  credit_card_id: Type.Integer(),
  invoice_id: Type.Integer(),
  transaction_ids: Type.Array(Type.Integer(), { description: "Rows of the invoice that were found on the bill" }),
  checked_cents: Type.Integer({ description: "Their sum" }),
  amount_cents: Type.Integer({ description: "What was bought on the invoice, as the invoice itself says it" }),
  bill_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: "What the bill says was bought, negative as amount_cents; null where nobody has said it",
  }),
  difference_cents: Type.Integer({
    description: "What is left to find: bill_cents, or amount_cents where that is null, less checked_cents",
  }),
  updated_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "null where nothing was checked yet",
  }),
});

export function presentCheck(check: CheckRow, timeZone: string) {
  const { credit_card_id: creditCardId, invoice, stored, amount_cents: amountCents, ticked, ticked_cents: checkedCents } = check;
  const billCents = stored?.bill_cents ?? null;
  return {
    id: checkKey(creditCardId, invoice).id,
    credit_card_id: creditCardId,
    invoice_id: invoice,
    transaction_ids: ticked,
    checked_cents: checkedCents,
    amount_cents: amountCents,
    bill_cents: billCents,
    difference_cents: (billCents ?? amountCents) - checkedCents,
    updated_at: stored ? momentText(new Date(stored.updated_at), timeZone) : null,
  };
}
