// A card's history of closing and due days, from its invoices: the source returns only the current days.
import { type CardDays, invoiceDueOn, periodOf } from "../../finance/billing/cycle.ts";
import type { SourceRecord } from "./source.ts";

/** `invoices`: of the card, in any order. */
export function daysFrom(card: SourceRecord, invoices: readonly SourceRecord[]): CardDays[] {
  const now = { closingDay: dayOr(card.closing_day, 1), dueDay: dayOr(card.due_day, 10) };
  const sorted = [...invoices].filter(isWhole).sort((one, other) => (one.date < other.date ? -1 : 1));
  const history: CardDays[] = [];
  for (const { date, closing_date: closing } of sorted) {
    const invoice = invoiceDueOn(date);
    const fits = (days: readonly CardDays[]) => {
      const period = periodOf(days, invoice);
      return period.due === date && period.closing === closing;
    };
    if (history.length > 0 && fits(history)) continue;
    const changed = { closingDay: Number(closing.slice(8)), dueDay: Number(date.slice(8)) };
    // If a month has two invoices, the later one counts.
    const before = history.filter(({ fromInvoice }) => fromInvoice < invoice);
    const candidates = [now, changed].map((days) => [...before, { fromInvoice: invoice, ...days }]);
    const fitting = candidates.find(fits) ?? (candidates[1] as CardDays[]);
    history.splice(0, history.length, ...fitting);
  }
  return history.length > 0 ? history : [{ fromInvoice: 0, ...now }];
}

interface Whole {
  date: string;
  closing_date: string;
}

function isWhole(invoice: SourceRecord): invoice is SourceRecord & Whole {
  return [invoice.date, invoice.closing_date].every((day) => typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day));
}

function dayOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && value >= 1 && value <= 31 ? value : otherwise;
}
