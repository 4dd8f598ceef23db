// Converts a whole Organizze account to a file for POST /exports/restore. It is pure: the same source gives the same file.
import { type DayHistory, FIRST_CARD_DAY, invoiceDueOn, invoiceOn, LAST_CARD_DAY } from "../../finance/billing/cycle.ts";
import { isDay } from "../../finance/calendar/day.ts";
import { FILE_FORMAT, FILE_VERSION } from "../../finance/exports/json_file.ts";
import { usualEnd } from "../../finance/extension/how_far.ts";
import { MOST_CENTS } from "../../finance/money/cents.ts";
import { PLAIN_ROW } from "../../finance/rows/stored_row.ts";
import { budgets as budgetTable } from "../../finance/tables/budgets.ts";
import { absentValues } from "../../finance/tables/table.ts";
import type { StoredRow, Tables } from "../../finance/tables/tables.ts";
import { daysFrom } from "./card_days.ts";
import { categoriesFrom } from "./categories.ts";
import { idOrNull, isCents, tagsOf, textOf, textOrNull, timesOf } from "./fields.ts";
import { extendedThrough, type FoundSeries, seriesFrom } from "./series.ts";
import type { Source, SourceRecord } from "./source.ts";

/** Tables that Organizze has too. */
type Moved = "categories" | "accounts" | "credit_cards" | "card_days" | "series" | "transactions" | "budgets";

export type Document = { [Name in Moved]: Tables[Name][] } & {
  format: string;
  format_version: number;
  exported_at: string;
  version: number;
  space: Record<string, unknown>;
};

export interface Conversion {
  document: Document;
  /** Records that could not be imported unchanged. */
  notes: string[];
}

export function documentFrom(source: Source, { today, now }: { today: string; now: Date }): Conversion {
  const moment = now.toISOString();
  const notes = [...source.warnings];
  const { rows: categories, pointers } = categoriesFrom(source, moment);
  const accounts = source.accounts.map((each) => accountFrom(each, source.openings.get(each.id) ?? 0, moment));
  const cards = source.cards.map((each) => cardFrom(each, source, moment, notes));
  const histories = new Map(source.cards.map((each) => [each.id, daysFrom(each, source.invoices.get(each.id) ?? [])]));
  const existing = { accounts: idsOf(accounts), cards: histories, categories: idsOf(categories) };
  const byId = new Map(source.transactions.map((row) => [row.id, row]));
  const rows: StoredRow[] = [];
  for (const each of source.transactions) {
    const row = rowFrom(each, {
      existing: existing,
      byId,
      invoices: source.invoices,
      otherwise: pointers.default_expenses_category_id,
      moment,
    });
    if (typeof row === "string") notes.push(`transaction ${each.id} (${textOf(each.description, 40)}): ${row}`);
    else rows.push(row);
  }
  separateLegs(rows, notes);
  separatePayments(rows, notes);
  const series = numberSeries(rows, byId, today, notes);
  const openAccount =
    source.accounts.find((each) => each.default === true && each.archived !== true) ??
    source.accounts.find((each) => each.archived !== true) ??
    source.accounts[0];
  const openCard =
    source.cards.find((each) => each.default === true && each.archived !== true) ??
    source.cards.find((each) => each.archived !== true);
  return {
    notes,
    document: {
      ...{ format: FILE_FORMAT, format_version: FILE_VERSION, exported_at: moment, version: 0 },
      space: {
        ...pointers,
        default_account_id: openAccount?.id ?? null,
        default_credit_card_id: openCard?.id ?? null,
        extended_through: extendedThrough(series, usualEnd(today)),
      },
      ...{ categories, accounts, credit_cards: cards, card_days: [...histories].flatMap(([id, days]) => cardDaysFrom(id, days)) },
      ...{
        series,
        transactions: rows,
        budgets: budgetsFrom(source, idsOf(categories.filter(({ kind }) => kind !== "none")), notes),
      },
    } as Document,
  };
}

const idsOf = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => id));

function accountFrom(each: SourceRecord, openingCents: number, now: string): Tables["accounts"] {
  const type = (["checking", "savings"] as const).find((kind) => kind === each.type) ?? "other";
  return {
    ...{
      id: each.id,
      name: textOf(each.name, 255, "?"),
      description: textOrNull(each.description, 255),
      type,
      archived: each.archived === true,
    },
    ...{ institution_id: textOf(each.institution_id, 255, "default"), institution_name: textOrNull(each.institution_name, 255) },
    ...{ hide_balance: each.hide_balance === true, opening_cents: openingCents, ...timesOf(each, now) },
  };
}

