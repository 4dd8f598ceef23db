// Invoices of a space's own months: each belongs to the month that holds the day on which it is due.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { invoiceDueOn, periodOf } from "../billing/cycle.ts";
import { listCardDays } from "../rows/queries_cards.ts";
import type { Span } from "./months.ts";

export interface Due {
  credit_card_id: number;
  invoice: number;
  month: string;
}
export type Dues = readonly Due[];

/** Undefined where months are those of the calendar: the number of an invoice names one. */
export async function findDues(db: Db, spaceId: number, { months, days }: Span): Promise<Dues | undefined> {
  if (months.sums === "calendar") return;
  const cards = Map.groupBy(await listCardDays(db, spaceId), ({ credit_card_id: id }) => id);
  const dues: Due[] = [];
  for (const [id, history] of cards)
    for (let invoice = invoiceDueOn(days.start); invoice <= invoiceDueOn(days.end); invoice++) {
      const { due } = periodOf(history, invoice);
      if (due >= days.start && due <= days.end) dues.push({ credit_card_id: id, invoice, month: months.of(due) });
    }
  return dues;
}

/** As a table of a statement, `due`. */
export function dueTable(dues: Dues): Sql {
  const [cards, invoices, months] = [
    dues.map(({ credit_card_id: id }) => id),
    dues.map(({ invoice }) => invoice),
    dues.map(({ month }) => month),
  ];
  return sql`unnest(${cards}::int[], ${invoices}::int[], ${months}::date[]) as due (credit_card_id, invoice, month)`;
}
