// The id of an invoice's check, which is made of the card's id and the invoice.
import { FIRST_KEPT_INVOICE } from "../billing/cycle.ts";

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