function cardFrom(each: SourceRecord, { accounts }: Source, now: string, notes: string[]): Tables["credit_cards"] {
  const payer = idOrNull(each.payment_account_id);
  const limit = each.limit_cents ?? 0;
  const isLimit = isCents(limit) && limit >= 0 && limit <= MOST_CENTS;
  if (!isLimit) notes.push(`card ${each.id} (${textOf(each.name, 40)}): its limit cannot be stored, so it is left out`);
  return {
    ...{ id: each.id, name: textOf(each.name, 255, "?"), description: textOrNull(each.description, 255) },
    ...{ card_network: textOrNull(each.card_network, 255), limit_cents: isLimit ? limit : 0, archived: each.archived === true },
    ...{ institution_id: textOf(each.institution_id, 255, "default"), institution_name: textOrNull(each.institution_name, 255) },
    ...{ payment_account_id: accounts.some(({ id }) => id === payer) ? payer : null, ...timesOf(each, now) },
  };
}

function cardDaysFrom(credit_card_id: number, history: DayHistory): Tables["card_days"][] {
  return history.map(({ fromInvoice, closingDay, dueDay }) => ({
    ...{ credit_card_id, from_invoice: fromInvoice, closing_day: closingDay, due_day: dueDay },
  }));
}

interface Around {
  existing: { accounts: ReadonlySet<number>; cards: ReadonlyMap<number, DayHistory>; categories: ReadonlySet<number> };
  byId: ReadonlyMap<number, SourceRecord>;
  invoices: Source["invoices"];
  /** The category for rows whose own category is missing. */
  otherwise: number;
  moment: string;
}

/** A row, or the reason why it cannot be imported. */
function rowFrom(each: SourceRecord, { existing, byId, invoices, otherwise, moment }: Around): StoredRow | string {
  const { date } = each;
  const card = idOrNull(each.credit_card_id) ?? (each.account_type === "CreditCard" ? idOrNull(each.account_id) : null);
  const account = card === null ? idOrNull(each.account_id) : null;
  const category = idOrNull(each.category_id);
  const amount = each.amount_cents;
  if (!isDay(date)) return "its date is invalid";
  if (!isCents(amount)) return `its amount cannot be read (${JSON.stringify(amount)}), so it is left out`;
  if (Math.abs(amount) > MOST_CENTS) return "its amount is too large";
  if (card === null && (account === null || !existing.accounts.has(account))) return "its account does not exist";
  const history = card === null ? undefined : existing.cards.get(card);
  if (card !== null && !history) return "its card does not exist";
  if (card !== null && (date < FIRST_CARD_DAY || date > LAST_CARD_DAY)) return "its date is out of range for cards";
  const number = (cardId: number, id: unknown) => {
    const listed = (invoices.get(cardId) ?? []).find((invoice) => invoice.id === id)?.date;
    return typeof listed === "string" ? invoiceDueOn(listed) : idOrNull(id);
  };
  const ofDate = history && invoiceOn(history, date);
  const invoice = card === null ? null : (number(card, each.credit_card_invoice_id) ?? (ofDate as number));
  const paidCard = card === null ? idOrNull(each.paid_credit_card_id) : null;
  const paidInvoice =
    paidCard !== null && existing.cards.has(paidCard) ? number(paidCard, each.paid_credit_card_invoice_id) : null;
  const other = byId.get(idOrNull(each.oposite_transaction_id) ?? 0);
  const isLeg = card === null && paidInvoice === null && other !== undefined && idOrNull(other.account_id) !== account;
  return {
    ...PLAIN_ROW,
    ...{ id: each.id, account_id: account, credit_card_id: card, credit_card_invoice_id: invoice },
    invoice_pinned: card !== null && invoice !== ofDate,
    category_id: category !== null && existing.categories.has(category) ? category : otherwise,
    ...{
      description: textOf(each.description, 255, "?"),
      date,
      paid: card !== null || each.paid === true,
      amount_cents: amount + 0,
    },
    ...{ notes: textOrNull(each.notes, 10_000), tags: tagsOf(each.tags), recurring: each.recurring === true },
    total_installments: typeof each.total_installments === "number" && each.total_installments > 1 ? each.total_installments : 1,
    ...(isLeg && { oposite_transaction_id: other.id, oposite_account_id: idOrNull(other.account_id) }),
    ...(paidInvoice !== null && { paid_credit_card_id: paidCard, paid_credit_card_invoice_id: paidInvoice }),
    ...(timesOf(each, moment) as Pick<StoredRow, "created_at" | "updated_at">),
  };
}

