// The days of a card: since when others hold, and which invoices that gives.
import { type CardDays, type DayHistory, FIRST_INVOICE, firstDueSince, invoiceOn, newestDays } from "../billing/cycle.ts";
import type { StoredCardDays } from "../tables/tables.ts";

export function storedDays(creditCardId: number, history: DayHistory): StoredCardDays[] {
  return history.map(({ fromInvoice, closingDay, dueDay }) => ({
    credit_card_id: creditCardId,
    from_invoice: fromInvoice,
    closing_day: closingDay,
    due_day: dueDay,
  }));
}

/**
 * The first invoice that new days apply to: of the given day, or the open one, since closed invoices do not change. Undefined if
 * no days are new.
 */
export function newDays(
  history: DayHistory,
  days: Omit<CardDays, "fromInvoice">,
  since: string | undefined,
  today: string,
): CardDays | undefined {
  // Where they were lost, what is given holds for all invoices.
  if (history.length === 0) return { ...days, fromInvoice: FIRST_INVOICE };
  const newest = newestDays(history);
  if (days.closingDay === newest.closingDay && days.dueDay === newest.dueDay) return;
  return { ...days, fromInvoice: since === undefined ? invoiceOn(history, today) : firstDueSince(days, since) };
}
