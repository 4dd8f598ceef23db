// The rows of a new transaction: one, or those of its series.
import type { SumsByInvoice } from "../billing/balance.ts";
import { type DayHistory, invoiceOn } from "../billing/cycle.ts";
import { overInstalments } from "../money/proportion.ts";
import { splitInto, withCents } from "../rows/parts.ts";
import { plainFieldsOf } from "../rows/plain_fields.ts";
import { PLAIN_ROW } from "../rows/stored_row.ts";
import { lastThrough, rowOf } from "../series/occurrences.ts";
import type { StoredParts } from "../tables/parts.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import { type AccountOrCard, accountOrCardColumns } from "./account_or_card.ts";
import type { NewSeries, NewTransaction } from "./new_transaction.ts";

export interface Target {
  accountOrCard: AccountOrCard;
  categoryId: number;
  /** Of instalments those of the total. */
  parts: StoredParts | null;
  /** Of the card, where it is one. */
  days: DayHistory;
  /** They tell whether the first row is paid. */
  paidSums: SumsByInvoice;
}

interface Moment {
  /** Fixed series have their rows up to this day. */
  extendedThrough: string;
  today: string;
  now: Date;
  /** Who writes them. */
  userId: number | null;
}

export interface NewRows {
  /** Without ids: they are drawn when it is known how many there are. */
  series: StoredSeries | undefined;
  /** In the order of their occurrences. */
  rows: StoredRow[];
}

const NO_ID = 0;

export function newRows(transaction: NewTransaction, target: Target, moment: Moment): NewRows {
  if (transaction.series) return seriesRows(transaction, transaction.series, target, moment);
  const at = moment.now.toISOString();
  const accountOrCard = accountOrCardColumns(target.accountOrCard);
  const isOnCard = accountOrCard.credit_card_id !== null;
  const { pinnedInvoice } = transaction;
  const row: StoredRow = {
    ...PLAIN_ROW,
    ...accountOrCard,
    id: NO_ID,
    credit_card_invoice_id: isOnCard ? (pinnedInvoice ?? invoiceOn(target.days, transaction.date)) : null,
    invoice_pinned: isOnCard && pinnedInvoice !== undefined,
    category_id: target.categoryId,
    parts: target.parts,
    refund_of_id: transaction.refundOfId ?? null,
    ...plainFieldsOf(transaction),
    date: transaction.date,
    paid: isOnCard || transaction.paid,
    amount_cents: transaction.amountCents,
    created_at: at,
    created_by_id: moment.userId,
    updated_at: at,
  };
  return { series: undefined, rows: [row] };
}

function seriesRows(first: NewTransaction, newSeries: NewSeries, target: Target, moment: Moment): NewRows {
  const isFixed = newSeries.kind === "fixed";
  const at = moment.now.toISOString();
  const accountOrCard = accountOrCardColumns(target.accountOrCard);
  const isOnCard = accountOrCard.credit_card_id !== null;
  const series: StoredSeries = {
    ...accountOrCard,
    id: NO_ID,
    kind: newSeries.kind,
    periodicity: newSeries.periodicity,
    total_installments: isFixed ? 1 : newSeries.occurrences,
    total_cents: isFixed ? null : first.amountCents + newSeries.laterCents * (newSeries.occurrences - 1),
    anchor_date: first.date,
    anchor_occurrence: 1,
    last_occurrence: 1,
    ended: false,
    pinned_invoice: isOnCard ? (first.pinnedInvoice ?? null) : null,
    category_id: target.categoryId,
    parts: isFixed ? target.parts : null,
    ...plainFieldsOf(first),
    amount_cents: newSeries.laterCents,
    created_at: at,
    created_by_id: moment.userId,
    updated_at: at,
  };
  const last = isFixed
    ? Math.max(Math.min(lastThrough(series, moment.extendedThrough), newSeries.occurrences), 1)
    : newSeries.occurrences;
  const rows = Array.from({ length: last }, (_, index) => rowOf(series, index + 1, NO_ID, { ...moment, days: target.days }));
  rows[0] = { ...rows[0]!, amount_cents: first.amountCents, paid: isOnCard || first.paid };
  return { series: { ...series, last_occurrence: last }, rows: isFixed ? rows : splitInstalments(rows, target.parts) };
}

/** The parts of the purchase over its instalments, so that those of an instalment sum to it, and a part to what it is of the whole. */
function splitInstalments(rows: StoredRow[], parts: StoredParts | null): StoredRow[] {
  if (!parts) return rows;
  const instalments = rows.map((row) => row.amount_cents);
  const columns = overInstalments(
    instalments,
    parts.map((part) => part.amount_cents),
  );
  return rows.map((row, index) => ({ ...row, ...splitInto(withCents(parts, columns[index]!), row.category_id) }));
}