/** Transfer legs that do not match become two plain rows. */
function separateLegs(rows: StoredRow[], notes: string[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    if (row.oposite_transaction_id === null) continue;
    const other = byId.get(row.oposite_transaction_id);
    const mirrors =
      other &&
      row.amount_cents !== 0 &&
      other.oposite_transaction_id === row.id &&
      other.account_id === row.oposite_account_id &&
      other.amount_cents === -row.amount_cents &&
      other.date === row.date &&
      other.paid === row.paid;
    if (mirrors) continue;
    notes.push(
      `transaction ${row.id} (${row.description.slice(0, 40)}): its other leg does not match, so both become plain transactions`,
    );
    for (const each of [row, ...(other && other.oposite_transaction_id === row.id ? [other] : [])])
      Object.assign(each, { oposite_transaction_id: null, oposite_account_id: null });
  }
}

/** Rows that pay an invoice without an outgoing amount become plain. */
function separatePayments(rows: StoredRow[], notes: string[]): void {
  for (const row of rows) {
    if (row.paid_credit_card_id === null || row.amount_cents < 0) continue;
    notes.push(
      `transaction ${row.id} (${row.description.slice(0, 40)}): it pays an invoice without an outgoing amount, so it becomes a plain transaction`,
    );
    Object.assign(row, { paid_credit_card_id: null, paid_credit_card_invoice_id: null });
  }
}

/** Numbers the rows of series; rows without a recognizable rule become plain. */
function numberSeries(
  rows: StoredRow[],
  byId: ReadonlyMap<number, SourceRecord>,
  today: string,
  notes: string[],
): Tables["series"][] {
  const isPlain = (row: StoredRow) => row.oposite_transaction_id !== null || row.paid_credit_card_id !== null;
  const recurrenceOf = (row: StoredRow) =>
    isPlain(row) || (!row.recurring && row.total_installments === 1) ? null : idOrNull(byId.get(row.id)?.recurrence_id);
  const number = (row: StoredRow) => idOrNull(byId.get(row.id)?.installment) ?? 1;
  const groups = Map.groupBy(rows, recurrenceOf);
  const allSeries: FoundSeries[] = [];
  for (const [id, some] of groups) {
    const created = id === null ? undefined : seriesFrom(id, some, number, today);
    if (created) allSeries.push(created);
    else if (id !== null)
      notes.push(
        `recurrence ${id} (${some[0]?.description.slice(0, 40)}): its dates follow no known rule, so its ${some.length} transactions become plain ones`,
      );
    for (const row of some)
      Object.assign(
        row,
        created
          ? { ...created.ofEach, series_id: id, occurrence: created.occurrences.get(row.id) }
          : { recurring: false, total_installments: 1 },
      );
  }
  return allSeries.map(({ series }) => series).sort((one, other) => one.id - other.id);
}

function budgetsFrom({ budgets }: Source, categories: ReadonlySet<number>, notes: string[]): Tables["budgets"][] {
  const byMonth = new Map<string, Tables["budgets"]>();
  for (const each of budgets) {
    const category = idOrNull(each.category_id);
    const amount = each.amount_in_cents ?? each.amount_cents;
    const isAmount = isCents(amount) && amount >= 0 && amount <= MOST_CENTS;
    if (category === null || !categories.has(category) || !isDay(each.date) || !isAmount) {
      notes.push(`a budget of ${String(each.date)}: its category or amount cannot be stored`);
      continue;
    }
    const date = `${each.date.slice(0, 8)}01`;
    const activity = each.activity_type === 1 ? 1 : 0;
    byMonth.set(`${category} ${date} ${activity}`, {
      id: byMonth.size + 1,
      category_id: category,
      date,
      activity_type: activity,
      amount_cents: amount,
      ...absentValues(budgetTable),
    });
  }
  return [...byMonth.values()];
}
