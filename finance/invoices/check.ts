// An invoice against the bank's bill, as the API shows it.
import { Type } from "typebox";
import { FIRST_KEPT_INVOICE } from "../billing/cycle.ts";
import { momentText } from "../calendar/moment.ts";
import type { FoundCheck } from "./queries_checks.ts";

export interface CheckKey {
  id: number;
  creditCardId: number;
  invoice: number;
}

/** More than there are; a rule of the table has the same numbers. */
const INVOICES_OF_A_CARD = 2_048;

/** An invoice has one check, whose id says which invoice that is. */
export function checkKey(creditCardId: number, invoice: number): CheckKey {
  return { id: creditCardId * INVOICES_OF_A_CARD + invoice - FIRST_KEPT_INVOICE, creditCardId, invoice };
}

export function checkKeyOf(id: number): CheckKey {
  return checkKey(Math.floor(id / INVOICES_OF_A_CARD), (id % INVOICES_OF_A_CARD) + FIRST_KEPT_INVOICE);
}

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

export function presentCheck(found: FoundCheck, timeZone: string) {
  const { credit_card_id: creditCardId, invoice, stored, amount_cents: amountCents, ticked, ticked_cents: checkedCents } = found;
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
