// What a calendar says of money that is to come or to go.
import { balanceText } from "../accounts/balance_text.ts";
import { addDays } from "../calendar/day.ts";
import type { Expected } from "../forecast/project.ts";
import type { CalendarEvent } from "./calendar_file.ts";

/** Nobody looks for older ones in a calendar. */
const DAYS_BACK = 365;
export const MOST_EVENTS = 5_000;

/** Oldest first. */
export function eventsOf(
  expected: readonly Expected[],
  { spaceId, today, end }: { spaceId: number; today: string; end: string },
): CalendarEvent[] {
  const first = addDays(today, -DAYS_BACK);
  return expected
    .filter(({ kind, date, paid }) => kind !== "overdue" && !paid && date >= first && date <= end)
    .map((each) => ({ uid: `${keyOf(each)}.space-${spaceId}@cofre`, day: each.date, summary: summaryOf(each) }))
    .sort((one, other) => one.day.localeCompare(other.day) || one.uid.localeCompare(other.uid))
    .slice(0, MOST_EVENTS);
}

function keyOf({ kind, transaction_id: id, credit_card_id: cardId, credit_card_invoice_id: invoice }: Expected): string {
  return kind === "invoice" ? `invoice-${cardId}-${invoice}` : `transaction-${id}`;
}

function summaryOf({ kind, description, amount_cents: cents }: Expected): string {
  const what = kind === "invoice" ? `Fatura ${description}` : description;
  return cents < 0 ? `${what}: pagar ${balanceText(-cents)}` : `${what}: receber ${balanceText(cents)}`;
}
