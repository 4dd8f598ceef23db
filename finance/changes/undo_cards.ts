// Purchases are on the invoices that the days of their card say, whichever of the two came back last.
import { type DayHistory, invoiceOn } from "../billing/cycle.ts";
import type { Reader } from "../post/reader.ts";
import { keyText, type StoredCardDays } from "../tables/tables.ts";
import type { ChangedRows } from "./changed_rows.ts";
import { listPurchaseDays, listPurchasesOn, listRows } from "./queries_undo.ts";

/** The database deletes the days of a card with it; here they go by themselves, so that the log holds them. */
export function takeDaysAlong(changed: ChangedRows, daysOf: (cardId: number) => readonly StoredCardDays[]): void {
  for (const { net, restored } of changed.of("credit_cards")) {
    if (restored) continue;
    for (const row of daysOf(net.entityId))
      if (!changed.has("card_days", keyText("card_days", row))) changed.set("card_days", row, undefined);
  }
}

export async function followCards(read: Reader, spaceId: number, changed: ChangedRows): Promise<void> {
  const purchases = changed
    .of("transactions")
    .flatMap(({ current, restored }) =>
      restored?.credit_card_id ? [{ current, restored, cardId: restored.credit_card_id }] : [],
    );
  const goes = (cardId: number) => changed.has("credit_cards", cardId) && !changed.find("credit_cards", cardId)?.restored;
  const days = changed.of("card_days");
  const withOtherDays = new Set(days.map(({ net }) => net.entityId).filter((cardId) => !goes(cardId)));
  const cards = new Set([...withOtherDays, ...purchases.map(({ cardId }) => cardId)]);
  if (cards.size === 0) return;
  const daysAfter = new Map(
    (await listRows(read, spaceId, "card_days", [...cards])).map((row) => [keyText("card_days", row), row]),
  );
  for (const { net, restored } of days) restored ? daysAfter.set(net.key, restored) : daysAfter.delete(net.key);
  const histories = new Map([...cards].map((cardId) => [cardId, historyOf(daysAfter.values(), cardId)]));
  const invoiceFor = (cardId: number, date: string) => invoiceOn(histories.get(cardId) as DayHistory, date);
  for (const { current, restored, cardId } of purchases) {
    const invoice = restored.invoice_pinned ? {} : { credit_card_invoice_id: invoiceFor(cardId, restored.date) };
    // What is on a card counts as paid, whatever the row was meanwhile.
    changed.set("transactions", current, { ...restored, ...invoice, paid: true });
  }
  for (const cardId of withOtherDays) {
    const groups = await listPurchaseDays(read, spaceId, cardId);
    const misplaced = groups.filter(({ date, invoice }) => invoice !== invoiceFor(cardId, date));
    for (const row of await listPurchasesOn(read, spaceId, cardId, misplaced))
      if (!changed.has("transactions", row.id))
        changed.set("transactions", row, { ...row, credit_card_invoice_id: invoiceFor(cardId, row.date) });
  }
}

function historyOf(days: Iterable<StoredCardDays>, cardId: number): DayHistory {
  return [...days]
    .filter((row) => row.credit_card_id === cardId)
    .map((row) => ({ fromInvoice: row.from_invoice, closingDay: row.closing_day, dueDay: row.due_day }))
    .sort((one, other) => one.fromInvoice - other.fromInvoice);
}
