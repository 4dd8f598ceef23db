// Purchases are on the invoices that the days of their card say, whichever of the two came back last.
import { type DayHistory, invoiceOn } from "../billing/cycle.ts";
import type { Reader } from "../post/reader.ts";
import { keyText } from "../tables/tables.ts";
import type { Undone } from "./inverse.ts";
import type { Row } from "./net.ts";
import { listPurchaseDays, listPurchasesOn, listRows } from "./queries_undo.ts";

/** The database deletes the days of a card with it; here they go by themselves, so that the log holds them. */
export function takeDaysAlong(changed: Map<string, Undone>, daysOf: (cardId: number) => readonly Row[]): void {
  for (const { net, restored } of [...changed.values()]) {
    if (net.table !== "credit_cards" || restored) continue;
    for (const row of daysOf(net.entityId)) {
      const key = keyText("card_days", row);
      if (!changed.has(`card_days ${key}`)) changed.set(`card_days ${key}`, goingDays(key, row));
    }
  }
}

function goingDays(key: string, current: Row): Undone {
  const about = { table: "card_days", key, entity: "card_days", entityId: current.credit_card_id as number } as const;
  return { net: { ...about, before: {}, after: {}, wasThere: true, isThere: true }, current, restored: undefined };
}

export async function followCards(read: Reader, spaceId: number, changed: Map<string, Undone>): Promise<void> {
  const all = [...changed.values()];
  const purchases = all.filter(({ net, restored }) => net.table === "transactions" && restored?.credit_card_id);
  const goes = (cardId: number) => changed.has(`credit_cards ${cardId}`) && !changed.get(`credit_cards ${cardId}`)?.restored;
  const withOtherDays = all.filter(({ net }) => net.table === "card_days" && !goes(net.entityId)).map(({ net }) => net.entityId);
  const cards = new Set([...withOtherDays, ...purchases.map(({ restored }) => restored?.credit_card_id as number)]);
  if (cards.size === 0) return;
  const days = new Map((await listRows(read, spaceId, "card_days", [...cards])).map((row) => [keyText("card_days", row), row]));
  for (const { net, restored } of all)
    if (net.table === "card_days") restored ? days.set(net.key, restored) : days.delete(net.key);
  const histories = new Map([...cards].map((cardId) => [cardId, historyOf(days.values(), cardId)]));
  const invoiceFor = (cardId: unknown, date: unknown) => invoiceOn(histories.get(cardId as number) as DayHistory, date as string);
  for (const each of purchases) {
    const restored = each.restored as Row;
    // What is on a card counts as paid, whatever the row was meanwhile.
    const invoice = restored.invoice_pinned ? {} : { credit_card_invoice_id: invoiceFor(restored.credit_card_id, restored.date) };
    each.restored = { ...restored, ...invoice, paid: true };
  }
  for (const cardId of new Set(withOtherDays)) {
    const groups = await listPurchaseDays(read, spaceId, cardId);
    const misplaced = groups.filter(({ date, invoice }) => invoice !== invoiceFor(cardId, date));
    for (const row of await listPurchasesOn(read, spaceId, cardId, misplaced)) {
      const name = `transactions ${row.id}`;
      if (!changed.has(name)) changed.set(name, movedPurchase(row, invoiceFor(cardId, row.date)));
    }
  }
}

function historyOf(days: Iterable<Row>, cardId: number): DayHistory {
  return [...days]
    .filter((row) => row.credit_card_id === cardId)
    .map((row) => ({ fromInvoice: Number(row.from_invoice), closingDay: Number(row.closing_day), dueDay: Number(row.due_day) }))
    .sort((one, other) => one.fromInvoice - other.fromInvoice);
}

function movedPurchase(row: Row, invoice: number): Undone {
  const about = { table: "transactions", key: String(row.id), entity: "transaction", entityId: row.id as number } as const;
  const net = { ...about, before: {}, after: {}, wasThere: true, isThere: true };
  return { net, current: row, restored: { ...row, credit_card_invoice_id: invoice } };
}
