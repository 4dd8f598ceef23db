// Test support: all that one space holds, as plain lists in memory. Slow and simple: every sum is made anew from the rows.
import { dayOfStep, monthEnd } from "./days.ts";
import { invoiceOn, isSettled, outstandingOf, pinnedOn } from "./invoices.ts";
import type { Account, Card, Category, Model, Row, Series } from "./model.ts";
import { CALENDAR, type MonthRule } from "./months.ts";
import { plainFieldsView } from "./plain_fields.ts";
import { addressesOf } from "./receipt_addresses.ts";
import { partsView } from "./splits.ts";

const NEVER_USED = 1_999_999_999;

/** A space that was just made. */
export function newModel(
  spaceId: number,
  accounts: readonly { id: number; name: string; created_at: string }[],
  categories: Category[],
  today: string,
): Model {
  return {
    spaceId,
    accounts: accounts.map(({ id, name, created_at: at }) => ({
      id,
      name,
      archived: false,
      hidden: false,
      opening: 0,
      createdAt: at,
      updatedAt: at,
    })),
    defaultAccountId: accounts[0]?.id,
    cards: [],
    defaultCardId: undefined,
    budgets: [],
    goals: [],
    categories,
    chosenIcons: [],
    transfersCategoryId: categories.find(({ name }) => name === "Transferências")?.id as number,
    paymentsCategoryId: categories.find(({ name }) => name === "Pagamento de fatura")?.id as number,
    rows: [],
    series: [],
    extendedThrough: monthEnd(today, 24),
    months: CALENDAR,
    file: undefined,
    gone: { account: NEVER_USED, card: NEVER_USED, category: NEVER_USED, budget: NEVER_USED, row: NEVER_USED, goal: NEVER_USED },
    today,
    now: "",
    userId: 0,
  };
}

type Kind = "goal" | "account" | "card" | "place" | "category" | "budget" | "row" | "leg" | "payment";

const GONE: Partial<Record<Kind, keyof Model["gone"]>> = { place: "card", leg: "row", payment: "row" };

/** One of those that are there, now and then one that is not. A number that a generator chose says which. */
export function pick(model: Model, kind: Kind, choice: number): number {
  const gone = model.gone[GONE[kind] ?? (kind as keyof Model["gone"])];
  const ids = idsOf(model, kind);
  return choice % 10 === 9 ? gone : (ids[Math.floor(choice / 10) % ids.length] ?? gone);
}

function idsOf(model: Model, kind: Kind): number[] {
  if (kind === "account") return model.accounts.map(({ id }) => id);
  if (kind === "card") return model.cards.map(({ id }) => id);
  if (kind === "place") return [...model.cards, ...model.accounts].map(({ id }) => id);
  if (kind === "goal") return model.goals.map(({ id }) => id);
  if (kind === "budget") return model.budgets.map(({ id }) => id);
  // Few of those that a space begins with, so that those that were made come up often.
  const isCommon = (each: Category, index: number) => each.default || each.kind === "none" || index >= 24;
  if (kind === "category") return model.categories.filter(isCommon).map(({ id }) => id);
  const isMeant = (row: Row) => kind === "row" || (kind === "leg" ? row.opposite : row.pays);
  return model.rows.filter(isMeant).map(({ id }) => id as number);
}

export const accountOf = (model: Model, id: number | undefined) => model.accounts.find((each) => each.id === id);
export const cardOf = (model: Model, id: number | undefined) => model.cards.find((each) => each.id === id);
export const budgetOf = (model: Model, id: number) => model.budgets.find((each) => each.id === id);
export const categoryOf = (model: Model, id: number | undefined) => model.categories.find((each) => each.id === id);
export const rowOf = (model: Model, id: number) => model.rows.find((each) => each.id === id);

/** Of a series, in the order of their occurrences. */
export function rowsOf(model: Model, series: Series): Row[] {
  const order = (row: Row) => row.occurrence as number;
  return model.rows.filter((row) => row.series === series).sort((one, other) => order(one) - order(other));
}

/** Whatever happened, the default is an open account if there is one, and the oldest of those that may be unless it was one already. */
export function settleDefault(model: Model): void {
  const open = model.accounts.filter(({ archived }) => !archived);
  const candidates = (open.length > 0 ? open : model.accounts).map(({ id }) => id);
  if (!candidates.includes(model.defaultAccountId as number))
    model.defaultAccountId = candidates.sort((one, other) => one - other)[0];
}

/** An open card; none where none is open. */
export function settleDefaultCard(model: Model): void {
  const open = model.cards.filter(({ archived }) => !archived).map(({ id }) => id);
  if (!open.includes(model.defaultCardId as number)) model.defaultCardId = open.sort((one, other) => one - other)[0];
}

/** What only moves money: it is neither earned nor spent. */
export const isNeutral = (row: Row) => row.opposite !== undefined || row.pays !== undefined;

/** The default category that fits the sign. */
export function defaultCategory(model: Model, cents: number): number {
  const kind = cents < 0 ? "expenses" : "earnings";
  return model.categories.find((each) => each.default && each.kind === kind)?.id as number;
}

