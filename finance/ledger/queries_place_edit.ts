// What becomes of the place of rows that are changed, an account or a card, and of the invoices that they are on.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { invoiceOn, seriesInvoice } from "./queries_invoice.ts";
import { dateAfter } from "./queries_series.ts";

export interface PlaceEdit {
  place: { accountId: number } | { creditCardId: number } | undefined;
  /** The invoice that the client named, of this row; null where the date shall say it. Undefined: as it was, unless something else moves. */
  invoice: number | null | undefined;
}

/** Expressions over a row of the table: its account and its card afterwards, of which one is null. */
export function newPlace({ place }: PlaceEdit, table: "transactions" | "series"): { account: Sql; card: Sql } {
  if (place === undefined) return { account: trusted(`${table}.account_id`), card: trusted(`${table}.credit_card_id`) };
  const [accountId, cardId] = "accountId" in place ? [place.accountId, null] : [null, place.creditCardId];
  return { account: sql`${accountId}::int`, card: sql`${cardId}::int` };
}

/** The row that the edit is about, after it. */
export interface EditedRow {
  day: string;
  occurrence: number | null;
  /** Null where other rows of its series are not in scope. */
  periodicity: string | null;
  /** The invoice it was on. */
  invoice: number | null;
}

/**
 * Expressions over a row of `transactions`: its invoice afterwards, and whether the client named it. `day`: its date afterwards. Where no
 * invoice is named, one that was named before stays as long as the card does; else the date says it.
 */
export function newInvoice(spaceId: number, edit: PlaceEdit, row: EditedRow, day: Sql): { invoice: Sql; pinned: Sql } {
  const { card } = newPlace(edit, "transactions");
  const isOnCard = sql`${card} is not null`;
  if (typeof edit.invoice === "number") return { invoice: sql`case when ${isOnCard} then ${named()} end`, pinned: isOnCard };
  const derived = invoiceOn(spaceId, card, day);
  if (edit.invoice === null) return { invoice: sql`case when ${isOnCard} then ${derived} end`, pinned: sql`false` };
  const stays = sql`(invoice_pinned and coalesce(transactions.credit_card_id = ${card}, false))`;
  return {
    invoice: sql`case when ${stays} then credit_card_invoice_id when ${isOnCard} then ${derived} end`,
    pinned: stays,
  };

  function named(): Sql {
    const pinned = sql`${edit.invoice}::int`;
    if (row.periodicity === null) return pinned;
    const periodicity = sql`${row.periodicity}::text`;
    return seriesInvoice(spaceId, {
      ...{ card, day, pinned, anchor: sql`${row.day}::date`, periodicity },
      steps: sql`occurrence - ${row.occurrence}::int`,
    });
  }
}

/**
 * An expression over a row of `series`: the invoice of the occurrence at its anchor, if the client named one. `movesAnchor`: the row that
 * the edit is about becomes the anchor.
 */
export function newSeriesPin(spaceId: number, edit: PlaceEdit, row: EditedRow, movesAnchor: boolean): Sql {
  const { card } = newPlace(edit, "series");
  if (edit.invoice === null) return sql`null::int`;
  if (edit.invoice !== undefined) {
    const pinned = sql`${edit.invoice}::int`;
    const steps = sql`(${row.occurrence}::int - anchor_occurrence)`;
    const counted = seriesInvoice(spaceId, {
      ...{ card, pinned, day: sql`series.anchor_date`, periodicity: sql`series.periodicity` },
      anchor: dateAfter(sql`series.anchor_date`, sql`series.periodicity`, steps),
      steps: sql`- ${steps}`,
    });
    return sql`case when ${card} is not null then ${movesAnchor ? pinned : counted} end`;
  }
  const kept = movesAnchor ? sql`coalesce(${row.invoice}::int, pinned_invoice)` : sql`pinned_invoice`;
  return sql`case when pinned_invoice is not null and series.credit_card_id = ${card} then ${kept} end`;
}