/** Fixed series get their rows up to that day. */
export function extend(model: Model, through: string): void {
  for (const series of model.series.filter(({ kind, ended }) => kind === "fixed" && !ended)) {
    for (let date = dateOf(series, series.last + 1); date <= through; date = dateOf(series, series.last + 1)) {
      series.last++;
      const invoice = invoiceIn(model, series, series.last);
      model.rows.push({
        ...series.content,
        id: undefined,
        date,
        paid: invoice !== null || date <= model.today,
        series,
        occurrence: series.last,
        opposite: undefined,
        pays: undefined,
        invoice,
        pinned: series.pin !== null,
        createdBy: series.createdBy,
        createdAt: model.now,
        updatedAt: model.now,
      });
    }
  }
  if (through > model.extendedThrough) model.extendedThrough = through;
}

/** For a list or a balance up to that day; nobody is shown more than ten years. */
export function extendFor(model: Model, end: string): void {
  const farthest = monthEnd(model.today, 120);
  const through = end < farthest ? monthEnd(end) : farthest;
  if (through > model.extendedThrough) extend(model, through);
}

/** What an answer that goes up to `end` says of itself where rows are lacking: the day up to which it is whole. */
export function wholeUntil(model: Model, end: string, targetId?: number): { complete_until?: string } {
  const isDue = (series: Series) =>
    series.kind === "fixed" && !series.ended && dateOf(series, series.last + 1) <= end && isOf(series.content.accountId);
  const isOf = (id: number) => targetId === undefined || id === targetId;
  return model.extendedThrough < end && model.series.some(isDue) ? { complete_until: model.extendedThrough } : {};
}

export function dateOf({ anchor, periodicity }: Series, occurrence: number): string {
  return dayOfStep(anchor.date, periodicity, occurrence - anchor.occurrence);
}

/** Of an occurrence that is like its series; null on an account. */
export function invoiceIn(model: Model, series: Series, occurrence: number): number | null {
  const card = cardOf(model, series.content.accountId);
  if (!card) return null;
  const { anchor, periodicity, pin } = series;
  const day = dateOf(series, occurrence);
  return pin === null ? invoiceOn(card, day) : pinnedOn(card, pin, anchor.date, day, periodicity, occurrence - anchor.occurrence);
}

export function showCard(model: Model, card: Card): Record<string, unknown> {
  const { closing, due } = card.days.at(-1) as Card["days"][number];
  const outstanding = outstandingOf(model, card.id);
  return {
    id: card.id,
    name: card.name,
    description: null,
    card_network: null,
    closing_day: closing,
    due_day: due,
    limit_cents: card.limit,
    kind: "credit_card",
    type: "credit_card",
    archived: card.archived,
    default: card.id === model.defaultCardId,
    institution_id: "default",
    institution_name: null,
    payment_account_id: card.payer,
    outstanding_cents: outstanding,
    available_cents: card.limit === 0 ? null : card.limit - outstanding,
    created_at: card.createdAt,
    updated_at: card.updatedAt,
  };
}

export function showAccount(model: Model, account: Account): Record<string, unknown> {
  return {
    id: account.id,
    name: account.name,
    description: null,
    archived: account.archived,
    type: "checking",
    kind: null,
    default: account.id === model.defaultAccountId,
    institution_id: "default",
    institution_name: null,
    opening_balance_cents: account.opening,
    hide_balance: account.hidden,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}

export function showRow(model: Model, row: Row): Record<string, unknown> {
  const isFixed = row.series?.kind === "fixed";
  const cardId = row.invoice === null ? null : row.accountId;
  const paid = cardId === null ? row.paid : isSettled(model, row);
  return {
    id: row.id,
    description: row.description,
    date: row.date,
    paid,
    amount_cents: row.cents,
    total_installments: row.series?.total ?? 1,
    installment: isFixed ? 1 : (row.occurrence ?? 1),
    recurring: isFixed,
    account_id: row.accountId,
    account_type: cardId === null ? "Account" : "CreditCard",
    category_id: row.categoryId,
    ...partsView(row),
    contact_id: null,
    attachments_count: row.files?.length ?? 0,
    credit_card_id: cardId,
    credit_card_invoice_id: row.invoice,
    ...plainFieldsView(row),
    paid_credit_card_id: row.pays?.cardId ?? null,
    paid_credit_card_invoice_id: row.pays?.invoice ?? null,
    oposite_transaction_id: row.opposite?.id ?? null,
    oposite_account_id: row.opposite?.accountId ?? null,
    created_at: row.createdAt,
    created_by_id: row.createdBy,
    updated_at: row.updatedAt,
    attachments: addressesOf(row),
    recurrence_id: row.series?.id ?? null,
    ...(row.refundOf !== undefined && { refund_of_id: row.refundOf }),
    ...(row.splitFrom !== undefined && { split_from_id: row.splitFrom }),
  };
}

/** The id that a number chooses; undefined where nothing is chosen. */
export function chosen(model: Model, kind: Parameters<typeof pick>[1], choice: number | undefined): number | undefined {
  return choice === undefined ? undefined : pick(model, kind, choice);
}

/** Of a read that may follow the months of the space. */
export const ruleOf = (model: Model, ofSpace: boolean | undefined): MonthRule => (ofSpace ? model.months : CALENDAR);
